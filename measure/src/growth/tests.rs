//! Exponents and classes of costs whose growth is known.

use super::*;

const SIZES: [u64; 8] = [8, 20, 56, 150, 400, 1100, 3000, 8192];

fn points(cost: fn(f64) -> f64) -> Vec<(u64, f64)> {
    SIZES.map(|size| (size, cost(size as f64))).into()
}

#[test]
fn classes_of_known_costs() {
    let rows: [(&str, Shape, GrowthClass); 9] = [
        ("7", |_| 7.0, GrowthClass::Constant),
        ("0", |_| 0.0, GrowthClass::Constant),
        ("9 + 1/n", |n| 9.0 + 1.0 / n, GrowthClass::Constant),
        ("ln n", f64::ln, GrowthClass::Logarithmic),
        ("20 n", |n| 20.0 * n, GrowthClass::Linear),
        ("20 n + 112", |n| 20.0 * n + 112.0, GrowthClass::Linear),
        ("n ln n", |n| n * n.ln(), GrowthClass::Linearithmic),
        ("n^2", |n| n * n, GrowthClass::Quadratic),
        ("n^1.5", |n| n.powf(1.5), GrowthClass::Unclassified),
    ];
    for (name, cost, expected) in rows {
        assert_eq!(class(&points(cost)), expected, "{name}");
    }
}

#[test]
fn few_sizes_and_costs_that_come_up_from_zero_have_no_class() {
    assert_eq!(class(&[(8, 8.0), (16, 16.0)]), GrowthClass::Unclassified);
    assert_eq!(class(&[(8, 0.0), (16, 0.0), (32, 0.0), (64, 9.0)]), GrowthClass::Unclassified);
}

#[test]
fn local_exponents_of_powers_are_the_powers() {
    for power in [0.0, 1.0, 1.5, 2.0] {
        let points = SIZES.map(|size| (size, 3.0 * (size as f64).powf(power)));
        let exponents = local_exponents(&points);
        assert_eq!(exponents.len(), SIZES.len() - 1);
        assert!(exponents.iter().all(|exponent| (exponent - power).abs() < 1e-9), "{exponents:?}");
    }
}

#[test]
fn a_zero_has_no_logarithm_and_so_no_exponent() {
    assert!(local_exponents(&[(8, 0.0), (16, 0.0)]).is_empty());
    assert!(local_exponents(&[(8, 0.0), (16, 9.0)]).is_empty());
    assert!(local_exponents(&[(0, 1.0), (16, 9.0)]).is_empty());
}

#[test]
fn of_sizes_close_together_the_larger_stays() {
    let points = BTreeMap::from([256, 1000, 1024, 4096].map(|size| (size, 1.0)));
    let sizes: Vec<u64> = apart(points).into_iter().map(|(size, _)| size).collect();
    assert_eq!(sizes, [256, 1024, 4096]);
}

fn case(id: &str, workload: &str, cursor: Option<&str>, n: u64, bytes: f64) -> CaseRecord {
    let mut parameters = BTreeMap::from([("n".to_owned(), Value::from(n))]);
    parameters.extend(cursor.map(|cursor| ("cursor".to_owned(), cursor.into())));
    let case = serde_json::json!({"id": id, "hot_path": "p", "workload": workload,
        "parameters": parameters, "origin": "growth", "headline": false, "learnable": false,
        "workload_version": 1, "operations": 1, "labels": [], "comparisons": [],
        "contenders": [{"name": "legacy", "role": "legacy", "answer_digest": "",
            "witnesses": {"allocated_bytes": {"unit": "bytes_per_op", "value": bytes},
                "cpu_time": {"unit": "ns_per_op", "value": bytes}}}]});
    serde_json::from_value(case).unwrap()
}

#[test]
fn cases_that_differ_in_size_alone_make_a_curve_and_time_makes_none() {
    let mut cases = Vec::new();
    for n in [64, 8, 16, 32, 1024, 128, 256, 512] {
        cases.push(case(&format!("p/a/n={n}"), "a", None, n, 20.0 * n as f64));
        cases.push(case(&format!("p/b/n={n}/cursor=shared"), "b", Some("shared"), n, 8.0));
    }
    // Seven sizes are no curve.
    for n in [8, 16, 32, 64, 128, 256, 512] {
        cases.push(case(&format!("p/b/n={n}/cursor=slice"), "b", Some("slice"), n, 8.0));
    }
    let curves = curves(&cases);
    let seen: Vec<_> =
        curves.iter().map(|curve| (curve.workload.as_str(), curve.witness, curve.class)).collect();
    let bytes = Witness::AllocatedBytes;
    let expected =
        [("a", bytes, GrowthClass::Linear), ("b/cursor=shared", bytes, GrowthClass::Constant)];
    assert_eq!(seen, expected);
    let sizes: Vec<u64> = curves[0].points.iter().map(|&(size, _)| size).collect();
    assert_eq!(sizes, [8, 16, 32, 64, 128, 256, 512, 1024]);
    assert!((curves[0].exponent.unwrap() - 1.0).abs() < 1e-9);
}

#[test]
fn cases_that_differ_in_size_alone_are_of_one_curve() {
    let curve = |parameters: Value| curve_of("copy", &serde_json::from_value(parameters).unwrap());
    assert_eq!(curve(serde_json::json!({"n": 8})).as_deref(), Some("copy"));
    assert_eq!(
        curve(serde_json::json!({"n": 8, "drop": "outside"})).as_deref(),
        Some("copy/drop=outside")
    );
    assert_eq!(curve(serde_json::json!({"drop": "outside"})), None);
    assert_eq!(curve(serde_json::json!({"n": "many"})), None);
}
