use super::*;
use crate::sample;

#[test]
fn a_first_policy_expects_what_headline_cases_show_and_is_read_as_it_was_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let policy = Policy::first(&sample::run());
    policy.write(folder.path()).expect("written");
    let back = Policy::read(folder.path()).expect("read");
    let row = |expect: &Expect| {
        format!("{} {} {} {}", expect.case, expect.contender, expect.witness, expect.verdict)
    };
    let rows: Vec<String> = back.expect.iter().map(row).collect();
    assert_eq!(
        rows,
        [
            "bitmap_range_check/prefix/start=0/length=64 optimized cpu_time better",
            "bitmap_range_check/prefix/start=0/length=64 optimized allocated_bytes better",
            "range_tombstone_list/copy/n=1000 optimized cpu_time better",
            "range_tombstone_list/copy/n=1000 optimized allocated_bytes better",
            "vlong_decode/single/bytes=7/padded=1/cursor=shared optimized cpu_time better",
            "vlong_decode/single/bytes=7/padded=1/cursor=shared optimized allocated_bytes equivalent",
            "btree_build/build/n=1000 optimized cpu_time equivalent",
            "btree_build/build/n=1000 optimized allocated_bytes better",
        ]
    );
    assert_eq!(back.expect[0].reason, "Seen in the run of 2026-11-30: 13.0x.");
    assert_eq!(back.expect[1].reason, "Seen in the run of 2026-11-30: 9 B to 0 B.");
    // In the order of importance, and only those that the run has.
    assert_eq!(back.self_tests.required, ["addresses", "a_a", "control", "dhat"]);
    let text = std::fs::read_to_string(folder.path().join(POLICY)).expect("a file");
    assert!(text.starts_with("# The gate's policy"), "{text}");
    assert!(!text.contains("may_be_inconclusive") && !text.contains("claim"), "{text}");
}
