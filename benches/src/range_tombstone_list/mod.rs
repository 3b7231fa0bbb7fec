//! Cassandra's list of range tombstones: what is measured, what the page tells, and what was published.

mod chains;
mod claims;
mod copies;
mod equivalence;
mod operation;
mod peers;
mod real;
mod searches;

use measure::record::{Claim, Story};
use measure::{Case, Origin};

pub use self::equivalence::checks;
use crate::Scale;

const HOT_PATH: &str = "range_tombstone_list";

/// Sizes of the workloads, as measured and as tested.
struct Sizes {
    copy: [usize; 2],
    copy_growth: &'static [usize],
    copy_and_add: [usize; 3],
    chain: [usize; 4],
    chain_growth: &'static [usize],
    search: [usize; 4],
    flights: usize,
}

impl Sizes {
    fn of(scale: Scale) -> Sizes {
        match scale {
            Scale::Full => Sizes {
                copy: [10, 1000],
                copy_growth: &[30, 100, 250, 500, 2500, 5000, 10_000],
                copy_and_add: [10, 100, 1000],
                chain: [256, 1000, 1024, 4096],
                // Doublings; with 256, 1024 and 4096 the whole curve. Doubling passes 1.7 steps of growth, so no two
                // sizes are at the same phase of a step, but from 128 on that moves an exponent by less than 0.06.
                chain_growth: &[4, 8, 16, 32, 64, 128, 512, 2048],
                search: [10, 100, 1000, 4096],
                flights: 4096,
            },
            Scale::Smoke => Sizes {
                copy: [10, 40],
                copy_growth: &[20, 30],
                copy_and_add: [10, 20, 30],
                chain: [16, 20, 32, 64],
                chain_growth: &[4, 8],
                search: [10, 20, 30, 40],
                flights: 256,
            },
        }
    }
}

/// The cases of this hot path.
pub(crate) fn cases(scale: Scale) -> Vec<Case> {
    let sizes = Sizes::of(scale);
    let [small, large] = sizes.copy;
    let mut cases = vec![
        copies::copy(small, Origin::Ticket),
        headline(copies::copy(large, Origin::Ticket)),
        // As many results in a block as 256 KiB hold.
        copies::copy_dropped_outside::<64>(small),
        copies::copy_dropped_outside::<8>(large),
    ];
    cases.extend(sizes.copy_growth.iter().map(|&size| copies::copy(size, Origin::Growth)));
    let [small, middle, large] = sizes.copy_and_add;
    cases.extend([small, middle, large].map(copies::copy_and_add));
    cases.push(copies::copy_and_add_dropped_outside::<64>(small));
    cases.push(copies::copy_and_add_dropped_outside::<32>(middle));
    cases.push(copies::copy_and_add_dropped_outside::<6>(large));
    let [.., longest] = sizes.chain;
    for count in sizes.chain {
        let case = chains::chain(count, Origin::Ticket);
        cases.push(if count == longest { headline(case) } else { case });
    }
    cases.extend(sizes.chain_growth.iter().map(|&count| chains::chain(count, Origin::Growth)));
    cases.push(chains::chain_in_random_order(longest));
    cases.push(chains::chain_of_overlaps(longest));
    cases.extend(sizes.search.map(searches::search));
    cases.push(real::intervals(sizes.flights));
    cases
}

fn headline(case: Case) -> Case {
    Case { headline: true, ..case }
}

/// What the page tells of it.
pub(crate) fn story() -> Story {
    Story {
        hot_path: HOT_PATH.into(),
        title: "Cassandra range tombstone list".into(),
        ticket: "CASSANDRA-21492".into(),
        ticket_url: "https://issues.apache.org/jira/browse/CASSANDRA-21492".into(),
        published: "376x".into(),
        java_elsewhere: "the patch is in no release".into(),
        headline_case: "range_tombstone_list/copy/n=1000".into(),
        analysis: include_str!("../../analyses/range_tombstone_list.md").into(),
        legacy_source: include_str!("../../../legacy/src/range_tombstone_list.rs").into(),
        optimized_source: include_str!("../../../optimized/src/range_tombstone_list.rs").into(),
    }
}

/// Its published figures.
pub(crate) fn claims() -> Vec<Claim> {
    claims::claims()
}

#[cfg(test)]
mod tests;
