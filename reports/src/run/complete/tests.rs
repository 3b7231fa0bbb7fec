//! A run that lacks something of its plan, or has something beside it.

use serde_json::{Value, json};

use super::*;

/// A run of one case with both witnesses.
pub(crate) fn run() -> Value {
    let contender = |name: &str, role: &str| {
        json!({"name": name, "role": role, "answer_digest": "a", "witnesses": {
            "cpu_time": {"unit": "ns_per_op", "value": 2.0},
            "allocated_bytes": {"unit": "bytes_per_op", "value": 9.0},
            "allocated_blocks": {"unit": "blocks_per_op", "value": 1.0}}})
    };
    let row = |witness: &str| json!({"contender": "optimized", "witness": witness, "ratio": 1.0, "verdict": "equivalent"});
    let names = json!(["legacy", "optimized"]);
    json!({"schema": "hotpair.run", "version": 1, "complete": true, "command": [], "seed": 1,
        "started": "2026-01-01T00:00:00Z", "duration_s": 1.0,
        "environment": {"cpu_model": "", "cores": 1, "caches_bytes": {}, "kernel": "", "libc": "",
            "allocator": "", "rustc": "", "target": "", "rustflags": "", "profile": "", "crates": {},
            "load_before": 0.0, "load_after": 0.0, "tunables": ""},
        "plan": {"catalogue": ["p/w"], "missing": [], "cases": [{"id": "p/w", "contenders": {
            "cpu_time": names, "allocated_bytes": names, "allocated_blocks": names}}]},
        "instrument": {"self_tests": [], "margins": {}, "clock_overhead_ns": 0.0,
            "cpu_clock_overhead_ns": 0.0, "quiet_share": 1.0, "memcpy_cliff": 1.0,
            "memcpy_cliff_tuned": 1.0},
        "cases": [{"id": "p/w", "hot_path": "p", "workload": "w", "parameters": {},
            "origin": "ticket", "headline": true, "learnable": false, "workload_version": 1,
            "operations": 1, "labels": [],
            "contenders": [contender("legacy", "legacy"), contender("optimized", "optimized")],
            "comparisons": [row("cpu_time"), row("allocated_bytes"), row("allocated_blocks")]}],
        "growth": [], "claims": [], "equivalence": [], "stories": [], "published": []})
}

fn gaps_of(change: impl FnOnce(&mut Value)) -> Vec<String> {
    let mut run = run();
    change(&mut run);
    gaps(&serde_json::from_value(run).unwrap())
}

#[test]
fn a_run_that_holds_its_plan_has_no_gap() {
    assert_eq!(gaps_of(|_| ()), Vec::<String>::new());
}

#[test]
fn whatever_is_missing_or_surplus_is_named() {
    type Change = fn(&mut Value);
    let rows: [(Change, &str); 6] = [
        (|run| run["cases"] = json!([]), "case \"p/w\" was not measured"),
        (
            |run| drop(run["cases"][0]["contenders"].as_array_mut().unwrap().pop()),
            "case \"p/w\": optimized has no cpu_time",
        ),
        (
            |run| {
                let witnesses = &mut run["cases"][0]["contenders"][0]["witnesses"];
                witnesses.as_object_mut().unwrap().remove("allocated_bytes");
            },
            "case \"p/w\": legacy has no allocated_bytes",
        ),
        (
            |run| drop(run["cases"][0]["comparisons"].as_array_mut().unwrap().remove(0)),
            "case \"p/w\": optimized has no comparison by cpu_time",
        ),
        (
            |run| run["plan"]["cases"][0]["criterion"] = json!(["optimized"]),
            "case \"p/w\": optimized has no figure of Criterion",
        ),
        (|run| run["plan"]["cases"] = json!([]), "case \"p/w\" was not planned"),
    ];
    for (change, expected) in rows {
        assert_eq!(gaps_of(change).first().map(String::as_str), Some(expected));
    }
}

#[test]
fn a_size_of_a_growth_curve_needs_no_verdict() {
    let gaps = gaps_of(|run| {
        run["cases"][0]["origin"] = json!("growth");
        run["cases"][0]["comparisons"].as_array_mut().unwrap().remove(0);
    });
    assert_eq!(gaps, Vec::<String>::new());
}

#[test]
fn a_headline_row_needs_every_relink_and_a_control_none() {
    let layouts = |ratios: Value| json!({"ratios": ratios, "lowest": 1.0, "highest": 1.0, "dependent": false});
    let gaps = |number: u32, layouts: Option<Value>| {
        gaps_of(|run| {
            run["plan"]["layouts"] = json!(number);
            if let Some(layouts) = layouts {
                run["cases"][0]["comparisons"][0]["layouts"] = layouts;
            }
        })
    };
    let missing = |seen| vec![format!("case \"p/w\": optimized was timed on {seen} of 2 relinks")];
    assert_eq!(gaps(2, None), missing(0));
    assert_eq!(gaps(2, Some(layouts(json!([[1, 1.0]])))), missing(1));
    assert_eq!(gaps(2, Some(layouts(json!([[1, 1.0], [2, 1.0]])))), Vec::<String>::new());
    let control = gaps_of(|run| {
        run["plan"]["layouts"] = json!(2);
        run["cases"][0]["contenders"][1]["role"] = json!("control");
    });
    assert_eq!(control, Vec::<String>::new());
}

#[test]
fn a_long_run_wants_a_verdict_on_every_size() {
    let gaps = gaps_of(|run| {
        run["plan"]["long"] = json!(true);
        run["cases"][0]["origin"] = json!("growth");
        run["cases"][0]["comparisons"].as_array_mut().unwrap().remove(0);
    });
    assert_eq!(gaps, ["case \"p/w\": optimized has no comparison by cpu_time"]);
}
