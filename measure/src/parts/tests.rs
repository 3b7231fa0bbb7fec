use std::io::Write;

use serde_json::json;

use super::*;

fn summary(version: &str, counts: &[u64]) -> tempfile::NamedTempFile {
    let part = |count: &u64| {
        let value = json!({"values": {"new": count}});
        json!({"metrics": {"Ir": value, "Bcm": value, "Bim": value}})
    };
    let parts: Vec<Value> = counts.iter().map(part).collect();
    let text = json!({"version": version, "profiles": [{"data": {"parts": parts}}]});
    let mut file = tempfile::NamedTempFile::new().unwrap();
    write!(file, "{text}").unwrap();
    file
}

#[test]
fn a_count_is_twice_as_many_passes_less_those() {
    let file = summary("7", &[999, 50, 110, 5, 210, 6, 60, 1_010, 7, 2_010, 8]);
    let counts = read_summary(file.path(), 2).unwrap();
    let [a, b] = counts.as_slice() else { panic!("{counts:?}") };
    assert_eq!((a.instructions, a.branch_mispredictions), (100, 200));
    assert_eq!((b.instructions, b.branch_mispredictions), (1_000, 2_000));
}

#[test]
fn another_number_of_parts_or_version_is_refused_with_the_file() {
    for (file, contenders) in [
        (summary("7", &[1, 2, 3, 4, 5]), 1),
        (summary("7", &[999, 50, 110, 5, 210, 6]), 2),
        (summary("8", &[999, 50, 110, 5, 210, 6]), 1),
        (summary("7", &[999, 50, 210, 5, 110, 6]), 1),
    ] {
        let message = read_summary(file.path(), contenders).unwrap_err();
        assert!(message.starts_with(&file.path().display().to_string()), "{message}");
    }
}

// B18
#[test]
fn an_event_that_is_missing_is_told_by_its_name() {
    let text = json!({"version": "7", "profiles": [{"data": {"parts": [
        {"metrics": {"Ir": {"values": {"new": 1}}}}]}}]});
    let mut file = tempfile::NamedTempFile::new().unwrap();
    write!(file, "{text}").unwrap();
    let message = read_summary(file.path(), 0).unwrap_err();
    assert!(message.ends_with(": no event Bcm in a part"), "{message}");
}
