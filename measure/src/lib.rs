//! Measures pairs of implementations, and says of each whether it is better, worse or equivalent.
//!
//! A project lists its pairs as [`Case`]s in one function and gives them to the harnesses, each a bench target
//! of a line or two. This crate knows no hot path.
//!
//! ```
//! use measure::{Answer, Case, Role, Workload};
//!
//! fn cases() -> Vec<Case> {
//!     let words = || vec!["hot", "pair"];
//!     let join = Workload::new(("text", "join"), &[("n", 2.into())], 1, words)
//!         .headline()
//!         .contender(
//!             Role::Legacy,
//!             Clone::clone,
//!             |words| words.iter().fold(String::new(), |text, word| text + word),
//!             |text| text.bytes().map(u64::from).collect::<Answer>(),
//!         )
//!         .contender(
//!             Role::Optimized,
//!             Clone::clone,
//!             |words| words.concat(),
//!             |text| text.bytes().map(u64::from).collect::<Answer>(),
//!         );
//!     vec![join.case()]
//! }
//!
//! assert_eq!(cases()[0].id(), "text/join/n=2");
//! assert!(cases()[0].check().is_ok(), "both give the same answer");
//! ```
//!
//! | bench target | its whole `main` | feature | measures, per operation |
//! |---|---|---|---|
//! | `paired` | `paired::main(cases())` | none | thread CPU time in ns, ratios with verdicts |
//! | `dhat` | `dhat::main(cases())` | `dhat` | bytes and blocks requested |
//! | `criterion` | `criterion::main(cases())` | `criterion` | thread CPU time in ns, a distribution each |
//! | `callgrind` | `callgrind_main!(cases().into());` | `callgrind` | instructions, mispredicted branches |
//!
//! Targets carry these names, and the package has features `criterion` and `callgrind` for its own, since
//! `hotpair run --manifest-path Cargo.toml` looks for them there; it joins what they find to a run file and a page.
//! Only `paired` is required. A target ends with 0, with 1 if a contender's answer is wrong, and with 2 if nothing
//! can be measured; the reason stands in a line on standard error.

mod answer;
mod arguments;
#[cfg(feature = "callgrind")]
pub mod callgrind;
pub mod check;
pub mod claims;
mod clock;
mod contract;
#[cfg(feature = "criterion")]
pub mod criterion;
#[cfg(feature = "dhat")]
pub mod dhat;
pub mod estimate;
pub mod growth;
mod harness;
pub mod paired;
pub mod parts;
pub mod record;
#[cfg(feature = "base")]
pub mod revision;
mod stretches;
pub mod verdict;

pub use answer::Answer;
pub use check::Check;
pub use contract::{Case, Contender, Identity, Parameter, Prepared, Suite, Workload};
pub use record::{Origin, Role};

/// `GLIBC_TUNABLES` of every measured process: without `rep movsb`, memcpy has no cliff at power-of-two sizes.
pub const TUNABLES: &str = "glibc.cpu.x86_rep_movsb_threshold=4611686018427387904";
