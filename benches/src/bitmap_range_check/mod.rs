//! The range check of aligned `MemTable` bitmaps, `IoTDB` PR #18358: its cases, its story and its published figures.

mod batch_checks;
mod batches;
mod claims;
mod equivalence;
mod peers;
mod real_nulls;
mod single_checks;

use measure::Case;
use measure::record::Story;

pub(crate) use self::claims::claims;
pub use self::equivalence::checks;
use crate::Scale;

const HOT_PATH: &str = "bitmap_range_check";

/// Checks alone, whole batches, and the null maps of real columns.
pub(crate) fn cases(scale: Scale) -> Vec<Case> {
    let mut cases = single_checks::cases();
    cases.push(batch_checks::case());
    cases.extend(batches::cases());
    cases.push(real_nulls::case(scale));
    cases
}

/// What the page tells of it.
pub(crate) fn story() -> Story {
    Story {
        hot_path: HOT_PATH.into(),
        title: "IoTDB bitmap range check".into(),
        ticket: "apache/iotdb #18358".into(),
        ticket_url: "https://github.com/apache/iotdb/pull/18358".into(),
        published: "13.0x".into(),
        java_elsewhere: "13.5x".into(),
        headline_case: "bitmap_range_check/prefix/start=0/length=64".into(),
        analysis: include_str!("../../analyses/bitmap_range_check.md").into(),
        legacy_source: include_str!("../../../legacy/src/bitmap_range_check.rs").into(),
        optimized_source: include_str!("../../../optimized/src/bitmap_range_check.rs").into(),
    }
}

#[cfg(test)]
mod tests;
