//! Measures pairs of implementations, and says of each whether it is better, worse or equivalent.
//!
//! A project lists its pairs as [`Case`]s in one function and gives them to the harnesses, each a bench target
//! of a line or two. This crate knows no hot path.

mod answer;
pub mod claims;
mod clock;
mod contract;
pub mod estimate;
pub mod growth;
pub mod record;
pub mod verdict;

pub use answer::Answer;
pub use contract::{Case, Contender, Identity, Parameter, Prepared, Suite, Workload};
pub use record::{Origin, Role};
