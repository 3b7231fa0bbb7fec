//! One row per way in which a claim can come out.

use serde_json::json;

use super::*;
use crate::record::{Comparison, Verdict};
use ClaimStatus::{NotReproduced, NotTestable, Reproduced, SameDirection};
use Verdict::{Better, Equivalent, Inconclusive, Worse};

fn claim(witness: Witness, expectation: Expectation) -> Claim {
    Claim {
        id: "c".into(),
        hot_path: "p".into(),
        text: String::new(),
        published: "as published".into(),
        java_elsewhere: String::new(),
        cases: vec!["p/w".into()],
        contender: "optimized".into(),
        witness,
        expectation,
        remark: String::new(),
    }
}

/// A case with costs of legacy, optimized and a revision.
fn case(id: &str, witness: Witness, costs: [f64; 3]) -> CaseRecord {
    let names = ["legacy", "optimized", "revision"];
    let contender = |(name, cost): (&str, f64)| {
        json!({"name": name, "role": name, "answer_digest": "",
            "witnesses": {witness.name(): {"unit": witness.unit(), "value": cost}}})
    };
    let contenders: Vec<_> = names.into_iter().zip(costs).map(contender).collect();
    let case = json!({"id": id, "hot_path": "p", "workload": "w", "parameters": {}, "origin": "ticket",
        "headline": true, "learnable": false, "workload_version": 1, "operations": 1, "labels": [],
        "contenders": contenders, "comparisons": []});
    serde_json::from_value(case).unwrap()
}

fn row(contender: &str, witness: Witness, interval: (f64, f64), verdict: Verdict) -> Comparison {
    let (low, high) = interval;
    let row = json!({"contender": contender, "witness": witness, "ratio": f64::midpoint(low, high),
        "low": low, "high": high, "verdict": verdict, "margin": 0.01});
    serde_json::from_value(row).unwrap()
}

fn status(claim: &Claim, cases: &[CaseRecord]) -> ClaimStatus {
    decide(claim, Evidence { cases, growth: &[], equivalence: &[] }).status
}

/// The status of an expectation on a timed row.
fn timed(expectation: Expectation, interval: (f64, f64), verdict: Verdict) -> ClaimStatus {
    let mut case = case("p/w", Witness::CpuTime, [1.0; 3]);
    case.comparisons.push(row("optimized", Witness::CpuTime, interval, verdict));
    status(&claim(Witness::CpuTime, expectation), &[case])
}

#[test]
fn ratios_need_the_published_direction_and_the_band() {
    for (published, interval, verdict, expected) in [
        (2.0, (1.9, 2.1), Better, Reproduced),
        (2.0, (3.9, 4.1), Better, SameDirection),
        (2.0, (1.1, 1.2), Better, SameDirection),
        (2.0, (0.5, 0.6), Worse, NotReproduced),
        (1.3, (0.999, 1.001), Equivalent, NotReproduced),
        // A whole interval above 1, but inside of the margin, is no direction.
        (1.3, (1.001, 1.003), Equivalent, NotReproduced),
        (1.3, (0.9, 1.5), Inconclusive, NotTestable),
        (1.3, (0.97, 1.06), Inconclusive, NotTestable),
        // Undecided against the margin, but without room for anything that would count as a direction if published.
        (1.3, (0.97, 1.02), Inconclusive, NotReproduced),
        (1.3, (0.70, 1.04), Inconclusive, NotReproduced),
        (0.7, (0.70, 1.04), Inconclusive, NotTestable),
        (0.7, (0.96, 1.40), Inconclusive, NotReproduced),
        // Above 1 as a whole, but not clear of the margin: a direction, and no figure to reproduce another.
        (1.1, (1.005, 1.015), Inconclusive, SameDirection),
        (1.1, (0.985, 0.995), Inconclusive, NotReproduced),
        (0.5, (0.48, 0.52), Worse, Reproduced),
        (0.5, (0.8, 0.9), Worse, SameDirection),
        (0.5, (1.9, 2.1), Better, NotReproduced),
        // A figure as good as 1 claims no direction.
        (1.01, (0.97, 0.98), Worse, Reproduced),
        (1.01, (2.0, 2.1), Better, NotReproduced),
        (1.01, (0.5, 3.0), Inconclusive, NotTestable),
    ] {
        let (low, high) = (published / 1.5, published * 1.5);
        let expectation = Expectation::Ratio { published, low, high };
        let seen = timed(expectation, interval, verdict);
        assert_eq!(seen, expected, "{published} {interval:?} {verdict}");
    }
}

