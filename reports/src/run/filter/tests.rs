//! What a filter means.

use serde_json::json;

use super::*;

fn catalogue() -> Catalogue {
    let case = |(id, headline): (&str, bool)| {
        json!({"id": id, "hot_path": "p", "workload": "w", "parameters": {}, "origin": "ticket",
            "headline": headline, "learnable": false, "workload_version": 1, "operations": 1, "pass": 1, "counted_passes": 1,
            "contenders": [{"name": "legacy", "role": "legacy"}]})
    };
    let cases = [("p/copy/n=10", false), ("p/copy/n=1000", true), ("p/chain/n=1000", false)];
    serde_json::from_value(json!({"schema": "hotpair.catalogue", "version": 1,
        "cases": cases.map(case), "stories": [], "claims": []}))
    .unwrap()
}

fn ids(only: &[&str], headline_only: bool) -> Result<Vec<String>, Failure> {
    let only: Vec<String> = only.iter().map(|filter| (*filter).to_owned()).collect();
    let catalogue = catalogue();
    let selected = select(&catalogue, &only, headline_only)?;
    Ok(selected.into_iter().map(|case| case.id.clone()).collect())
}

#[test]
fn an_id_means_one_case_and_any_other_text_all_that_contain_it() {
    for (only, expected) in [
        (vec![], vec!["p/copy/n=10", "p/copy/n=1000", "p/chain/n=1000"]),
        (vec!["p/copy/n=10"], vec!["p/copy/n=10"]),
        (vec!["copy/n=10"], vec!["p/copy/n=10", "p/copy/n=1000"]),
        (vec!["chain", "p/copy/n=10"], vec!["p/copy/n=10", "p/chain/n=1000"]),
    ] {
        assert_eq!(ids(&only, false).unwrap(), expected, "{only:?}");
    }
    assert_eq!(ids(&[], true).unwrap(), ["p/copy/n=1000"]);
}

#[test]
fn a_filter_that_matches_nothing_names_the_nearest_ids() {
    let failure = ids(&["n=1000", "chian/n=1000"], false).unwrap_err();
    assert_eq!(failure.message, "0 of 3 cases match \"chian/n=1000\"");
    assert!(failure.hint.unwrap().starts_with("nearest: p/chain/n=1000"));
    let failure = ids(&["chain"], true).unwrap_err();
    assert_eq!(failure.message, "0 of 1 headline cases match \"chain\"");
}
