//! The fields of a JSON object, where a field that nobody read is a difference.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Debug;

use serde_json::{Map, Value};

use crate::replay::{Difference, Steps};

pub(super) struct Fields<'a> {
    place: RefCell<String>,
    map: &'a Map<String, Value>,
    read: RefCell<BTreeSet<String>>,
    compared: RefCell<Steps>,
}

impl<'a> Fields<'a> {
    pub(super) fn of(place: impl Into<String>, value: &'a Value) -> Result<Fields<'a>, Difference> {
        let place = RefCell::new(place.into());
        match value.as_object() {
            Some(map) => {
                Ok(Fields { place, map, read: RefCell::default(), compared: RefCell::new(0) })
            }
            None => Err(Difference::new(place.into_inner(), "an object", value)),
        }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.map.contains_key(name)
    }

    /// The value of a field that must be there.
    pub(super) fn value(&self, name: &str) -> Result<&'a Value, Difference> {
        self.skip(name);
        self.map.get(name).ok_or_else(|| self.difference(name, "a field", "none"))
    }

    /// A field that needs no comparison.
    pub(super) fn skip(&self, name: &str) {
        self.read.borrow_mut().insert(name.into());
    }

    pub(super) fn text(&self, name: &str) -> Result<&'a str, Difference> {
        let value = self.value(name)?;
        value.as_str().ok_or_else(|| self.difference(name, "a text", value))
    }

    pub(super) fn flag(&self, name: &str) -> Result<bool, Difference> {
        let value = self.value(name)?;
        value.as_bool().ok_or_else(|| self.difference(name, "true or false", value))
    }

    pub(super) fn list(&self, name: &str) -> Result<&'a [Value], Difference> {
        let value = self.value(name)?;
        value.as_array().map(Vec::as_slice).ok_or_else(|| self.difference(name, "a list", value))
    }

    pub(super) fn texts(&self, name: &str) -> Result<Vec<&'a str>, Difference> {
        let text =
            |value: &'a Value| value.as_str().ok_or_else(|| self.difference(name, "texts", value));
        self.list(name)?.iter().map(text).collect()
    }

    /// An integer, as a number or as a text in decimal.
    pub(super) fn integer<T: TryFrom<i128>>(&self, name: &str) -> Result<T, Difference> {
        let value = self.value(name)?;
        integer(value).ok_or_else(|| self.difference(name, "an integer in range", value))
    }

    /// A field that must equal what was found.
    pub(super) fn expect<T: PartialEq + Debug>(
        &self,
        name: &str,
        expected: &T,
        got: &T,
    ) -> Result<(), Difference> {
        *self.compared.borrow_mut() += 1;
        Difference::unless_equal(self.at(name), expected, got)
    }

    pub(super) fn expect_text(&self, name: &str, got: &str) -> Result<(), Difference> {
        self.expect(name, &self.text(name)?, &got)
    }

    pub(super) fn expect_flag(&self, name: &str, got: bool) -> Result<(), Difference> {
        self.expect(name, &self.flag(name)?, &got)
    }

    pub(super) fn expect_integer<T>(&self, name: &str, got: T) -> Result<(), Difference>
    where
        T: TryInto<i128>,
    {
        let got = got.try_into().ok();
        self.expect(name, &Some(self.integer::<i128>(name)?), &got)
    }

    /// How many results were compared so far.
    pub(super) fn compared(&self) -> Steps {
        *self.compared.borrow()
    }

    pub(super) fn difference(
        &self,
        name: &str,
        expected: impl Debug,
        got: impl Debug,
    ) -> Difference {
        Difference::new(self.at(name), expected, got)
    }

    /// Whose results are compared from here on.
    pub(super) fn judge(&self, who: &str) {
        *self.place.borrow_mut() = who.into();
    }

    pub(super) fn place(&self) -> String {
        self.place.borrow().clone()
    }

    fn at(&self, name: &str) -> String {
        format!("{}, {name}", self.place())
    }

    /// A field that this replay does not know would be skipped in silence.
    pub(super) fn all_read(&self) -> Result<(), Difference> {
        let read = self.read.borrow();
        match self.map.keys().find(|&name| !read.contains(name)) {
            Some(unknown) => Err(self.difference(unknown, "a known field", unknown)),
            None => Ok(()),
        }
    }
}

/// An integer, as a number or as a text in decimal.
pub(super) fn integer<T: TryFrom<i128>>(value: &Value) -> Option<T> {
    let number = match value {
        Value::Number(number) => number.as_i128(),
        Value::String(text) => text.parse().ok(),
        _ => None,
    };
    T::try_from(number?).ok()
}
