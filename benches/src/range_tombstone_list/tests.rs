use std::collections::BTreeSet;

use super::real::flight_ranges;
use super::*;

#[test]
fn every_contender_gives_the_same_answer_in_every_case() {
    for case in cases(Scale::Smoke) {
        case.check().unwrap_or_else(|difference| panic!("{difference}"));
    }
}

#[test]
#[ignore = "the sizes that are measured: seconds with optimisation, a minute without"]
fn every_contender_gives_the_same_answer_at_full_size() {
    for case in cases(Scale::Full) {
        case.check().unwrap_or_else(|difference| panic!("{difference}"));
    }
}

#[test]
fn claims_and_story_name_cases_that_exist() {
    let existing: BTreeSet<String> = cases(Scale::Full).iter().map(Case::id).collect();
    for claim in claims() {
        assert!(!claim.cases.is_empty(), "{}", claim.id);
        for id in &claim.cases {
            assert!(existing.contains(id), "{}: no case {id}", claim.id);
        }
    }
    assert!(existing.contains(&story().headline_case));
}

#[test]
fn headlines_are_the_copy_of_1000_and_the_chain_of_4096() {
    let cases = cases(Scale::Full);
    let headlines: Vec<String> = cases.iter().filter(|case| case.headline).map(Case::id).collect();
    assert_eq!(
        headlines,
        ["range_tombstone_list/copy/n=1000", "range_tombstone_list/chain/n=4096"]
    );
}

#[test]
fn growth_curves_have_eight_sizes_over_three_decades() {
    for workload in ["copy", "chain"] {
        let sizes: Vec<u64> = cases(Scale::Full)
            .iter()
            .filter(|case| case.workload == workload && case.parameters.len() == 1)
            .filter_map(|case| match case.parameters[0].1 {
                measure::Parameter::Number(size) => Some(size),
                measure::Parameter::Name(_) => None,
            })
            .collect();
        let (least, most) = (sizes.iter().min().unwrap(), sizes.iter().max().unwrap());
        assert!(sizes.len() >= 8, "{workload}: {sizes:?}");
        assert!(most / least >= 1000, "{workload}: {sizes:?}");
    }
}

#[test]
fn flights_overlap_in_five_stretches_and_come_nearly_in_order() {
    let bounds =
        |range: &operation::Range| (range.start.components()[0], range.end.components()[0]);
    let flights: Vec<(i32, i32)> = flight_ranges(4096).iter().map(bounds).collect();
    assert_eq!(flights.len(), 4096);
    let mut sorted = flights.clone();
    sorted.sort_unstable();
    let (mut stretches, mut reached) = (0, i32::MIN);
    for (start, end) in sorted {
        stretches += usize::from(start > reached);
        reached = reached.max(end);
    }
    assert_eq!(stretches, 5);
}

#[test]
fn the_analysis_has_the_four_headings() {
    let story = story();
    let headings: Vec<&str> =
        story.analysis.lines().filter(|line| line.starts_with("## ")).collect();
    assert_eq!(
        headings,
        [
            "## What was slow",
            "## What the patch does",
            "## Where it does not help",
            "## What lies beyond"
        ]
    );
}
