//! The target `criterion` with distributions made up in advance, in files as Criterion writes them.

use std::path::Path;
use std::process::{Command, exit, id};
use std::{env, fs};

use measured::{CASES, answer, fault, job};

fn main() {
    let job = job();
    let home = env::var("CRITERION_HOME").unwrap();
    let home = Path::new(&home);
    assert!(!home.exists(), "stale results");
    if fault("criterion_home_is_a_file") {
        fs::write(home, "").unwrap();
        println!("Criterion.rs ERROR: error: Failed to access file \"{}/toy\": Not a directory", home.display());
    }
    let mut measured = 0;
    for (id, _, _, contenders) in CASES.iter().filter(|it| job.contains(&format!("\"{}\"", it.0))) {
        for (name, _, ns, _) in *contenders {
            if !job.contains(&format!("\"{name}\"")) || fault("criterion_matches_nothing") {
                continue;
            }
            println!("Benchmarking {id}/{name}: Collecting 10 samples");
            eprintln!("Warning: Unable to complete 10 samples in 0.1s.");
            if *name != "legacy" {
                stumble();
                if fault("criterion_leaves_one_out") {
                    continue;
                }
            }
            write(home, id, name, *ns as f64);
            measured += 1;
        }
    }
    answer(&format!(r#"{{"measured": {measured}}}"#));
}

/// The mistakes that happen half-way.
fn stumble() {
    assert!(!fault("criterion_panics"), "out of luck half-way");
    if fault("criterion_is_killed") {
        Command::new("kill").args(["-9", &id().to_string()]).status().unwrap();
    }
    if fault("criterion_wrong_answer") {
        eprintln!("error: toy/sum/n=8: optimized answers 3, not 4");
        exit(1);
    }
}

fn write(home: &Path, id: &str, name: &str, ns: f64) {
    let folder = home.join(id.replace('/', "_")).join(name).join("new");
    if fs::create_dir_all(&folder).is_err() {
        return;
    }
    let estimate = |value: f64| {
        format!(
            r#"{{"confidence_interval": {{"confidence_level": 0.95, "lower_bound": {}, "upper_bound": {}}},
                "point_estimate": {value}, "standard_error": 0.1}}"#,
            value * 0.9, value * 1.1
        )
    };
    // Flat samples have no slope.
    let slope = if name == "optimized" { "null".to_owned() } else { estimate(ns) };
    let names = ["mean", "median", "slope"].map(|it| {
        if fault("criterion_is_old") { it[..1].to_uppercase() + &it[1..] } else { it.to_owned() }
    });
    let mut text = format!(
        r#"{{"{}": {}, "{}": {}, "{}": {slope}}}"#,
        names[0], estimate(ns + 1.0), names[1], estimate(ns), names[2]
    );
    if fault("criterion_is_damaged") {
        text.truncate(100);
    }
    fs::write(folder.join("estimates.json"), text).unwrap();
    fs::write(folder.join("benchmark.json"), format!(r#"{{"full_id": "{id}/{name}"}}"#)).unwrap();
}
