//! Judges a run: by a policy of expected directions and floors, and by a lock of exact counts.
//!
//! Pure: run, policy and lock in, findings out. Both files lie beside the measured package's manifest.

mod base;
mod first;
mod floors;
mod judge;
mod lock;
mod policy;

pub use judge::{Finding, Kind, Strictness, code, judge};
pub use lock::{Change, Count, Counts, LOCK, Lock};
pub use policy::{Above, Expect, ExpectClaim, Floor, POLICY, Policy};
