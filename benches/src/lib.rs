//! Where the contenders meet: one registry of cases, read by every bench target.
//!
//! A hot path is a folder here: its workloads, its story and its published figures.

pub mod bitmap_range_check;
pub mod btree_build;
pub mod data;
pub mod range_tombstone_list;
pub mod vlong_decode;

use measure::{Case, Suite};

/// How large the inputs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// As measured.
    Full,
    /// The same workloads in sizes that an unoptimised test runs in moments.
    Smoke,
}

/// Everything that this package has to say.
pub fn suite() -> Suite {
    let stories = [
        bitmap_range_check::story(),
        range_tombstone_list::story(),
        vlong_decode::story(),
        btree_build::story(),
    ];
    let claims = [
        bitmap_range_check::claims(),
        range_tombstone_list::claims(),
        vlong_decode::claims(),
        btree_build::claims(),
    ];
    let checks = [
        bitmap_range_check::checks(),
        range_tombstone_list::checks(),
        vlong_decode::checks(),
        btree_build::checks(),
    ];
    Suite {
        cases: cases(Scale::Full),
        digests: include_str!("../digests.json"),
        stories: stories.into(),
        claims: claims.into_iter().flatten().collect(),
        checks: checks.into_iter().flatten().collect(),
    }
}

/// All cases in a scale; cheap, since no input is made before a contender is prepared.
pub fn cases(scale: Scale) -> Vec<Case> {
    let cases = [
        bitmap_range_check::cases(scale),
        range_tombstone_list::cases(scale),
        vlong_decode::cases(scale),
        btree_build::cases(scale),
    ];
    cases.into_iter().flatten().collect()
}