#[test]
fn a_margin_wider_than_the_claim_refutes_nothing() {
    for (published, expected) in [(1.07, NotTestable), (1.09, NotReproduced), (1.2, NotReproduced)]
    {
        let mut case = case("p/w", Witness::CpuTime, [1.0; 3]);
        let mut row = row("optimized", Witness::CpuTime, (0.98, 1.06), Equivalent);
        row.margin = Some(0.08);
        case.comparisons.push(row);
        let expectation =
            Expectation::Ratio { published, low: published / 1.5, high: published * 1.5 };
        let claim = claim(Witness::CpuTime, expectation);
        let result = decide(&claim, Evidence { cases: &[case], growth: &[], equivalence: &[] });
        assert_eq!(result.status, expected, "{published}");
        let wide = "the margin of 8 % here is as wide as the published effect";
        assert_eq!(result.reason == wide, expected == NotTestable, "{}", result.reason);
    }
}

#[test]
fn counts_stand_beside_what_was_made_of_them() {
    let bytes = Witness::AllocatedBytes;
    let result = |expectation: Expectation, ratio: f64| {
        let mut case = case("p/w", bytes, [5000.0, 904.0, 1.0]);
        let row = json!({"contender": "optimized", "witness": bytes, "verdict": "better", "ratio": ratio});
        case.comparisons.push(serde_json::from_value(row).unwrap());
        decide(
            &claim(bytes, expectation),
            Evidence { cases: &[case], growth: &[], equivalence: &[] },
        )
    };
    let ratio = result(Expectation::Ratio { published: 9.0, low: 8.0, high: 10.0 }, 5.53);
    assert_eq!(ratio.measured, "5,000 B to 904 B, 5.53x");
    assert_eq!(ratio.reason, "same direction, outside of the band of 8.00x to 10.00x");
    let band = Expectation::Difference { published: 4120.0, low: 3914.0, high: 4326.0 };
    let difference = result(band, 5.53);
    assert_eq!(difference.measured, "5,000 B to 904 B, a difference of 4,096 B");
    assert_eq!(difference.reason, "the difference lies inside the band of 3,914 B to 4,326 B");
    assert_eq!(result(Expectation::ToZero, 5.53).measured, "5,000 B to 904 B");
}

#[test]
fn no_change_needs_the_whole_interval_inside_of_resolution_or_margin() {
    for (within, interval, verdict, expected) in [
        (0.03, (0.98, 1.02), Inconclusive, Reproduced),
        (0.0, (0.995, 1.005), Equivalent, Reproduced),
        (0.03, (0.98, 1.05), Inconclusive, NotTestable),
        (0.03, (1.05, 1.10), Better, NotReproduced),
        (0.03, (0.90, 0.95), Worse, NotReproduced),
    ] {
        let seen = timed(Expectation::NoChange { within }, interval, verdict);
        assert_eq!(seen, expected, "{within} {interval:?}");
    }
}

