//! What is planned for Criterion, and that exactly this must come back.

use std::collections::BTreeMap;

use measure::record::{PlannedCase, Statistic};
use serde_json::json;

use super::*;

fn case(id: &str, headline: bool, roles: &[&str]) -> CatalogueCase {
    let contenders: Vec<_> = roles.iter().map(|role| json!({"name": role, "role": role})).collect();
    serde_json::from_value(json!({"id": id, "hot_path": "p", "workload": "w", "parameters": {},
        "origin": "ticket", "headline": headline, "learnable": false, "workload_version": 1,
        "operations": 64, "pass": 1, "counted_passes": 1, "contenders": contenders}))
    .unwrap()
}

fn planned(cases: &[&CatalogueCase]) -> Plan {
    let empty = |case: &&CatalogueCase| PlannedCase {
        id: case.id.clone(),
        contenders: BTreeMap::new(),
        criterion: Vec::new(),
    };
    let mut plan = Plan { cases: cases.iter().map(empty).collect(), ..Plan::default() };
    add_to(&mut plan, cases);
    plan
}

#[test]
fn ranked_contenders_of_headline_cases_are_measured() {
    let all =
        ["legacy", "optimized", "frontier", "revision", "peer", "limit", "control", "variant"];
    let (first, second) = (case("p/a", true, &all), case("p/b", false, &all));
    let reference = case("p/c", true, &["peer", "optimized"]);
    let plan = planned(&[&first, &second, &reference]);
    assert_eq!(plan.cases[0].criterion, ["legacy", "optimized", "frontier", "peer"]);
    assert_eq!(plan.cases[1].criterion, Vec::<String>::new());
    assert_eq!(plan.cases[2].criterion, ["peer", "optimized"]);
    let job = job(&plan).unwrap();
    assert_eq!(job.contenders.keys().collect::<Vec<_>>(), ["p/a", "p/c"]);
}

#[test]
fn a_plan_without_headline_cases_has_no_job() {
    assert_eq!(job(&planned(&[&case("p/b", false, &["legacy"])])), None);
}

#[test]
fn time_is_shared_out_so_that_eight_cases_stay_within_the_budget() {
    let cases: Vec<CatalogueCase> =
        (0..8).map(|at| case(&format!("p/{at}"), true, &["legacy", "optimized"])).collect();
    for (number, most) in [(1, 2.0), (4, BUDGET_S), (8, BUDGET_S)] {
        let some: Vec<&CatalogueCase> = cases.iter().take(number).collect();
        let job = job(&planned(&some)).unwrap();
        assert!(seconds(&job) <= most + 1e-9, "{number} cases take {}", seconds(&job));
        assert!(job.warm_up_s > 0.0 && job.measurement_s >= 0.1, "{job:?}");
    }
}

fn found(home: &Path, id: &str, nanoseconds: f64) {
    let folder = home.join(id.replace('/', "_")).join("new");
    std::fs::create_dir_all(&folder).unwrap();
    let estimate = json!({"point_estimate": nanoseconds, "confidence_interval":
        {"confidence_level": 0.95, "lower_bound": nanoseconds, "upper_bound": nanoseconds}});
    let estimates = json!({"mean": estimate, "median": estimate, "slope": null});
    std::fs::write(folder.join("benchmark.json"), json!({"full_id": id}).to_string()).unwrap();
    std::fs::write(folder.join("estimates.json"), estimates.to_string()).unwrap();
}

#[test]
fn exactly_the_plan_must_come_back_and_figures_are_per_operation() {
    let case = case("p/a", true, &["legacy", "optimized"]);
    let job = job(&planned(&[&case])).unwrap();
    let home = tempfile::tempdir().unwrap();
    let joined = || join(&job, &[&case], home.path());
    // B02
    let nothing = "0 of 2 contenders measured, not \"p/a/legacy\"";
    assert_eq!(joined(), Err(nothing.into()));
    found(home.path(), "p/a/legacy", 640.0);
    assert_eq!(joined(), Err("1 of 2 contenders measured, not \"p/a/optimized\"".into()));
    found(home.path(), "p/a/optimized", 64.0);
    let figures = joined().unwrap();
    assert_eq!(figures[0].contender, "legacy");
    assert_eq!(figures[0].distribution.statistic, Statistic::Mean);
    assert!((figures[0].distribution.value - 10.0).abs() < 1e-9);
    assert!((figures[1].distribution.median - 1.0).abs() < 1e-9);
    found(home.path(), "p/a/stranger", 64.0);
    assert_eq!(joined(), Err("\"p/a/stranger\" was measured and not planned".into()));
}
