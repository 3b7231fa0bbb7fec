//! What is looked up, as rows of data.

use measure::record::{Role, Verdict, Witness};

use super::*;
use crate::sample;

#[test]
fn the_worst_row_comes_first_and_zero_is_the_extreme() {
    let run = sample::run();
    let mut rows = judged(&run);
    worst_first(&mut rows);
    let first = rows.first().expect("rows");
    assert_eq!(first.change(), "0 B to 32 B");
    assert_eq!(rows.last().expect("rows").comparison.reason, Some(RatioReason::ToZero));
    let order = [Verdict::Worse, Verdict::Inconclusive, Verdict::Equivalent, Verdict::Better];
    let place = |row: &Row<'_>| order.iter().position(|&v| v == row.comparison.verdict);
    assert!(rows.is_sorted_by_key(place));
    let losses: Vec<_> = rows
        .iter()
        .filter(|row| row.comparison.verdict == Verdict::Worse)
        .filter_map(|row| row.comparison.ratio)
        .collect();
    assert!(losses.is_sorted(), "{losses:?}");
}

#[test]
fn a_slow_peer_a_variant_and_a_bound_are_no_losses() {
    let run = sample::run();
    let roles = judged(&run).into_iter().map(|row| row.contender.role);
    assert!(roles.into_iter().all(|role| matches!(role, Role::Optimized | Role::Frontier)));
    let mut peers = sample::run();
    for contender in peers.cases.iter_mut().flat_map(|case| case.contenders.iter_mut().skip(1)) {
        contender.role = Role::Peer;
    }
    assert!(judged(&peers).iter().all(|row| row.contender.role == Role::Peer));
    assert!(!judged(&peers).is_empty());
}

#[test]
fn the_headline_case_is_the_storys_then_the_marked_then_the_first() {
    let mut run = sample::run();
    let id = |run: &Run| headline(run, "vlong_decode").map(|case| case.id.clone());
    let [first, second] = [8, 9].map(|at| run.cases[at].id.clone());
    assert_eq!(id(&run).as_deref(), Some(first.as_str()));
    run.stories[2].headline_case.clone_from(&second);
    assert_eq!(id(&run).as_deref(), Some(second.as_str()));
    run.stories.clear();
    assert_eq!(id(&run).as_deref(), Some(first.as_str()));
    run.cases[8].headline = false;
    run.cases[8].origin = Origin::Growth;
    assert_eq!(id(&run).as_deref(), Some(second.as_str()));
    assert_eq!(headline(&run, "no_such_path"), None);
}

#[test]
fn an_absent_witness_has_a_reason() {
    let run = sample::without_instructions();
    let reason = absence(&run, &run.cases[0], Witness::Instructions);
    assert!(reason.starts_with("valgrind is not installed"), "{reason}");
    assert_eq!(absence(&run, &run.cases[0], Witness::PeakBytes), "not part of this run");
    assert_eq!(absence(&run, &run.cases[0], Witness::CpuTime), "the run stopped before it");
}

#[test]
fn a_tally_counts_every_verdict() {
    let run = sample::run();
    let tally = tally(judged(&run));
    assert_eq!(tally.total(), judged(&run).len());
    assert_eq!(tally.worse, 6);
    assert_eq!(tally.inconclusive, 5);
    assert_eq!(Verdict::ALL.iter().map(|&v| tally.of(v)).sum::<usize>(), tally.total());
}
