//! What is timed on relinks, and what their ratios say of a verdict.

use measure::record::{Cause, Instrument, Margin, Origin, TimedCase};

use super::*;
use crate::run::join::compare_exact;
use crate::run::plan::Extent;
use crate::run::plan::tests::{case, catalogue};

fn row(verdict: Verdict) -> Comparison {
    let cause = (verdict == Verdict::Inconclusive).then_some(Cause::Budget);
    Comparison {
        witness: Witness::CpuTime,
        verdict,
        cause,
        margin: Some(0.02),
        ..compare_exact("optimized", Witness::CpuTime, 1.0, 1.0)
    }
}

#[test]
fn a_row_depends_on_the_layout_where_its_verdict_would_be_another() {
    use Verdict::{Better, Equivalent, Inconclusive, Worse};
    for (verdict, ratios, dependent) in [
        (Better, vec![1.30, 1.10, 1.12], false),
        (Better, vec![1.30, 1.01], true),
        (Better, vec![1.30, 0.90], true),
        (Better, vec![1.00, 1.01], true),
        (Equivalent, vec![0.99, 1.015], false),
        (Equivalent, vec![0.99, 1.03], true),
        (Equivalent, vec![0.97, 1.00], true),
        (Worse, vec![0.90, 0.97], false),
        (Worse, vec![0.90, 0.99], true),
        // No verdict is contradicted, unless by the layouts among themselves.
        (Inconclusive, vec![1.05, 1.06], false),
        (Inconclusive, vec![1.00, 1.06], true),
    ] {
        let numbered = (7..).zip(ratios.clone()).collect();
        let layouts = over(&row(verdict), numbered).unwrap();
        assert_eq!(layouts.dependent, dependent, "{verdict} {ratios:?}");
        assert_eq!(layouts.ratios[0], (7, ratios[0]));
        assert!(ratios.iter().all(|&ratio| layouts.lowest <= ratio && ratio <= layouts.highest));
        assert!(ratios.contains(&layouts.lowest) && ratios.contains(&layouts.highest));
    }
    assert_eq!(over(&row(Better), Vec::new()), None);
}

#[test]
fn seeds_are_distinct_and_none_that_the_linker_takes_for_something_else() {
    for seed in [0, 1, 4_294_967_293, 4_294_967_294, 4_294_967_295, u64::MAX] {
        let seeds: Vec<u32> = seeds(seed, 8).collect();
        let distinct: std::collections::BTreeSet<_> = seeds.iter().collect();
        assert_eq!(distinct.len(), 8, "{seed}: {seeds:?}");
        assert!(!seeds.contains(&0) && !seeds.contains(&u32::MAX), "{seed}: {seeds:?}");
    }
}

#[test]
fn headline_cases_are_timed_to_the_first_look_without_control() {
    let catalogue = catalogue(vec![
        case("p/a", Origin::Ticket, true),
        case("p/b", Origin::Ticket, false),
        case("p/c/n=8", Origin::Growth, false),
    ]);
    let cases: Vec<&CatalogueCase> = catalogue.cases.iter().collect();
    let plan = plan::plan(&catalogue, &cases, &[Witness::CpuTime], Vec::new(), Extent::Usual);
    let margins = BTreeMap::from([("p".to_owned(), Margin { margin: 0.03, control_ratio: None })]);
    let job = job(&plan, &cases, margins.clone(), 5);
    let names = ["optimized", "revision", "frontier", "peer", "limit", "variant"];
    assert_eq!(
        job.comparisons,
        BTreeMap::from([("p/a".to_owned(), names.map(str::to_owned).into())])
    );
    assert_eq!((job.most_units, job.alignment, job.seed), (Some(8), 16, 5));
    assert_eq!(job.margins, margins);
    assert!(!job.self_tests && !job.checks && job.one_unit.is_empty());
}

#[test]
fn without_a_headline_case_that_is_timed_there_is_nothing_to_relink() {
    let catalogue =
        catalogue(vec![case("p/a", Origin::Ticket, true), case("p/b", Origin::Ticket, false)]);
    let all: Vec<&CatalogueCase> = catalogue.cases.iter().collect();
    for (cases, witness, there) in [
        (&all[..], Witness::CpuTime, true),
        (&all[..], Witness::AllocatedBytes, false),
        (&all[1..], Witness::CpuTime, false),
    ] {
        let plan = plan::plan(&catalogue, cases, &[witness], Vec::new(), Extent::Usual);
        assert_eq!(check(&plan, cases, false).is_ok(), there);
        assert!(check(&plan, cases, true).is_ok(), "a shard's siblings may have one");
    }
}

fn relinked(seed: u32, layout: &str, tests: Vec<SelfTest>) -> Relinked {
    let result = PairedResult {
        cases: vec![TimedCase {
            id: "p/a".to_owned(),
            answer_digest: String::new(),
            labels: Vec::new(),
            contenders: Vec::new(),
            comparisons: vec![Comparison { ratio: Some(f64::from(seed)), ..row(Verdict::Better) }],
        }],
        instrument: Instrument { self_tests: tests, ..Instrument::default() },
        equivalence: Vec::new(),
        layout: layout.to_owned(),
    };
    Relinked { seed, result }
}

#[test]
fn a_range_is_made_of_the_same_comparison_on_every_relink() {
    let relinked = [relinked(3, "x", Vec::new()), relinked(2, "y", Vec::new())];
    let own = case("p/a", Origin::Ticket, true);
    let layouts = range(&own, &row(Verdict::Better), &relinked).unwrap();
    assert_eq!(layouts.ratios, [(3, 3.0), (2, 2.0)]);
    assert_eq!((layouts.lowest, layouts.highest), (2.0, 3.0));
    let other = case("p/b", Origin::Ticket, true);
    assert_eq!(range(&other, &row(Verdict::Better), &relinked), None);
    for name in ["peer", "control"] {
        let other = Comparison { contender: name.to_owned(), ..row(Verdict::Better) };
        assert_eq!(range(&own, &other, &relinked), None, "{name}");
    }
}

#[test]
fn relinks_that_lie_alike_or_fail_their_own_test_are_told() {
    let failed = SelfTest {
        name: "addresses".to_owned(),
        subject: String::new(),
        passed: false,
        detail: "two share a loop".to_owned(),
    };
    let passed = SelfTest { passed: true, ..failed.clone() };
    let rows = [
        (
            vec![relinked(1, "b", vec![passed.clone()]), relinked(2, "c", Vec::new())],
            vec![("layouts", true)],
        ),
        (
            vec![relinked(1, "b", Vec::new()), relinked(2, "b", Vec::new())],
            vec![("layouts", false)],
        ),
        (
            vec![relinked(1, "a", Vec::new()), relinked(2, "c", Vec::new())],
            vec![("layouts", false)],
        ),
        (
            vec![relinked(1, "b", vec![failed]), relinked(2, "c", vec![passed])],
            vec![("layouts", true), ("addresses", false)],
        ),
    ];
    for (relinks, expected) in rows {
        let tests = self_tests("a", &relinks);
        let seen: Vec<_> = tests.iter().map(|test| (test.name.as_str(), test.passed)).collect();
        assert_eq!(seen, expected);
        let subjects = tests.iter().skip(1).map(|test| test.subject.as_str());
        assert!(subjects.eq(expected[1..].iter().map(|_| "relink 1")));
    }
}
