use measure::record::Verdict::{Better, Equivalent, Inconclusive, Worse};

use super::*;
use crate::sample;

#[test]
fn counts_are_worse_beyond_their_threshold_only() {
    let of = |witness: Witness, base: f64, head: f64| {
        let [base, head] = [base, head].map(|value| sample::exact(witness, value));
        of_counts(witness, &base, &head)
    };
    assert_eq!(of(Witness::Instructions, 1000.0, 1005.0), Equivalent, "half a percent");
    assert_eq!(of(Witness::Instructions, 1000.0, 1005.1), Worse);
    assert_eq!(of(Witness::Instructions, 100.0, 102.0), Equivalent, "two instructions");
    assert_eq!(of(Witness::Instructions, 1005.1, 1000.0), Better);
    assert_eq!(of(Witness::AllocatedBytes, 9.0, 9.0), Equivalent);
    assert_eq!(of(Witness::AllocatedBytes, 9.0, 9.125), Worse, "a byte in eight operations");
    assert_eq!(of(Witness::AllocatedBlocks, 1.0, 0.0), Better);
}

#[test]
fn the_worst_comes_first_and_a_suspicion_is_told_from_a_wide_interval() {
    let base = sample::against_base().base.expect("it has one");
    let judged = judged(&base);
    let verdicts: Vec<_> = judged.iter().map(|it| (it.verdict, it.suspected)).collect();
    let expected = [
        (Worse, false),
        (Worse, false),
        (Inconclusive, true),
        (Better, false),
        (Inconclusive, false),
        (Equivalent, false),
    ];
    assert_eq!(verdicts, expected);
    assert_eq!(telling(&judged).count(), 4);
    assert_eq!(
        sentence(&base),
        "2 worse, 1 better, 1 equivalent, 2 undecided of which 1 suspected, but not confirmed"
    );
}
