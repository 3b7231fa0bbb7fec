//! The table of collected bugs is whole, and what it names exists.

use std::collections::BTreeSet;
use std::fs;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

struct Row {
    id: String,
    held_by: String,
}

/// Every row of every table of the page.
fn rows() -> Vec<Row> {
    let page = fs::read_to_string(format!("{ROOT}/CASES.md")).expect("CASES.md is committed");
    let cells = page.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let rows = cells.filter(|cells| !cells.starts_with("id |")).map(|cells| {
        let [id, _, held_by] = cells.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("three cells: {cells}");
        };
        Row { id: id.to_owned(), held_by: held_by.to_owned() }
    });
    rows.collect()
}

/// The tests that a row names, each with its file; a file stands before its tests.
fn tests(row: &Row) -> Vec<(&str, &str)> {
    let mut file = "";
    let mut tests = Vec::new();
    for name in row.held_by.split('`').skip(1).step_by(2) {
        if name.contains('/') {
            file = name;
        } else {
            tests.push((file, name));
        }
    }
    tests
}

/// Whether a source holds this test: as the harness finds it, or called by the `main` of a program of its own, perhaps
/// through a table of names.
fn holds(source: &str, test: &str) -> bool {
    let Some(at) = source.find(&format!("fn {test}(")) else { return false };
    let above = source[..at].rsplit_once('\n').map_or("", |(above, _)| above);
    let attributes = above.split('\n').rev().take_while(|line| !line.trim().is_empty());
    let is_test = attributes.into_iter().any(|line| line.trim() == "#[test]");
    is_test
        || source.contains(&format!("    {test}();\n"))
        || source.contains(&format!("\"{test}\","))
}

#[test]
fn every_collected_case_has_one_row() {
    let rows = rows();
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(unique.len(), ids.len(), "an id stands twice");
    let all = [('A', 40), ('B', 29)].into_iter();
    let all = all.flat_map(|(letter, most)| (1..=most).map(move |at| format!("{letter}{at:02}")));
    assert_eq!(ids, all.collect::<Vec<_>>());
}

#[test]
fn every_row_names_tests_that_exist_and_carry_its_id_or_says_why_not() {
    for row in rows() {
        let tests = tests(&row);
        if tests.is_empty() {
            let reason = row.held_by.strip_prefix("does not apply: ");
            assert!(
                reason.is_some_and(|reason| reason.len() > 20),
                "{}: no test, no reason",
                row.id
            );
        }
        let mut carries_id = tests.is_empty();
        for (file, test) in tests {
            let source = fs::read_to_string(format!("{ROOT}/{file}"))
                .unwrap_or_else(|error| panic!("{}: {file}: {error}", row.id));
            assert!(holds(&source, test), "{}: no test {test} in {file}", row.id);
            carries_id |= source.contains(&row.id);
        }
        assert!(carries_id, "{}: no file named here has the id in a comment", row.id);
    }
}

#[test]
fn a_test_is_found_by_its_attribute_or_by_its_call() {
    let source = "// A01\n#[test]\nfn runs() {}\n\nfn helper() {}\n\nfn main() {\n    called();\n}\n\nfn called() {}\n\nconst TESTS: &[_] = &[(\"listed\", listed)];\n\nfn listed() {}\n";
    assert!(["runs", "called", "listed"].iter().all(|test| holds(source, test)));
    assert!(!holds(source, "helper") && !holds(source, "run"));
}
