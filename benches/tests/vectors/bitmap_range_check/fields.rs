//! Reading a case: every field is asked for by name and kind, and a field that nobody knows is a difference.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::replay::Difference;

/// The fields of an object; `place` says which.
pub(super) struct Fields<'a> {
    pub(super) place: String,
    fields: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(place: impl Into<String>, value: &'a Value) -> Result<Self, Difference> {
        let place = place.into();
        match value {
            Value::Object(fields) => Ok(Fields { place, fields }),
            _ => Err(Difference::new(place, "an object", value)),
        }
    }

    /// A field that is not in the list is an error, so that nothing recorded is skipped in silence.
    pub(super) fn known(&self, names: &[&str]) -> Result<(), Difference> {
        match self.fields.keys().find(|name| !names.contains(&name.as_str())) {
            Some(name) => Err(Difference::new(&*self.place, "known fields", name)),
            None => Ok(()),
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&'a Value> {
        self.fields.get(name)
    }

    pub(super) fn value(&self, name: &str) -> Result<&'a Value, Difference> {
        self.get(name).ok_or_else(|| Difference::new(&*self.place, name, "nothing"))
    }

    pub(super) fn number(&self, name: &str) -> Result<i32, Difference> {
        number(self.value(name)?)
    }

    pub(super) fn count(&self, name: &str) -> Result<usize, Difference> {
        count(self.value(name)?)
    }

    pub(super) fn flag(&self, name: &str) -> Result<bool, Difference> {
        flag(self.value(name)?)
    }

    pub(super) fn text(&self, name: &str) -> Result<&'a str, Difference> {
        text(self.value(name)?)
    }

    pub(super) fn bytes(&self, name: &str) -> Result<Vec<u8>, Difference> {
        bytes(self.value(name)?)
    }

    pub(super) fn list(&self, name: &str) -> Result<&'a [Value], Difference> {
        list(self.value(name)?)
    }
}

pub(super) fn number(value: &Value) -> Result<i32, Difference> {
    let number = value.as_i64().and_then(|number| i32::try_from(number).ok());
    number.ok_or_else(|| Difference::new("field", "a number of 32 bits", value))
}

pub(super) fn count(value: &Value) -> Result<usize, Difference> {
    let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
    number.ok_or_else(|| Difference::new("field", "a count", value))
}

pub(super) fn flag(value: &Value) -> Result<bool, Difference> {
    value.as_bool().ok_or_else(|| Difference::new("field", "a flag", value))
}

pub(super) fn text(value: &Value) -> Result<&str, Difference> {
    value.as_str().ok_or_else(|| Difference::new("field", "text", value))
}

pub(super) fn list(value: &Value) -> Result<&[Value], Difference> {
    let list = value.as_array().map(Vec::as_slice);
    list.ok_or_else(|| Difference::new("field", "a list", value))
}

pub(super) fn row<const COLUMNS: usize>(value: &Value) -> Result<&[Value; COLUMNS], Difference> {
    list(value)?.try_into().map_err(|_| Difference::new("row", COLUMNS, value))
}

pub(super) fn bytes(value: &Value) -> Result<Vec<u8>, Difference> {
    let hex = text(value)?;
    let byte = |index| hex.get(index..index + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
    let bytes: Option<Vec<u8>> = (0..hex.len()).step_by(2).map(byte).collect();
    bytes.ok_or_else(|| Difference::new("field", "hexadecimal bytes", hex))
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
