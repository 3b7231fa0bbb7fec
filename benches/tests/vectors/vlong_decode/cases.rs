//! Reading the fields of a case; whatever is missing, unknown or of another type is a difference.

use common::fault::Fault;
use serde_json::Value;

use crate::replay::Difference;

/// `Ok` if the object has no field but these.
pub(super) fn only(object: &Value, fields: &[&str]) -> Result<(), Difference> {
    let object = object.as_object().ok_or_else(|| Difference::new("case", "an object", object))?;
    match object.keys().find(|key| !fields.contains(&key.as_str())) {
        None => Ok(()),
        Some(key) => Err(Difference::new("fields", fields, key)),
    }
}

/// The field `name` through `read`, which says `None` to another type.
fn field<'a, T>(
    object: &'a Value,
    name: &str,
    read: impl FnOnce(&'a Value) -> Option<T>,
) -> Result<T, Difference> {
    let value = &object[name];
    read(value).ok_or_else(|| Difference::new(name, "a value of the type in the README", value))
}

pub(super) fn text<'a>(object: &'a Value, name: &str) -> Result<&'a str, Difference> {
    field(object, name, Value::as_str)
}

pub(super) fn flag(object: &Value, name: &str) -> Result<bool, Difference> {
    field(object, name, Value::as_bool)
}

pub(super) fn list<'a>(object: &'a Value, name: &str) -> Result<&'a [Value], Difference> {
    field(object, name, |value| value.as_array().map(Vec::as_slice))
}

pub(super) fn size(object: &Value, name: &str) -> Result<usize, Difference> {
    field(object, name, as_size)
}

pub(super) fn sizes(object: &Value, name: &str) -> Result<Vec<usize>, Difference> {
    field(object, name, as_sizes)
}

pub(super) fn lists_of_sizes(object: &Value, name: &str) -> Result<Vec<Vec<usize>>, Difference> {
    field(object, name, |value| value.as_array()?.iter().map(as_sizes).collect())
}

pub(super) fn byte(object: &Value, name: &str) -> Result<u8, Difference> {
    field(object, name, |value| u8::try_from(value.as_u64()?).ok())
}

/// 64-bit numbers are decimal strings.
pub(super) fn number(object: &Value, name: &str) -> Result<i64, Difference> {
    field(object, name, |value| value.as_str()?.parse().ok())
}

pub(super) fn hex(object: &Value, name: &str) -> Result<Vec<u8>, Difference> {
    field(object, name, |value| {
        let digits = value.as_str()?;
        let pair = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        (0..digits.len()).step_by(2).map(pair).collect()
    })
}

pub(super) fn texts<'a>(object: &'a Value, name: &str) -> Result<Vec<&'a str>, Difference> {
    field(object, name, |value| value.as_array()?.iter().map(Value::as_str).collect())
}

/// Whether the object has the field.
pub(super) fn has(object: &Value, name: &str) -> bool {
    object.get(name).is_some()
}

fn as_size(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

fn as_sizes(value: &Value) -> Option<Vec<usize>> {
    value.as_array()?.iter().map(as_size).collect()
}

/// What a read is expected to give, and the position behind it.
#[derive(Clone, Debug)]
pub(super) struct Expected {
    pub(super) outcome: Outcome,
    pub(super) position: Option<usize>,
}

/// A value, or one of the kinds of failure.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outcome {
    Value(i64),
    Error(String),
}

impl Expected {
    pub(super) fn read(row: &Value) -> Result<Expected, Difference> {
        only(row, &["value", "error", "java", "position_bytes"])?;
        Expected::of_row(row)
    }

    /// The same with fields around it that the caller has checked.
    pub(super) fn of_row(row: &Value) -> Result<Expected, Difference> {
        const KINDS: [&str; 4] =
            ["buffer_underflow", "buffer_overflow", "index_out_of_bounds", "illegal_argument"];
        let outcome = if has(row, "error") {
            let kind = text(row, "error")?;
            if has(row, "value") || !KINDS.contains(&kind) {
                return Err(Difference::new("error", KINDS, row));
            }
            Outcome::Error(kind.into())
        } else {
            Outcome::Value(number(row, "value")?)
        };
        let position =
            if row["position_bytes"].is_null() { None } else { Some(size(row, "position_bytes")?) };
        Ok(Expected { outcome, position })
    }
}

impl From<Result<i64, Fault>> for Outcome {
    fn from(result: Result<i64, Fault>) -> Outcome {
        match result {
            Ok(value) => Outcome::Value(value),
            Err(Fault::BufferUnderflow { .. }) => Outcome::Error("buffer_underflow".into()),
            Err(Fault::BufferOverflow { .. }) => Outcome::Error("buffer_overflow".into()),
            Err(other) => Outcome::Error(format!("{other:?}")),
        }
    }
}
