//! Stories as a measured package tells them, shorter.

use measure::record::Story;

/// One per hot path of the sample run.
pub(crate) fn stories() -> Vec<Story> {
    let rows = [
        (
            "bitmap_range_check",
            "IoTDB bitmap range check",
            "PR #18358",
            "prefix/start=0/length=64",
            "13.0x",
            "13.5x",
        ),
        (
            "range_tombstone_list",
            "Cassandra range-tombstone list",
            "CASSANDRA-21492",
            "copy/n=1000",
            "-99.7 %",
            "",
        ),
        (
            "vlong_decode",
            "HBase variable-length long",
            "HBASE-28256",
            "single/bytes=7/padded=1/cursor=shared",
            "1.66x",
            "2.24x",
        ),
        (
            "btree_build",
            "Cassandra B-tree build",
            "CASSANDRA-9989",
            "build/n=1000",
            "+215 %",
            "2.9x",
        ),
    ];
    rows.map(|(hot_path, title, ticket, case, published, java)| Story {
        hot_path: hot_path.into(),
        title: title.into(),
        ticket: ticket.into(),
        ticket_url: format!("https://example.org/{ticket}"),
        published: published.into(),
        java_elsewhere: java.into(),
        headline_case: format!("{hot_path}/{case}"),
        analysis: ANALYSIS.into(),
        legacy_source: LEGACY.into(),
        optimized_source: OPTIMIZED.into(),
    })
    .to_vec()
}

const ANALYSIS: &str = "## What was slow

Every check copied the bitmap into a byte array and walked it, although most checks begin at bit 0.

## What the patch does

- A range that begins at 0 is compared with a **mask**, without a copy.
- Every other range takes the old way.

## Where it does not help

| range | what happens |
|---|---|
| `(1, 63)` | the scanner, and one branch more |

<b>Raw markup</b> is shown as it was written.
";

const LEGACY: &str = "//! The scan, before the patch.

/// Whether no bit of the range is marked.
pub fn is_all_unmarked(map: &Bitmap, start: usize, length: usize) -> bool {
    let bytes = map.to_bytes();
    scan(&bytes, start, length)
}
";

const OPTIMIZED: &str = "//! The scan, after the patch.

/// Whether no bit of the range is marked.
pub fn is_all_unmarked(map: &Bitmap, start: usize, length: usize) -> bool {
    if start == 0 {
        return map.prefix_is_unmarked(length);
    }
    let bytes = map.to_bytes();
    scan(&bytes, start, length)
}
";
