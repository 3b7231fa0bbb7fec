//! The ticket's seventeen figures, and what must be seen here for each to hold.
//!
//! The ticket does not name its container; its times are judged on the reference-counted cursor, where the band counts
//! the inlined and the called row. On-heap and off-heap mean nothing here, so both rows of a pair point at the same
//! cases.

use measure::record::{Claim, Expectation, Witness};

use super::HOT_PATH;

/// A ratio within this factor of the published one reproduces it.
const BAND_FACTOR: f64 = 1.5;

/// One row of the ticket's table: ns per operation, each with its 99.9 % interval.
struct Row {
    number: u32,
    value: i64,
    bytes: u32,
    buffer: &'static str,
    before: (f64, f64),
    after: (f64, f64),
    java_elsewhere: &'static str,
}

const OVERLAP: &str = "not decided: intervals overlap";

#[rustfmt::skip]
const ROWS: [Row; 16] = [
    row(1, 9, 1, "off-heap, exact", (4.643, 2.917), (4.258, 0.012), OVERLAP),
    row(2, 512, 3, "off-heap, exact", (8.063, 0.187), (8.621, 0.339), OVERLAP),
    row(3, 2_146_483_640, 5, "off-heap, exact", (11.999, 0.314), (12.481, 2.609), OVERLAP),
    row(4, 1_700_104_028_981, 7, "off-heap, exact", (14.880, 0.698), (14.211, 0.041), OVERLAP),
    row(5, 9, 1, "off-heap, padded", (4.233, 0.136), (4.222, 0.007), OVERLAP),
    row(6, 512, 3, "off-heap, padded", (7.986, 0.048), (8.830, 0.022), OVERLAP),
    row(7, 2_146_483_640, 5, "off-heap, padded", (12.014, 0.012), (8.998, 1.280), "1.54x"),
    row(8, 1_700_104_028_981, 7, "off-heap, padded", (14.655, 2.216), (8.850, 0.047), "2.24x"),
    row(9, 9, 1, "on-heap, exact", (4.639, 0.012), (4.751, 0.732), OVERLAP),
    row(10, 512, 3, "on-heap, exact", (9.771, 0.357), (10.575, 0.024), OVERLAP),
    row(11, 2_146_483_640, 5, "on-heap, exact", (13.928, 0.557), (14.231, 0.385), OVERLAP),
    row(12, 1_700_104_028_981, 7, "on-heap, exact", (17.487, 4.527), (17.252, 0.064), OVERLAP),
    row(13, 9, 1, "on-heap, padded", (5.245, 0.019), (4.680, 0.108), OVERLAP),
    row(14, 512, 3, "on-heap, padded", (10.086, 0.317), (9.719, 1.401), OVERLAP),
    row(15, 2_146_483_640, 5, "on-heap, padded", (13.764, 0.100), (9.511, 0.219), "2.26x"),
    row(16, 1_700_104_028_981, 7, "on-heap, padded", (17.200, 0.913), (9.464, 0.019), "2.66x"),
];

/// All claims of this hot path.
pub(super) fn claims() -> Vec<Claim> {
    ROWS.iter().map(claim).chain([seek_claim()]).collect()
}

const fn row(
    number: u32,
    value: i64,
    bytes: u32,
    buffer: &'static str,
    before: (f64, f64),
    after: (f64, f64),
    java_elsewhere: &'static str,
) -> Row {
    Row { number, value, bytes, buffer, before, after, java_elsewhere }
}

fn claim(row: &Row) -> Claim {
    let ((before, before_error), (after, after_error)) = (row.before, row.after);
    let published = before / after;
    let padded = u32::from(row.buffer.ends_with("padded"));
    let case = format!("{HOT_PATH}/single/bytes={}/padded={padded}/cursor=shared", row.bytes);
    Claim {
        id: format!("vlong-{}", row.number),
        hot_path: HOT_PATH.into(),
        text: format!("reading {} ({} bytes), {}", row.value, row.bytes, row.buffer),
        published: format!(
            "{before:.3} +- {before_error:.3} ns to {after:.3} +- {after_error:.3} ns, {published:.2}x"
        ),
        java_elsewhere: row.java_elsewhere.into(),
        cases: vec![case.clone(), format!("{case}/called=1")],
        contender: "optimized".into(),
        witness: Witness::CpuTime,
        expectation: Expectation::Ratio {
            published,
            low: (before - before_error) / (after + after_error) / BAND_FACTOR,
            high: (before + before_error) / (after - after_error) * BAND_FACTOR,
        },
        remark: "On-heap and off-heap are the same bytes in Rust; the container is varied instead."
            .into(),
    }
}

fn seek_claim() -> Claim {
    let published = 1.0 / 0.8;
    Claim {
        id: "vlong-17".into(),
        hot_path: HOT_PATH.into(),
        text: "seeking through encoded blocks, a consistent 20 % in TestDataBlockEncoders".into(),
        published: "20 % less time, 1.25x".into(),
        java_elsewhere: String::new(),
        cases: vec![format!("{HOT_PATH}/block_seek/vlong=1")],
        contender: "optimized".into(),
        witness: Witness::CpuTime,
        expectation: Expectation::Ratio {
            published,
            low: published / BAND_FACTOR,
            high: published * BAND_FACTOR,
        },
        remark: "That test sets no sequence id, so every vlong in it is the single byte 0, which the patch reads as \
                 before."
            .into(),
    }
}
