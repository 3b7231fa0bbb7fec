//! Replays the original `readVLong` in its three forms, Hadoop's writer, and the PREFIX encoding of `HBase`.
//!
//! Every operation of `vectors/vlong_decode/README.md`; an unknown topic, operation or field is a difference.

mod cases;
mod containers;
mod contenders;
mod decode;
mod encode;
mod prefix_block;
mod stream;

use serde_json::Value;

use crate::replay::{Difference, Steps};

/// Replays one case of this hot path.
pub(crate) fn replay(topic: &str, _file: &Value, case: &Value) -> Result<Steps, Difference> {
    let operation = cases::text(case, "op")?;
    match (topic, operation) {
        ("decode", "decode") => decode::replay(case),
        ("decode_quirks", _) => quirks(case, operation),
        ("encode", "first_byte") => encode::first_byte(case),
        ("encode", "encode") => encode::encode(case),
        ("encode", "encode_into") => encode::encode_into(case),
        ("stream", "stream") => stream::replay(case),
        ("prefix_block", "prefix_block") => prefix_block::replay(case),
        _ => Err(Difference::new("topic and op", "one that is known", (topic, operation))),
    }
}

/// States that a port may exclude: what follows a failure, empty segments, capacity behind a segment's limit, a released
/// buffer. Our cursors exclude the second and third, and the position after a failure is compared in `decode`; the
/// README binds nobody to these rows, so the cases are read and counted, and nothing is compared.
fn quirks(case: &Value, operation: &str) -> Result<Steps, Difference> {
    const EMPTY: &[&str] = &["id", "op", "bytes_hex", "segment_lengths_bytes", "expected_by"];
    const SPARE: &[&str] = &["spare_bytes_per_segment", "spare_hex"];
    let fields: &[&[&str]] = match operation {
        "read_again" => &[&["id", "op", "contender", "container", "bytes_hex", "expected_reads"]],
        "empty_segment" => &[EMPTY],
        "spare_capacity" => &[EMPTY, SPARE],
        "released" => &[&["id", "op", "bytes_hex", "expected_by"]],
        _ => return Err(Difference::new("op", "one that is known", operation)),
    };
    cases::only(case, &fields.concat())?;
    Ok(0)
}
