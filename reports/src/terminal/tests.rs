//! The table as a terminal shows it.

use unicode_width::UnicodeWidthStr;

use super::{fitted, in_short, verdicts, verdicts_in_colour};
use crate::sample;

#[test]
fn no_line_is_wider_than_100_columns() {
    for run in [
        sample::run(),
        sample::hostile(),
        sample::many(500),
        sample::without_instructions(),
        sample::empty(),
    ] {
        for line in verdicts(&run).lines() {
            assert!(line.width() <= 100, "{} columns: {line}", line.width());
        }
    }
}

#[test]
fn the_table_is_aligned_and_the_losses_stand_at_its_end() {
    let text = verdicts(&sample::run());
    let lines: Vec<_> = text.lines().collect();
    let row = |start: &str| *lines.iter().find(|line| line.starts_with(start)).expect(start);
    assert_eq!(
        row("  prefix/start=0/length=64 "),
        "  prefix/start=0/length=64     optimized     2.20 ns   13.0x   12.9 to 13.1 better        9 B to 0 B"
    );
    assert_eq!(
        row("bitmap_range_check "),
        "bitmap_range_check             contender    CPU time   ratio       interval verdict            bytes"
    );
    let losses = text.find("6 rows are worse than before, the worst first:").expect("losses");
    assert!(losses > text.find("btree_build").expect("the last hot path"));
    assert!(
        text[losses..]
            .contains("vlong_decode/real_columns/rows=65536 optimized bytes allocated 0 B to 32 B")
    );
    assert!(text.ends_with("instrument    5 self-tests passed, 93 % of pairs quiet\n"), "{text}");
    assert!(text.contains("claims        1 of 4 hold"));
}

#[test]
fn colour_comes_only_when_it_is_asked_for() {
    let run = sample::run();
    let plain = verdicts(&run);
    assert!(!plain.contains('\u{1b}'));
    let coloured = verdicts_in_colour(&run);
    assert!(coloured.contains("\u{1b}[31mworse"));
    let codes = ["\u{1b}[0m", "\u{1b}[31m", "\u{1b}[32m", "\u{1b}[33m"];
    let stripped = codes.iter().fold(coloured, |text, code| text.replace(code, ""));
    let trimmed = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    assert_eq!(trimmed(&stripped), trimmed(&plain));
}

#[test]
fn hostile_names_cannot_steer_a_terminal() {
    // C26
    let text = verdicts(&sample::hostile());
    assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{0}', '\u{7}', '\u{200f}']));
}

#[test]
fn a_cut_name_keeps_both_ends_and_its_width() {
    let rows = [
        ("short", 5, "short"),
        ("longer than that", 8, "lon\u{2026}that"),
        ("\u{6f22}\u{5b57}\u{6f22}\u{5b57}", 5, "\u{6f22}\u{2026}\u{5b57}"),
    ];
    for (text, width, expected) in rows {
        assert_eq!(fitted(text, width), expected);
    }
}

#[test]
fn a_long_way_to_zero_keeps_its_end() {
    assert_eq!(in_short("9 B to 0 B".into()), "9 B to 0 B");
    assert_eq!(in_short("20,112 B to 0 B".into()), "to 0 B");
}

#[test]
fn a_missing_witness_says_why() {
    let text = verdicts(&sample::without_instructions());
    assert!(text.contains("instructions  not measured: valgrind is not installed"), "{text}");
    assert!(text.contains("FAILED self-tests: a_a"), "{text}");
}

#[test]
#[ignore = "prints the samples: cargo test -p reports --lib -- --ignored --nocapture printed"]
fn samples_are_printed_to_be_looked_at() {
    use std::io::Write;
    let run = sample::run();
    let text = format!("{}\n{}", verdicts(&run), crate::markdown::markdown(&run));
    std::io::stderr().write_all(text.as_bytes()).expect("printed");
}

#[test]
fn rows_that_depend_on_the_layout_are_listed_and_counted() {
    let text = verdicts(&sample::relinked());
    let listed = "1 of 10 rows layout-dependent:\n  bitmap_range_check/prefix/start=0/length=64 optimized 0.97 to 13.3 over 3 layouts\n";
    assert!(text.contains(listed), "{text}");
    assert!(text.contains("layouts       3 relinks, 1 of 10 rows depend on them\n"), "{text}");
    assert!(!verdicts(&sample::run()).contains("layout"));
}

#[test]
fn a_shard_says_that_it_is_one() {
    let shards = sample::shards(3);
    assert!(
        verdicts(&shards[1]).starts_with("shard 2 of 3: the other cases are in the other shards\n")
    );
    assert!(!verdicts(&sample::run()).contains("shard"));
}
