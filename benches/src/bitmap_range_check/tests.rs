use std::collections::HashSet;

use measure::record::{Expectation, Role};

use super::*;

#[test]
fn all_contenders_of_every_case_agree() {
    for case in cases(Scale::Smoke) {
        case.check().unwrap_or_else(|message| panic!("{message}"));
    }
}

#[test]
fn ids_are_unique_short_and_plain() {
    let cases = cases(Scale::Full);
    let ids: HashSet<String> = cases.iter().map(Case::id).collect();
    assert_eq!(ids.len(), cases.len());
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_/=.-".contains(c);
    assert!(ids.iter().all(|id| id.len() <= 60 && id.chars().all(plain)), "{ids:?}");
}

#[test]
fn the_reference_comes_first_and_the_control_is_in_every_case() {
    for case in cases(Scale::Full) {
        assert_eq!(case.contenders[0].role, Role::Legacy, "{}", case.id());
        assert!(case.contenders.iter().any(|one| one.role == Role::Control), "{}", case.id());
    }
}

#[test]
fn claims_name_cases_and_contenders_that_exist() {
    let cases = cases(Scale::Full);
    for claim in claims() {
        for id in &claim.cases {
            let case = cases.iter().find(|case| case.id() == *id);
            let case = case.unwrap_or_else(|| panic!("{}: no case {id}", claim.id));
            assert!(case.contenders.iter().any(|one| one.name == claim.contender), "{}", claim.id);
        }
    }
    let ids: Vec<String> = claims().into_iter().map(|claim| claim.id).collect();
    assert_eq!(ids, (1..=8).map(|number| format!("iotdb-{number}")).collect::<Vec<_>>());
}

#[test]
fn the_published_ratios_lie_in_their_own_bands() {
    for claim in claims() {
        if let Expectation::Ratio { published, low, high } = claim.expectation {
            assert!(low < published && published < high, "{}", claim.id);
        }
    }
}

#[test]
fn the_story_has_its_four_parts_and_its_headline_case() {
    let story = story();
    let headings: Vec<&str> =
        story.analysis.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let parts =
        ["What was slow", "What the patch does", "Where it does not help", "What lies beyond"];
    assert_eq!(headings, parts);
    let headline = cases(Scale::Full).into_iter().find(|case| case.id() == story.headline_case);
    assert!(headline.is_some_and(|case| case.headline));
}

/// The ticket's own workload: half of the answers are true.
#[test]
fn half_of_the_checks_find_a_mark() {
    let expected = measure::Answer::from(0xaaaa_aaaa_aaaa_aaaa);
    for case in single_checks::cases() {
        assert_eq!(case.check(), Ok(expected.clone()), "{}", case.id());
    }
}

#[test]
fn random_ranges_are_answered_as_by_a_loop() {
    for check in checks() {
        assert_eq!((check.compare)(18_358), Ok(64 * 64 * 4));
    }
}
