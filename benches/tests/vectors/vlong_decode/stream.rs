//! `stream`: values back to back, read one after another.

use common::vlong::cursor::{Cursor, SharedCursor, SliceCursor};
use serde_json::Value;

use super::cases;
use super::containers::segmented;
use super::contenders::Contender;
use crate::replay::{Difference, Steps};

pub(super) fn replay(case: &Value) -> Result<Steps, Difference> {
    cases::only(
        case,
        &[
            "id",
            "op",
            "value_count",
            "segment_lengths_tried_bytes",
            "bytes_hex",
            "checkpoints",
            "read_at_end_fails",
        ],
    )?;
    let bytes = cases::hex(case, "bytes_hex")?;
    let mut steps = 0;
    for contender in Contender::ALL {
        let at = |container: &str| format!("{contender:?} in {container}");
        steps += walk(case, &at("byte_buffer"), contender, SliceCursor::new(&bytes))?;
        steps += walk(case, &at("single"), contender, SharedCursor::new(&bytes[..]))?;
        for length in cases::sizes(case, "segment_lengths_tried_bytes")? {
            let lengths = vec![length; bytes.len() / length.max(1)];
            let at = at(&format!("segments of {length}"));
            steps += walk(case, &at, contender, segmented(&bytes, &lengths))?;
        }
    }
    Ok(steps)
}

fn walk<C: Cursor>(
    case: &Value,
    at: &str,
    contender: Contender,
    mut cursor: C,
) -> Result<Steps, Difference> {
    let (mut steps, mut read, mut hash) = (0, 0, 0_i64);
    for checkpoint in cases::list(case, "checkpoints")? {
        cases::only(checkpoint, &["values_read", "position_bytes", "last_value", "hash"])?;
        let values_read = cases::size(checkpoint, "values_read")?;
        let mut last = None;
        while read < values_read {
            let value = contender.read_vlong(&mut cursor).map_err(|fault| {
                Difference::new(format!("{at}, value {read}"), "a value", fault)
            })?;
            hash = hash.wrapping_mul(31).wrapping_add(value);
            last = Some(value);
            read += 1;
        }
        let expected = (
            cases::size(checkpoint, "position_bytes")?,
            Some(cases::number(checkpoint, "last_value")?),
            cases::number(checkpoint, "hash")?,
        );
        let step = format!("{at}, after {values_read} values");
        Difference::unless_equal(step, &expected, &(cursor.position(), last, hash))?;
        steps += 3;
    }
    let count = cases::size(case, "value_count")?;
    Difference::unless_equal(format!("{at}, values read"), &count, &read)?;
    let fails = cases::flag(case, "read_at_end_fails")?;
    let one_more = contender.read_vlong(&mut cursor);
    Difference::unless_equal(format!("{at}, one more"), &fails, &one_more.is_err())?;
    Ok(steps + 1)
}
