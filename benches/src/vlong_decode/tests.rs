use std::collections::BTreeMap;

use common::vlong::format;
use measure::record::{Expectation, Role};

use super::*;

#[test]
fn all_contenders_give_the_same_answer_in_every_case() {
    for case in cases(Scale::Smoke) {
        if let Err(message) = case.check() {
            panic!("{message}");
        }
    }
}

#[test]
fn ids_are_unique_short_and_as_the_plan_names_them() {
    let cases = cases(Scale::Full);
    let ids: BTreeMap<String, &Case> = cases.iter().map(|case| (case.id(), case)).collect();
    assert_eq!(ids.len(), cases.len());
    assert!(ids.keys().all(|id| id.len() <= 60), "{ids:?}", ids = ids.keys());
    let headlines: Vec<&str> =
        ids.iter().filter(|(_, case)| case.headline).map(|(id, _)| id.as_str()).collect();
    let expected = [
        "vlong_decode/single/bytes=7/padded=1/cursor=shared",
        "vlong_decode/stream/n=65536/cursor=shared",
    ];
    assert_eq!(headlines, expected);
    assert!(ids.contains_key(&story().headline_case));
    for (id, case) in &ids {
        let roles: Vec<Role> = case.contenders.iter().map(|contender| contender.role).collect();
        assert_eq!(
            roles[..5],
            [Role::Legacy, Role::Optimized, Role::Revision, Role::Frontier, Role::Control],
            "{id}"
        );
    }
}

#[test]
fn claims_point_at_cases_and_bands_hold_the_published_ratio() {
    let ids: Vec<String> = cases(Scale::Full).iter().map(Case::id).collect();
    let claims = claims();
    assert_eq!(claims.len(), 17);
    for (number, claim) in (1..).zip(&claims) {
        assert_eq!(claim.id, format!("vlong-{number}"));
        assert!(claim.cases.iter().all(|case| ids.contains(case)), "{}", claim.id);
        let Expectation::Ratio { published, low, high } = claim.expectation else {
            panic!("{} is judged by a ratio", claim.id);
        };
        assert!(low < published && published < high, "{}", claim.id);
        assert!(claim.published.ends_with(&format!("{published:.2}x")), "{}", claim.published);
    }
}

#[test]
fn the_analysis_has_its_four_headings() {
    let analysis = story().analysis;
    let headings: Vec<&str> =
        analysis.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let expected =
        ["What was slow", "What the patch does", "Where it does not help", "What lies beyond"];
    assert_eq!(headings, expected);
}

// A20: the ticket's values have these sizes.
#[test]
fn ticket_values_take_1_3_5_and_7_bytes() {
    assert_eq!(single::VALUES.map(format::encoded_size), [1, 3, 5, 7]);
}

#[test]
fn uniform_values_take_each_size_about_equally_often_with_both_signs() {
    let values = stream::uniform_values(65_536);
    let mut counts = [0_usize; 10];
    for &value in &values {
        counts[format::encoded_size(value)] += 1;
    }
    let expected = values.len() / 9;
    for (size, &count) in counts.iter().enumerate().skip(1) {
        assert!(count.abs_diff(expected) < expected / 20, "size {size}: {count}");
    }
    assert!(values.iter().filter(|&&value| value < 0).count().abs_diff(values.len() / 2) < 1_000);
}

#[test]
fn flight_columns_mix_sizes_and_signs() {
    let values = stream::flight_values();
    assert_eq!(values.len(), 5 * 27_004);
    assert!(values.iter().step_by(5).all(|&time| format::encoded_size(time) == 7));
    assert_eq!(
        values[..10],
        [1_357_035_300_000, 2, 11, 1400, 0, 1_357_036_140_000, 4, 20, 1416, 840_000]
    );
    for column in [1, 2, 4] {
        assert!(values.iter().skip(column).step_by(5).any(|&value| value < 0), "column {column}");
    }
}

#[test]
fn blocks_are_about_as_large_as_stated_and_differ_in_the_vlongs_only() {
    let [one, seven, mixed] =
        [&[1][..], &[7], &[1, 4, 5, 7]].map(|sizes| block::block(sizes).len());
    assert_eq!(seven - one, 1_500 * 6);
    assert!(one < mixed && mixed < seven);
    assert!((30_000..50_000).contains(&one), "{one}");
}
