//! Measures pairs of implementations, and says of each whether it is better, worse or equivalent.
//!
//! A project lists its pairs as [`Case`]s in one function and gives them to the harnesses, each a bench target
//! of a line or two. This crate knows no hot path.

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
mod stretches;
pub mod verdict;

pub use answer::Answer;
pub use check::Check;
pub use contract::{Case, Contender, Identity, Parameter, Prepared, Suite, Workload};
pub use record::{Origin, Role};

/// `GLIBC_TUNABLES` of every measured process: without `rep movsb`, memcpy has no cliff at power-of-two sizes.
pub const TUNABLES: &str = "glibc.cpu.x86_rep_movsb_threshold=4611686018427387904";
