use std::collections::BTreeSet;

use super::real::{keys, tail_numbers_by_day};
use super::*;
use measure::record::Expectation;

#[test]
fn every_case_is_answered_alike_by_all_its_contenders() {
    for case in cases(Scale::Smoke) {
        case.check().unwrap();
    }
}

#[test]
fn every_case_has_legacy_the_patch_the_control_and_the_form_that_the_ticket_measured() {
    for case in cases(Scale::Full) {
        let names: Vec<&str> = case.contenders.iter().map(|contender| contender.name).collect();
        assert_eq!(
            names[..5],
            ["legacy", "optimized", "frontier", "control", "seed_2017"],
            "{}",
            case.id()
        );
    }
}

#[test]
fn random_trees_of_every_form_are_as_they_must_be() {
    for check in checks() {
        for seed in 0..20 {
            assert_eq!((check.compare)(seed), Ok(5 * 3 * 16));
        }
    }
}

#[test]
fn claims_name_existing_cases_and_contain_what_was_published() {
    let cases = cases(Scale::Full);
    let ids: BTreeSet<String> = cases.iter().map(Case::id).collect();
    let claims = claims();
    assert_eq!(claims.len(), 11);
    for claim in &claims {
        assert!(claim.cases.iter().all(|id| ids.contains(id)), "{}", claim.id);
        match &claim.expectation {
            Expectation::Ratio { published, low, high } => {
                assert!(low < published && published < high, "{}", claim.id);
            }
            Expectation::BetweenCases { reference_case, published, low, high } => {
                assert!(ids.contains(reference_case), "{}", claim.id);
                assert!(low < published && published < high, "{}", claim.id);
            }
            other => panic!("{}: {other:?}", claim.id),
        }
    }
}

#[test]
fn published_gains_are_those_of_the_published_scores() {
    let gains = [148, 26, 215, 51, 204, 69, 185, 63, 27, 16];
    for (claim, gain) in claims().iter().zip(gains) {
        let Expectation::Ratio { published, .. } = claim.expectation else {
            panic!("{}", claim.id)
        };
        // The ticket cuts digits off in some rows and rounds in others.
        assert!((published * 100.0 - 100.0 - f64::from(gain)).abs() < 1.0, "{}", claim.id);
        assert!(claim.published.starts_with(&format!("+{gain} %")), "{}", claim.id);
    }
}

#[test]
fn the_growth_curve_has_eight_sizes_over_three_decades() {
    let sizes = cases(Scale::Full).into_iter().filter(|case| case.workload == "build");
    let sizes: BTreeSet<u64> = sizes
        .map(|case| match case.parameters[0] {
            ("n", measure::Parameter::Number(n)) => n,
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(sizes.len() >= 8);
    assert!(sizes.last().unwrap() / sizes.first().unwrap() >= 1000);
}

#[test]
fn real_input_is_what_its_source_states() {
    assert_eq!(keys(27_004).len(), 27_004 - 408);
    let days = tail_numbers_by_day(31);
    assert_eq!(days.len(), 31);
    assert_eq!(days.iter().map(Vec::len).sum::<usize>(), 27_004 - 155);
    assert_eq!(days.iter().flatten().collect::<BTreeSet<_>>().len(), 3_148);
}

#[test]
fn the_story_leads_to_an_existing_case_and_has_its_four_parts() {
    let story = story();
    assert!(cases(Scale::Full).iter().any(|case| case.id() == story.headline_case));
    let headings: Vec<&str> =
        story.analysis.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let expected =
        ["What was slow", "What the patch does", "Where it does not help", "What lies beyond"];
    assert_eq!(headings, expected);
}
