//! `hotpair run --layouts N`: real relinks of a package whose figures are made up.

use crate::lab::{Lab, json};

macro_rules! needs_lld {
    ($(#[$attribute:meta])* fn $name:ident() $body:block) => {
        #[test]
        #[cfg_attr(
            not(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu")),
            ignore = "the compiler's own linker shuffles sections on x86-64 Linux only"
        )]
        fn $name() $body
    };
}

needs_lld! {
    fn headline_rows_keep_their_range_over_relinks() {
        let lab = Lab::new();
        let ended = lab.hotpair(&["run", "--layouts", "3", "--seed", "40", "--out", "out"]);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert!(ended.stderr.contains("layouts: 3 relinks built in "), "{}", ended.stderr);
        assert!(ended.stderr.contains("layouts: timed on 3 relinks in "), "{}", ended.stderr);
        assert!(ended.stdout.contains("3 relinks, 0 of 2 rows depend on them"), "{}", ended.stdout);
        let run = json(&lab.path("out/run.json"));
        assert_eq!(run["plan"]["layouts"], 3);
        for case in run["cases"].as_array().unwrap() {
            for row in case["comparisons"].as_array().unwrap() {
                let relinked = row["witness"] == "cpu_time"
                    && case["headline"] == true
                    && row["contender"] != "control";
                assert_eq!(row.get("layouts").is_some(), relinked, "{row}");
            }
        }
        let layouts = &run["cases"][0]["comparisons"][0]["layouts"];
        let seeds: Vec<_> = layouts["ratios"].as_array().unwrap().iter().map(|pair| pair[0].clone()).collect();
        assert_eq!(seeds, [41, 42, 43]);
        assert_eq!((&layouts["lowest"], &layouts["dependent"]), (&3.0.into(), &false.into()));
        let tests = run["instrument"]["self_tests"].as_array().unwrap();
        let own = tests.iter().find(|test| test["name"] == "layouts").unwrap();
        assert_eq!(own["passed"], true);
    }
}

needs_lld! {
    fn a_row_that_depends_on_the_layout_says_so_everywhere() {
        let lab = Lab::new();
        let ended = lab.with_fault("layout_dependent", &["run", "--layouts", "2", "--out", "out"]);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert!(ended.stdout.contains("1 of 2 rows layout-dependent:\n  toy/sum/n=8 optimized 0.50"));
        let page = std::fs::read_to_string(lab.path("out/report.html")).unwrap();
        assert!(page.contains("layout-dependent"));
        let markdown = std::fs::read_to_string(lab.path("out/report.md")).unwrap();
        assert!(markdown.contains("1 row is **layout-dependent**"), "{markdown}");
        let shown = lab.hotpair(&["show", "toy/sum/n=8", "out/run.json"]);
        assert!(shown.stdout.contains("0.50 to 0.50 over 2 layouts, by seed "), "{}", shown.stdout);
        assert!(shown.stdout.contains("; layout-dependent"), "{}", shown.stdout);
    }
}

needs_lld! {
    fn relinks_that_are_none_fail_the_instrument() {
        let lab = Lab::with_own_package();
        let out = lab.path("out");
        let arguments = ["run", "--quick", "--layouts", "2", "--out", out.to_str().unwrap()];
        let ended = Lab::new().with_fault("not_shuffled", &arguments);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert!(ended.stdout.contains("FAILED self-tests: layouts"), "{}", ended.stdout);
        let gate = lab.hotpair(&["gate", "--update", "out/run.json"]);
        let (code, line) = gate.error();
        assert_eq!(code, Some(2), "{gate:?}");
        assert!(line.starts_with("nothing recorded: self-test layouts  failed: relink"), "{line}");
    }
}

#[test]
fn a_linker_that_cannot_shuffle_is_told_before_anything_is_measured() {
    let lab = Lab::new();
    let arguments = ["run", "--layouts", "2", "--out", "out"];
    // GNU's linker has no such option.
    let mut command = lab.command(&arguments);
    let output = command.env("RUSTFLAGS", "-Clink-arg=-fuse-ld=bfd").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    let expected = "error: `paired` cannot be linked with its sections shuffled\nhint:  --layouts needs the linker lld";
    assert!(said.contains(expected), "{said}");
    assert_eq!(lab.files("out"), Vec::<String>::new());
}
