//! The figures that the ticket publishes: JMH, throughput of 40 samples.

use measure::record::{Claim, Expectation, Witness};

use super::HOT_PATH;
use super::contenders::SEED_2017;

/// A ratio is reproduced within this factor, beyond what the printed errors allow.
const BAND: f64 = 1.5;

/// A score in operations per millisecond and its error, as printed.
type Score = (f64, f64);

struct Row {
    id: &'static str,
    text: &'static str,
    gain: &'static str,
    before: Score,
    after: Score,
    java_elsewhere: &'static str,
    /// The rows that decide; with and without the time to free the result, where both are measured.
    cases: &'static [&'static str],
    remark: &'static str,
}

const JUDGED: &str = "Judged on the revision that the ticket measured; `optimized`, the merged form, stands beside it.";
const POOLED: &str = "The ticket's Builder was pooled, which neither release has; the gain is the build inside of it.";
const COMPOSITE: &str = "Builds its input inside of the operation, so it is mostly a build; `input=built` is the \
    transformation alone.";

const ROWS: [Row; 10] = [
    Row {
        id: "btree-1",
        text: "build, leaf tree (32 keys): throughput",
        gain: "+148 %",
        before: (5274.457, 391.289),
        after: (13096.541, 1879.591),
        java_elsewhere: "2.73x (4.0.0: 2.59x)",
        cases: &["btree_build/build/n=32/drop=outside", "btree_build/build/n=32"],
        remark: JUDGED,
    },
    Row {
        id: "btree-2",
        text: "builder, leaf tree (32 keys): throughput",
        gain: "+26 %",
        before: (1763.279, 138.734),
        after: (2223.307, 179.095),
        java_elsewhere: "4.0.0: 1.56x",
        cases: &["btree_build/builder/n=32/drop=outside", "btree_build/builder/n=32"],
        remark: POOLED,
    },
    Row {
        id: "btree-3",
        text: "build, 1K values: throughput",
        gain: "+215 %",
        before: (117.937, 12.761),
        after: (371.845, 52.153),
        java_elsewhere: "2.67x (4.0.0: 2.45x)",
        cases: &["btree_build/build/n=1000/drop=outside", "btree_build/build/n=1000"],
        remark: JUDGED,
    },
    Row {
        id: "btree-4",
        text: "builder, 1K values: throughput",
        gain: "+51 %",
        before: (68.103, 2.694),
        after: (102.884, 6.888),
        java_elsewhere: "4.0.0: 1.83x",
        cases: &["btree_build/builder/n=1000/drop=outside", "btree_build/builder/n=1000"],
        remark: POOLED,
    },
    Row {
        id: "btree-5",
        text: "build, 5K values: throughput",
        gain: "+204 %",
        before: (19.463, 1.489),
        after: (59.202, 7.439),
        java_elsewhere: "2.87x (4.0.0: 1.74x)",
        cases: &["btree_build/build/n=5000/drop=outside", "btree_build/build/n=5000"],
        remark: JUDGED,
    },
    Row {
        id: "btree-6",
        text: "builder, 5K values: throughput",
        gain: "+69 %",
        before: (11.349, 0.743),
        after: (19.209, 1.587),
        java_elsewhere: "4.0.0: 1.32x",
        cases: &["btree_build/builder/n=5000/drop=outside", "btree_build/builder/n=5000"],
        remark: POOLED,
    },
    Row {
        id: "btree-7",
        text: "build, 1M values: throughput",
        gain: "+185 %",
        before: (0.104, 0.007),
        after: (0.296, 0.037),
        java_elsewhere: "2.60x (4.0.0: 2.37x)",
        cases: &["btree_build/build/n=1000000"],
        remark: JUDGED,
    },
    Row {
        id: "btree-8",
        text: "builder, 1M values: throughput",
        gain: "+63 %",
        before: (0.049, 0.002),
        after: (0.080, 0.004),
        java_elsewhere: "4.0.0: 1.14x, not established",
        cases: &["btree_build/builder/n=1000000"],
        remark: POOLED,
    },
    Row {
        id: "btree-9",
        text: "transformAndFilter, 1K values: throughput",
        gain: "+27 %",
        before: (29.502, 1.548),
        after: (37.432, 2.371),
        java_elsewhere: "1.17x (4.0.0: 1.22x), bytes +0.7 % (+47 %)",
        cases: &["btree_build/transform_and_filter/n=1000"],
        remark: COMPOSITE,
    },
    Row {
        id: "btree-10",
        text: "transformAndFilter, 1M values: throughput",
        gain: "+16 %",
        before: (0.031, 0.001),
        after: (0.036, 0.002),
        java_elsewhere: "1.61x (4.0.0: 1.37x), bytes 0 % (+55 %)",
        cases: &["btree_build/transform_and_filter/n=1000000"],
        remark: COMPOSITE,
    },
];

/// One for each published figure.
pub(crate) fn claims() -> Vec<Claim> {
    let mut claims: Vec<Claim> = ROWS.iter().map(Claim::from).collect();
    claims.push(Claim {
        id: "btree-11".into(),
        hot_path: HOT_PATH.into(),
        text: "build() against Builder: the Builder copies first, then builds".into(),
        published: "about 1 time faster".into(),
        java_elsewhere: "2.3x, 2.0x, 1.8x, 2.9x in 3.11.19 at 32, 1K, 5K, 1M; 3.8x, 2.7x, 2.4x, 5.9x in 4.0.0".into(),
        cases: vec!["btree_build/build/n=1000".into()],
        contender: SEED_2017.into(),
        witness: Witness::CpuTime,
        // One time faster is half the time.
        expectation: Expectation::BetweenCases {
            reference_case: "btree_build/builder/n=1000".into(),
            published: 2.0,
            low: 2.0 / BAND,
            high: 2.0 * BAND,
        },
        remark: "A list goes into a Builder unsorted, so the Builder also sorts it; the ticket's own 1K rows give \
            1.7x before and 3.6x after the patch. `optimized` and its Builder without a pool stand in the same cases."
            .into(),
    });
    claims
}

impl From<&Row> for Claim {
    fn from(row: &Row) -> Claim {
        let ((before, before_error), (after, after_error)) = (row.before, row.after);
        let score = |(score, error): Score| format!("{score:.3} ± {error:.3}");
        Claim {
            id: row.id.into(),
            hot_path: HOT_PATH.into(),
            text: row.text.into(),
            published: format!(
                "{} ({} to {} ops/ms)",
                row.gain,
                score(row.before),
                score(row.after)
            ),
            java_elsewhere: row.java_elsewhere.into(),
            cases: row.cases.iter().map(|&id| id.into()).collect(),
            contender: SEED_2017.into(),
            witness: Witness::CpuTime,
            expectation: Expectation::Ratio {
                published: after / before,
                low: (after - after_error) / (before + before_error) / BAND,
                high: (after + after_error) / (before - before_error) * BAND,
            },
            remark: row.remark.into(),
        }
    }
}
