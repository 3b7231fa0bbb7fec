//! What the sources must keep to, or the comparison would not be fair.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const HOT_PATHS: [&str; 4] =
    ["bitmap_range_check", "range_tombstone_list", "vlong_decode", "btree_build"];

fn source(krate: &str, hot_path: &str) -> String {
    let path = format!("{ROOT}/{krate}/src/{hot_path}.rs");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The attributes that stand directly above each function, by the function's name.
fn attributes(source: &str) -> BTreeMap<String, Vec<String>> {
    let (mut found, mut above) = (BTreeMap::new(), Vec::new());
    for line in source.lines().map(str::trim) {
        if line.starts_with("#[") {
            above.push(line.to_owned());
        } else if let Some((_, after)) = line.split_once("fn ") {
            let name: String =
                after.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if !line.starts_with("//") && !name.is_empty() {
                found.insert(name, above.clone());
            }
            above.clear();
        } else if !line.starts_with("//") {
            above.clear();
        }
    }
    found
}

#[test]
fn paired_functions_carry_the_same_attributes() {
    for hot_path in HOT_PATHS {
        let legacy = attributes(&source("legacy", hot_path));
        let optimized = attributes(&source("optimized", hot_path));
        let shared = legacy.keys().filter(|name| optimized.contains_key(*name));
        assert!(shared.clone().count() > 0, "{hot_path}: no function has the same name in both");
        for name in shared {
            assert_eq!(legacy[name], optimized[name], "{hot_path}: attributes of {name}");
        }
    }
}

#[test]
fn no_implementation_hides_values_from_the_compiler() {
    for krate in ["legacy", "optimized"] {
        for hot_path in HOT_PATHS {
            assert!(!source(krate, hot_path).contains("black_box"), "{krate}: {hot_path}");
        }
    }
}

#[test]
fn legacy_names_shared_things_by_their_crate_so_that_the_control_compiles() {
    for hot_path in HOT_PATHS {
        assert!(!source("legacy", hot_path).contains("crate::"), "{hot_path}");
    }
}

#[test]
fn crates_know_only_those_that_the_architecture_lets_them_know() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(ROOT)
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    let mut known = BTreeMap::new();
    for package in metadata["packages"].as_array().expect("packages") {
        let dependencies = package["dependencies"].as_array().expect("dependencies");
        let normal = dependencies.iter().filter(|dependency| dependency["kind"].is_null());
        let names: Vec<&str> =
            normal.filter_map(|dependency| dependency["name"].as_str()).collect();
        known.insert(package["name"].as_str().expect("a name"), names);
    }
    assert_eq!(known["common"], [""; 0]);
    for krate in ["legacy", "optimized", "frontier", "control"] {
        assert_eq!(known[krate], ["common"], "{krate}");
    }
    for krate in ["measure", "reports"] {
        for contender in ["common", "legacy", "optimized", "frontier", "control", "benches"] {
            assert!(!known[krate].contains(&contender), "{krate} knows {contender}");
        }
    }
}
