//! How figures and names look, as rows of data.

use measure::record::Unit;

use super::*;

#[test]
fn a_unit_is_chosen_for_each_value_with_three_digits() {
    // C22, C15: 1.16 ms against 1.46 us is never printed as 0.00 ms.
    let rows: &[(f64, Unit, &str)] = &[
        (0.834, Unit::NsPerOp, "0.83 ns"),
        (28.64, Unit::NsPerOp, "28.6 ns"),
        (999.4, Unit::NsPerOp, "999 ns"),
        (999.6, Unit::NsPerOp, "1.00 us"),
        (1_460.0, Unit::NsPerOp, "1.46 us"),
        (1_160_000.0, Unit::NsPerOp, "1.16 ms"),
        (9_615_384.0, Unit::NsPerOp, "9.62 ms"),
        (3.2e9, Unit::NsPerOp, "3.20 s"),
        (0.001, Unit::NsPerOp, "<0.01 ns"),
        (0.0, Unit::BytesPerOp, "0 B"),
        (9.0, Unit::BytesPerOp, "9 B"),
        (4_120.0, Unit::BytesPerOp, "4,120 B"),
        (9.333, Unit::BytesPerOp, "9.33 B"),
        (19_792.0, Unit::BytesPerOp, "19,792 B"),
        (197_920.0, Unit::BytesPerOp, "193 KiB"),
        (421_953_645.0, Unit::BytesPerOp, "402 MiB"),
        (436.0, Unit::PerOp, "436"),
        (435.88, Unit::PerOp, "436"),
        (21_616.0, Unit::PerOp, "21,616"),
        (216_288.0, Unit::PerOp, "216 k"),
        (20_900_000.0, Unit::PerOp, "20.9 M"),
    ];
    for &(value, unit, expected) in rows {
        assert_eq!(in_unit(value, unit), expected, "{value} {unit}");
    }
}

#[test]
fn a_ratio_has_two_decimals_at_most_and_never_reads_zero() {
    let rows = [
        (18.52, "18.5x"),
        (0.876, "0.88x"),
        (1.0, "1.00x"),
        (1853.0, "1,850x"),
        (0.0024, "1/417x"),
    ];
    for (value, expected) in rows {
        assert_eq!(ratio(value), expected);
    }
}

#[test]
fn shares_are_not_rounded_up_to_the_whole() {
    let rows = [(0.01, "1 %"), (0.934, "93 %"), (0.997, "99.7 %"), (1.0, "100 %"), (0.125, "12 %")];
    for (share, expected) in rows {
        assert_eq!(percent(share), expected);
    }
}

#[test]
fn what_could_disguise_a_name_becomes_visible() {
    let rows = [
        ("plain/id=1", "plain/id=1"),
        ("a\u{202e}b", "a\\u{202e}b"),
        ("a\u{0}b\nc", "a\\u{0}b\\u{a}c"),
        ("\u{feff}x\u{200b}", "\\u{feff}x\\u{200b}"),
        ("\u{1b}[31m", "\\u{1b}[31m"),
        ("\u{dc}n\u{ef}", "\u{dc}n\u{ef}"),
    ];
    for (name, expected) in rows {
        assert_eq!(visible(name), expected);
    }
    assert_eq!(visible_text("a\n\tb\r"), "a\n\tb\\u{d}");
}

#[test]
fn a_reproduce_line_survives_the_shell() {
    assert_eq!(reproduce("a/b/c=1"), "scripts/hotpair run --only a/b/c=1");
    assert_eq!(reproduce("a'; rm"), "scripts/hotpair run --only 'a'\\''; rm'");
}

#[test]
fn long_names_keep_both_ends() {
    assert_eq!(shortened("abcdefghij", 10), "abcdefghij");
    assert_eq!(shortened("abcdefghijk", 10), "abcdef\u{2026}ijk");
}

#[test]
fn a_duration_is_minutes_and_seconds() {
    assert_eq!(seconds(42.4), "42 s");
    assert_eq!(seconds(103.0), "1 min 43 s");
    assert_eq!(seconds(119.7), "2 min 0 s");
}