#[test]
fn exact_ratios_are_their_own_interval() {
    let bytes = Witness::AllocatedBytes;
    let exact = |ratio: Option<f64>, reason: Option<&str>, verdict: Verdict| -> Comparison {
        let mut row = json!({"contender": "optimized", "witness": bytes, "verdict": verdict});
        if let Some(ratio) = ratio {
            row["ratio"] = json!(ratio);
        }
        if let Some(reason) = reason {
            row["reason"] = json!(reason);
        }
        serde_json::from_value(row).unwrap()
    };
    let half = Expectation::Ratio { published: 2.0, low: 1.9, high: 2.1 };
    for (row, no_change, ratio) in [
        (exact(Some(1.0), None, Equivalent), Reproduced, NotReproduced),
        (exact(Some(1.0), Some("both_zero"), Equivalent), Reproduced, NotReproduced),
        (exact(Some(2.0), None, Better), NotReproduced, Reproduced),
        (exact(Some(1.001), None, Better), NotReproduced, SameDirection),
        (exact(None, Some("to_zero"), Better), NotReproduced, SameDirection),
        (exact(None, Some("from_zero"), Worse), NotReproduced, NotReproduced),
    ] {
        let mut case = case("p/w", bytes, [1.0; 3]);
        case.comparisons.push(row.clone());
        let cases = [case];
        let seen = status(&claim(bytes, Expectation::NoChange { within: 0.0 }), &cases);
        assert_eq!(seen, no_change, "{row:?}");
        assert_eq!(status(&claim(bytes, half.clone()), &cases), ratio, "{row:?}");
    }
}

#[test]
fn costs_that_should_vanish_or_shrink_by_so_much() {
    let bytes = Witness::AllocatedBytes;
    let band = Expectation::Difference { published: 4096.0, low: 3900.0, high: 4300.0 };
    for (before, after, to_zero, difference) in [
        (32.0, 0.0, Reproduced, SameDirection),
        (32.0, 16.0, SameDirection, SameDirection),
        (0.0, 0.0, NotReproduced, NotReproduced),
        (32.0, 32.0, NotReproduced, NotReproduced),
        (0.0, 9.0, NotReproduced, NotReproduced),
        (5000.0, 904.0, SameDirection, Reproduced),
    ] {
        let cases = [case("p/w", bytes, [before, after, 1.0])];
        let seen = status(&claim(bytes, Expectation::ToZero), &cases);
        assert_eq!(seen, to_zero, "{before} {after}");
        assert_eq!(status(&claim(bytes, band.clone()), &cases), difference, "{before} {after}");
    }
}

#[test]
fn contenders_are_compared_with_each_other_through_their_pairs() {
    let time = Witness::CpuTime;
    let between = |published: f64| Expectation::Between {
        reference: "revision".into(),
        published,
        low: published / 1.5,
        high: published * 1.5,
    };
    // By their costs the two are equal; their paired ratios against legacy are 4 and 2.
    let mut paired = case("p/w", time, [1.0; 3]);
    paired.comparisons.push(row("optimized", time, (3.9, 4.1), Better));
    paired.comparisons.push(row("revision", time, (1.9, 2.1), Better));
    assert_eq!(status(&claim(time, between(2.0)), &[paired.clone()]), Reproduced);
    assert_eq!(status(&claim(time, between(0.5)), &[paired]), NotReproduced);
    let costs = case("p/w", time, [1.0, 10.0, 20.0]);
    assert_eq!(status(&claim(time, between(2.0)), &[costs]), Reproduced);
}

#[test]
fn cases_are_compared_with_each_other_by_cost() {
    let time = Witness::CpuTime;
    let expectation = Expectation::BetweenCases {
        reference_case: "p/slow".into(),
        published: 3.0,
        low: 2.0,
        high: 4.5,
    };
    let claim = claim(time, expectation);
    let fast = case("p/w", time, [1.0, 10.0, 1.0]);
    for (slow, expected) in [(30.0, Reproduced), (90.0, SameDirection), (5.0, NotReproduced)] {
        let cases = [fast.clone(), case("p/slow", time, [1.0, slow, 1.0])];
        assert_eq!(status(&claim, &cases), expected, "{slow}");
    }
    assert_eq!(status(&claim, &[fast]), NotTestable);
}

