//! Building Cassandra's B-tree, CASSANDRA-9989: its cases, its story and its published figures.

mod claims;
mod contenders;
mod equivalence;
mod growing;
mod others;
mod real;
mod transform;

use measure::Case;
use measure::record::Story;

pub(crate) use self::claims::claims;
pub use self::equivalence::checks;
use crate::Scale;

const HOT_PATH: &str = "btree_build";

/// Keys of the large rows: the ticket's million, or few enough for a test.
fn million(scale: Scale) -> u64 {
    match scale {
        Scale::Full => 1_000_000,
        Scale::Smoke => 20_000,
    }
}

/// The ticket's rows, each of its parts alone, other sizes for the growth curve, and real keys.
pub(crate) fn cases(scale: Scale) -> Vec<Case> {
    let mut cases = growing::cases(scale);
    cases.extend(transform::cases(scale));
    cases.extend(real::cases(scale));
    cases
}

/// What the page tells of it.
pub(crate) fn story() -> Story {
    Story {
        hot_path: HOT_PATH.into(),
        title: "Cassandra B-tree build".into(),
        ticket: "CASSANDRA-9989".into(),
        ticket_url: "https://issues.apache.org/jira/browse/CASSANDRA-9989".into(),
        published: "3.15x".into(),
        java_elsewhere: "2.45x (2.67x in the form that the ticket measured)".into(),
        headline_case: "btree_build/build/n=1000".into(),
        analysis: include_str!("../../analyses/btree_build.md").into(),
        legacy_source: include_str!("../../../legacy/src/btree_build.rs").into(),
        optimized_source: include_str!("../../../optimized/src/btree_build.rs").into(),
    }
}

#[cfg(test)]
mod tests;
