//! Criterion's files as it writes them, damaged, and of other versions.

use serde_json::json;

use super::*;

fn estimate(value: f64) -> Value {
    json!({"point_estimate": value, "standard_error": 0.1, "confidence_interval":
        {"confidence_level": 0.95, "lower_bound": value - 0.5, "upper_bound": value + 0.5}})
}

fn estimates_json() -> Value {
    json!({"mean": estimate(11.0), "median": estimate(10.5), "slope": estimate(10.0),
        "median_abs_dev": estimate(1.0), "std_dev": estimate(1.0)})
}

/// A folder with blanks in its name that holds one benchmark.
struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Home {
        Home(tempfile::TempDir::with_prefix("two  blanks ").unwrap())
    }

    fn add(&self, folder: &str, full_id: &str, estimates: &str) -> &Home {
        let new = self.0.path().join(folder).join("new");
        fs::create_dir_all(&new).unwrap();
        let benchmark = json!({"group_id": "g", "function_id": null, "full_id": full_id});
        fs::write(new.join("benchmark.json"), benchmark.to_string()).unwrap();
        fs::write(new.join("estimates.json"), estimates).unwrap();
        self
    }

    fn read(&self) -> Result<BTreeMap<String, Estimates>, String> {
        read(self.0.path())
    }
}

fn with(change: impl FnOnce(&mut Value)) -> String {
    let mut value = estimates_json();
    change(&mut value);
    value.to_string()
}

#[test]
fn the_slope_is_taken_and_the_mean_where_there_is_none() {
    let home = Home::new();
    home.add("p_w/legacy", "p/w/legacy", &with(|_| ()));
    home.add("p_w/flat", "p/w/flat", &with(|it| it["slope"] = Value::Null));
    let found = home.read().unwrap();
    let legacy = Estimate { value: 10.0, low: 9.5, high: 10.5, confidence: 0.95 };
    assert_eq!(found["p/w/legacy"].typical, legacy);
    assert_eq!(found["p/w/legacy"].statistic, Statistic::Slope);
    assert!((found["p/w/legacy"].median.value - 10.5).abs() < 1e-9);
    // C11
    assert_eq!(found["p/w/flat"].statistic, Statistic::Mean);
    assert!((found["p/w/flat"].typical.value - 11.0).abs() < 1e-9);
}

// B09, B14
#[test]
fn ids_come_from_the_file_and_not_from_its_folder() {
    let odd = "grp/with slash <b>&\"x\"/f/1 é ✓";
    let home = Home::new();
    home.add("grp_with slash _b_&_x_/f_1", odd, &with(|_| ()));
    assert_eq!(home.read().unwrap().into_keys().collect::<Vec<_>>(), [odd]);
}

#[test]
fn earlier_results_and_baselines_are_not_taken() {
    let home = Home::new();
    home.add("p_w/legacy", "p/w/legacy", &with(|_| ()));
    let from = home.0.path().join("p_w/legacy/new");
    fs::rename(from, home.0.path().join("p_w/legacy/base")).unwrap();
    assert_eq!(home.read(), Ok(BTreeMap::new()));
}

// B01
#[test]
fn a_folder_that_is_missing_or_a_plain_file_holds_nothing() {
    let home = Home::new();
    let file = home.0.path().join("file");
    fs::write(&file, "").unwrap();
    assert_eq!(read(&file), Ok(BTreeMap::new()));
    assert_eq!(read(&home.0.path().join("nowhere")), Ok(BTreeMap::new()));
}

#[test]
fn damaged_files_are_named_with_what_is_wrong() {
    let cut = with(|_| ())[..100].to_owned();
    for (estimates, expected) in [
        // B04
        (cut, "EOF while parsing"),
        (String::new(), "EOF while parsing"),
        ("[]".to_owned(), "unsupported schema"),
        ("{}".to_owned(), "unsupported schema: missing field `mean`"),
        // C11
        (json!({"Mean": estimate(1.0)}).to_string(), "unsupported schema: has `Mean`"),
        // B15: what is no number is written as null.
        (
            with(|it| it["slope"]["point_estimate"] = Value::Null),
            "unsupported schema: invalid type",
        ),
        // B16
        (with(|it| it["slope"] = estimate(-3.0)), "slope -3 within -3.5 to -2.5 is no time"),
        (with(|it| it["median"] = estimate(0.0)), "median 0 within -0.5 to 0.5 is no time"),
    ] {
        let home = Home::new();
        home.add("p_w/legacy", "p/w/legacy", &estimates);
        let message = home.read().unwrap_err();
        assert!(message.starts_with("p_w/legacy/new/estimates.json: "), "{message}");
        assert!(message.contains(expected), "{message}");
        assert!(!message.contains('\n'), "{message}");
    }
}

#[test]
fn a_missing_file_and_an_id_twice_are_refused() {
    let home = Home::new();
    home.add("p_w/legacy", "p/w/legacy", &with(|_| ()));
    // B08
    home.add("p_w/legacy_2", "p/w/legacy", &with(|_| ()));
    assert_eq!(home.read(), Err("\"p/w/legacy\" was measured twice".into()));
    fs::remove_dir_all(home.0.path().join("p_w/legacy_2")).unwrap();
    // C10
    fs::remove_file(home.0.path().join("p_w/legacy/new/estimates.json")).unwrap();
    let message = home.read().unwrap_err();
    assert!(message.starts_with("p_w/legacy/new/estimates.json: No such file"), "{message}");
}