#[test]
fn exponents_of_both_sides_must_agree_within_a_tenth() {
    let bytes = Witness::AllocatedBytes;
    let expectation = Expectation::Exponents { workload: "w".into(), before: 2.0, after: 1.0 };
    let claim = claim(bytes, expectation);
    let curve = |contender: &str, exponent: f64| -> Growth {
        serde_json::from_value(json!({"hot_path": "p", "workload": "w", "contender": contender,
            "witness": bytes, "points": [[64, 7.0], [4096, 9000.0]], "local_exponents": [], "exponent": exponent, "class": "n"}))
        .unwrap()
    };
    let cases = [case("p/w", bytes, [1.0; 3])];
    for (before, after, expected) in [
        (1.95, 1.05, Reproduced),
        (1.98, 1.5, SameDirection),
        (1.98, 1.97, NotReproduced),
        (1.0, 2.0, NotReproduced),
    ] {
        let growth = [curve("legacy", before), curve("optimized", after)];
        let evidence = Evidence { cases: &cases, growth: &growth, equivalence: &[] };
        let result = decide(&claim, evidence);
        assert_eq!(result.status, expected, "{before} {after}");
        let words = format!("exponent {before:.2} to {after:.2}; at n = 4,096 9,000 B to 9,000 B");
        assert_eq!(result.measured, words);
    }
    let evidence = Evidence { cases: &cases, growth: &[], equivalence: &[] };
    let result = decide(&claim, evidence);
    assert_eq!((result.status, result.reason.as_str()), (NotTestable, NOT_IN_THIS_RUN));
}

#[test]
fn equality_is_decided_by_its_evidence() {
    let claim = claim(Witness::CpuTime, Expectation::Equality { topic: "mutations".into() });
    let evidence = |compared, differences| Equivalence {
        hot_path: "p".into(),
        topic: "mutations".into(),
        compared,
        differences,
    };
    for (equivalence, expected) in [
        (vec![evidence(300, 0)], Reproduced),
        (vec![evidence(300, 1)], NotReproduced),
        (vec![evidence(0, 0)], NotTestable),
        (vec![], NotTestable),
    ] {
        let evidence = Evidence { cases: &[], growth: &[], equivalence: &equivalence };
        assert_eq!(decide(&claim, evidence).status, expected, "{equivalence:?}");
    }
}

#[test]
fn the_best_of_several_cases_decides_and_none_is_not_in_this_run() {
    let expectation = Expectation::Ratio { published: 2.0, low: 1.4, high: 3.0 };
    let mut claim = claim(Witness::CpuTime, expectation);
    claim.cases.push("p/other".into());
    let with = |id: &str, interval| {
        let mut case = case(id, Witness::CpuTime, [1.0; 3]);
        case.comparisons.push(row("optimized", Witness::CpuTime, interval, Better));
        case
    };
    let (far, near) = (with("p/w", (8.9, 9.1)), with("p/other", (1.9, 2.1)));
    assert_eq!(status(&claim, &[far.clone(), near]), Reproduced);
    assert_eq!(status(&claim, &[far]), SameDirection);
    let nothing = decide(&claim, Evidence { cases: &[], growth: &[], equivalence: &[] });
    assert_eq!((nothing.status, nothing.reason.as_str()), (NotTestable, NOT_IN_THIS_RUN));
    assert_eq!((nothing.published.as_str(), nothing.measured.as_str()), ("as published", ""));
}

#[test]
fn a_claim_that_cannot_be_tested_here_says_why() {
    let expectation = Expectation::NotTestable { reason: "no such class".into() };
    let result = decide(
        &claim(Witness::CpuTime, expectation),
        Evidence { cases: &[], growth: &[], equivalence: &[] },
    );
    assert_eq!((result.status, result.reason.as_str()), (NotTestable, "no such class"));
}
