//! Versions of valgrind, and counts that find their case.

use super::*;

#[test]
fn valgrind_from_3_19_on_will_do() {
    for (version, expected) in [
        ("3.19.0", true),
        ("3.22.0.GIT", true),
        ("4.0", true),
        ("3.20-rc1", true),
        ("3.18.1", false),
        ("2.90", false),
        ("", false),
        ("unknown", false),
    ] {
        assert_eq!(is_new_enough(version), expected, "{version}");
    }
}

fn entry(case: &str, contenders: &[&str]) -> CountEntry {
    let contenders = contenders.iter().map(|name| (*name).to_owned()).collect();
    CountEntry { case: case.to_owned(), contenders }
}

/// A summary in which a contender takes `cost` instructions per pass and one mispredicted branch.
fn summary(costs: &[u64]) -> String {
    let part = |instructions: u64, missed: u64| {
        serde_json::json!({"metrics": {"Ir": {"values": {"new": instructions}},
            "Bcm": {"values": {"new": missed}}, "Bim": {"values": {"new": 0}}}})
    };
    let mut parts = vec![part(1000, 10)];
    for cost in costs {
        let (one, two) = (part(cost + 50, 1), part(2 * cost + 50, 2));
        parts.extend([two.clone(), one, part(7, 0), two, part(7, 0)]);
    }
    serde_json::json!({"version": "7", "profiles": [{"data": {"parts": parts}}]}).to_string()
}

#[test]
fn summaries_are_joined_by_position_and_ten_comes_after_two() {
    let folder = tempfile::tempdir().unwrap();
    let entries: Vec<CountEntry> =
        (0..11).map(|at| entry(&format!("p/{at}"), &["legacy", "optimized"])).collect();
    for at in 0..11_u64 {
        let inner = folder.path().join(format!("benches/callgrind/all/counts.entry_{at}"));
        fs::create_dir_all(&inner).unwrap();
        fs::write(inner.join(SUMMARY_FILE), summary(&[100 + at, 10])).unwrap();
    }
    let counts = join(&entries, &summaries(folder.path())).unwrap();
    assert_eq!(counts.len(), 22);
    let tenth = counts.iter().find(|count| count.case == "p/10" && count.contender == "legacy");
    assert_eq!(tenth.unwrap().per_pass, PassCounts { instructions: 110, branch_mispredictions: 1 });
}

#[test]
fn another_number_of_summaries_than_planned_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let failure = join(&[entry("p/a", &["legacy"])], &summaries(folder.path())).unwrap_err();
    assert_eq!(failure.message, "callgrind counted 0 of 1 cases");
}

// B19
#[test]
fn avx_512_code_is_not_given_to_valgrind() {
    let (old, new) = ("flags\t\t: fpu sse2 avx2", "flags\t\t: fpu sse2 avx2 avx512f avx512dq");
    for (flags, processor, expected) in [
        ("-C target-cpu=native", new, false),
        ("-Ctarget-cpu=native -C llvm-args=-align-all-functions=6", new, false),
        ("-C target-cpu=native", old, true),
        ("-C target-cpu=x86-64-v3", new, true),
        ("", new, true),
        ("-C target-cpu=native", "", true),
    ] {
        assert_eq!(understands(flags, processor).is_ok(), expected, "{flags} on {processor}");
    }
}
