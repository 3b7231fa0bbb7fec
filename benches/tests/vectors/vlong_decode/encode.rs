//! `first_byte`, `encode`, `encode_into`: the format and its writer.

use common::vlong::cursor::{Cursor, SliceCursor};
use common::vlong::format;
use serde_json::Value;

use super::cases::{self, Outcome};
use super::contenders::Contender;
use crate::replay::{Difference, Steps};

pub(super) fn first_byte(case: &Value) -> Result<Steps, Difference> {
    cases::only(case, &["id", "op", "first_byte_hex", "length_bytes", "is_negative"])?;
    let [first] = cases::hex(case, "first_byte_hex")?[..] else {
        return Err(Difference::new("first_byte_hex", "one byte", &case["first_byte_hex"]));
    };
    let first = first.cast_signed();
    let length = cases::size(case, "length_bytes")?;
    Difference::unless_equal("decoded_size", &length, &format::decoded_size(first))?;
    let is_negative = cases::flag(case, "is_negative")?;
    Difference::unless_equal("is_negative", &is_negative, &format::is_negative(first))?;
    Ok(2)
}

/// The bytes, the size known beforehand, and that every contender reads the value back.
pub(super) fn encode(case: &Value) -> Result<Steps, Difference> {
    cases::only(case, &["id", "op", "value", "encoded_hex"])?;
    let value = cases::number(case, "value")?;
    let expected = cases::hex(case, "encoded_hex")?;
    let mut bytes = vec![0xa5];
    format::append(&mut bytes, value);
    Difference::unless_equal("append", &&expected[..], &&bytes[1..])?;
    Difference::unless_equal("encoded_size", &expected.len(), &format::encoded_size(value))?;
    let mut steps = 2;
    for contender in Contender::ALL {
        let mut cursor = SliceCursor::new(&expected);
        let read = (contender.read_vlong(&mut cursor), cursor.remaining());
        Difference::unless_equal(format!("{contender:?}"), &(Ok(value), 0), &read)?;
        steps += 1;
    }
    Ok(steps)
}

pub(super) fn encode_into(case: &Value) -> Result<Steps, Difference> {
    cases::only(case, &["id", "op", "value", "capacity_bytes", "expected", "written_hex"])?;
    let expected = &case["expected"];
    cases::only(expected, &["value", "error", "java", "position_bytes"])?;
    let value = cases::number(case, "value")?;
    let mut buffer = vec![0; cases::size(case, "capacity_bytes")?];
    let mut position = 0;
    // A write that succeeds gives no value of its own: both sides say the one written.
    let written = format::write_into(&mut buffer, &mut position, value).map(|()| value);
    let outcome = if cases::has(expected, "error") {
        Outcome::Error(cases::text(expected, "error")?.into())
    } else {
        Outcome::Value(value)
    };
    Difference::unless_equal("result", &outcome, &written.into())?;
    Difference::unless_equal("position", &cases::size(expected, "position_bytes")?, &position)?;
    Difference::unless_equal(
        "written",
        &cases::hex(case, "written_hex")?,
        &buffer[..position].to_vec(),
    )?;
    Ok(3)
}
