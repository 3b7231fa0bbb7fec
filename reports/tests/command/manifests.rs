//! What the workspace's manifests and sources must keep to, or a measurement ends in an obscure way.

use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Folder and manifest of every member, and of the example outside.
fn packages() -> Vec<(PathBuf, Table)> {
    let read = |folder: PathBuf| {
        let text = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        (folder, text.parse().unwrap())
    };
    let (_, workspace): (_, Table) = read(ROOT.into());
    let members = workspace["workspace"]["members"].as_array().unwrap();
    let names = members.iter().map(|name| name.as_str().unwrap());
    let folders = names.chain(["examples/own-pair"]).map(|name| Path::new(ROOT).join(name));
    folders.map(read).collect()
}

// B06: a harness of libtest would refuse Criterion's flags, and `cargo bench -- --save-baseline x` with it.
#[test]
fn no_library_and_no_program_is_a_bench_target_by_default() {
    for (folder, manifest) in packages() {
        let bench = |target: &Value| target.get("bench").and_then(Value::as_bool);
        let place = folder.display();
        if folder.join("src/lib.rs").exists() || manifest.contains_key("lib") {
            assert_eq!(manifest.get("lib").and_then(bench), Some(false), "{place}: [lib]");
        }
        let programs = manifest.get("bin").and_then(Value::as_array);
        let programs = programs.into_iter().flatten().collect::<Vec<_>>();
        for program in &programs {
            assert_eq!(bench(program), Some(false), "{place}: [[bin]] {}", program["name"]);
        }
        let main = folder.join("src/main.rs").exists();
        assert!(!main || !programs.is_empty(), "{place}: src/main.rs needs a [[bin]]");
        let benches = manifest.get("bench").and_then(Value::as_array);
        for target in benches.into_iter().flatten() {
            let harness = target.get("harness").and_then(Value::as_bool);
            assert_eq!(harness, Some(false), "{place}: [[bench]] {}", target["name"]);
        }
    }
}

// B17: a runner of another version than the library reads other messages than it writes.
#[test]
fn callgrinds_driver_has_exactly_the_version_of_its_library() {
    let mut versions = Vec::new();
    for (folder, manifest) in packages() {
        let dependencies = manifest.get("dependencies").and_then(Value::as_table);
        for (name, value) in dependencies.into_iter().flatten() {
            let package = value.get("package").and_then(Value::as_str).unwrap_or(name);
            if matches!(package, "gungraun" | "gungraun-runner") {
                versions.push((folder.clone(), value["version"].as_str().unwrap().to_owned()));
            }
        }
    }
    assert_eq!(versions.len(), 3, "measure, benches and the example: {versions:?}");
    for (folder, version) in &versions {
        assert!(version.starts_with('='), "{}: {version}", folder.display());
        assert_eq!(version, &versions[0].1, "{}", folder.display());
    }
}

// B20: a map that seeds itself makes every count another one.
#[test]
fn nothing_that_is_measured_hashes_with_a_random_seed() {
    let mut files = 0;
    for folder in ["common/src", "legacy/src", "optimized/src", "measure/src", "benches/src"] {
        sources(&Path::new(ROOT).join(folder), &mut |path, text| {
            for word in ["HashMap", "HashSet", "RandomState"] {
                assert!(!text.contains(word), "{}: {word}", path.display());
            }
            files += 1;
        });
    }
    assert!(files > 50, "{files} files");
}

fn sources(folder: &Path, look: &mut dyn FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, look);
        } else if path.extension().is_some_and(|it| it == "rs") && !path.ends_with("tests.rs") {
            look(&path, &fs::read_to_string(&path).unwrap());
        }
    }
}
