//! What the ticket publishes, and what decides on it.

use measure::record::{Claim, Expectation, Witness};

use super::HOT_PATH;

/// A time reproduces a published ratio within this factor.
const TIME_BAND: f64 = 1.5;
/// Bytes reproduce one within this share.
const BYTE_BAND: f64 = 0.05;

pub(super) fn claims() -> Vec<Claim> {
    vec![
        Claim {
            text: "copying a list of 1000 ranges takes 2935 ns before and 7.8 ns after".into(),
            published: "-99.7 %, O(1) against O(N)".into(),
            java_elsewhere: "before: 1406 to 1542 ns, 20112 B (5.0.2); the patch is in no release".into(),
            cases: ids(&["copy/n=1000", "copy/n=1000/drop=outside"]),
            expectation: time_ratio(2935.0 / 7.8),
            remark: "28,000 B per copy before, 0 B after.".into(),
            ..claim("rtl-1", Witness::CpuTime)
        },
        Claim {
            text: "copying a list of 10 ranges takes 48 ns before and 7.6 ns after".into(),
            published: "-84 %".into(),
            java_elsewhere: "before: 29 to 34 ns, 312 B (5.0.2); the patch is in no release".into(),
            cases: ids(&["copy/n=10", "copy/n=10/drop=outside"]),
            expectation: time_ratio(48.0 / 7.6),
            remark: "280 B per copy before, 0 B after.".into(),
            ..claim("rtl-2", Witness::CpuTime)
        },
        Claim {
            text: "copying a list and adding a range is 33 % to 38 % faster".into(),
            published: "33 % to 38 % faster (1.49x to 1.61x)".into(),
            cases: ids(&[
                "copy_and_add/n=10",
                "copy_and_add/n=100",
                "copy_and_add/n=1000",
                "copy_and_add/n=10/drop=outside",
                "copy_and_add/n=100/drop=outside",
                "copy_and_add/n=1000/drop=outside",
            ]),
            expectation: Expectation::Ratio {
                published: 1.55,
                // The band would begin at 0.99; a claim of faster needs at least no loss.
                low: (1.49 / TIME_BAND).max(1.0),
                high: 1.61 * TIME_BAND,
            },
            remark: "Bytes predict -24 %, -38 % and -40 % at 10, 100 and 1000 ranges.".into(),
            ..claim("rtl-3", Witness::CpuTime)
        },
        Claim {
            text: "4096 successive merges allocate 421953645 B before and 2475362 B after".into(),
            published: "-99.4 %".into(),
            java_elsewhere: "before: 422872159 B (5.0.2); the patch is in no release".into(),
            cases: ids(&["chain/n=4096"]),
            expectation: byte_ratio(421_953_645.0 / 2_475_362.0),
            remark: "By closed form 587,087,900 B before and 293,231,708 B after: every merge writes to columns that the \
                     old version still shares, so every merge copies them. The published figure leaves about 100 B \
                     per merge for the list, which copying at the first write cannot give."
                .into(),
            ..claim("rtl-4", Witness::AllocatedBytes)
        },
        Claim {
            text: "successive merges go from O(N^2) to O(N)".into(),
            published: "O(N^2) to O(N)".into(),
            java_elsewhere: "before: exponent 1.94 to 1.98 in bytes (5.0.2)".into(),
            cases: chain_curve(),
            expectation: Expectation::Exponents {
                workload: "chain".into(),
                before: 2.0,
                after: 1.0,
            },
            remark: "A merge into k ranges requests 28 (k + 1.5 k) bytes before and 28 * 1.5 k after, in rounded \
                     capacities, because the old version is alive and its columns are shared: half the bytes, and \
                     quadratic still. Linear is what a list gives that nobody else holds."
                .into(),
            ..claim("rtl-5", Witness::AllocatedBytes)
        },
        Claim {
            text: "copies are independent under every mutation".into(),
            published: "about 300,000 random operations without a divergence".into(),
            cases: ids(&["copy_and_add/n=10", "copy_and_add/n=100", "copy_and_add/n=1000"]),
            expectation: Expectation::Equality { topic: "random histories of related lists".into() },
            remark: "Every fork is made from one base again and again, so a write that reached the base would change \
                     the next answer. Random programs over related lists run in the tests."
                .into(),
            ..claim("rtl-6", Witness::CpuTime)
        },
    ]
}

/// What most claims have in common.
fn claim(id: &str, witness: Witness) -> Claim {
    Claim {
        id: id.into(),
        hot_path: HOT_PATH.into(),
        text: String::new(),
        published: String::new(),
        java_elsewhere: String::new(),
        cases: Vec::new(),
        contender: "optimized".into(),
        witness,
        expectation: Expectation::NotTestable { reason: String::new() },
        remark: String::new(),
    }
}

fn ids(rests: &[&str]) -> Vec<String> {
    rests.iter().map(|rest| format!("{HOT_PATH}/{rest}")).collect()
}

fn chain_curve() -> Vec<String> {
    (2..=12).map(|power| format!("{HOT_PATH}/chain/n={}", 1 << power)).collect()
}

fn time_ratio(published: f64) -> Expectation {
    Expectation::Ratio { published, low: published / TIME_BAND, high: published * TIME_BAND }
}

fn byte_ratio(published: f64) -> Expectation {
    let (low, high) = (published * (1.0 - BYTE_BAND), published * (1.0 + BYTE_BAND));
    Expectation::Ratio { published, low, high }
}
