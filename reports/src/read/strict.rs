//! JSON as a run file may hold it: no key twice in one object, no `null`, nothing behind the end.
//!
//! `serde_json` keeps the last of two equal keys in silence, so a figure could be hidden behind another one.

use std::fmt;

use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;
use serde_json::{Map, Value};

use super::{Fault, MEASURE_AGAIN, one_line};

/// Parses `text` whole.
pub(super) fn parse(text: &str) -> Result<Value, Fault> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let mut path = Vec::new();
    Strict { path: &mut path }
        .deserialize(&mut deserializer)
        .and_then(|value| deserializer.end().map(|()| value))
        .map_err(|error| match error.classify() {
            Category::Eof => Fault::new(format!("is cut short ({error})"), MEASURE_AGAIN),
            Category::Data => Fault::new(one_line(&error.to_string()), MEASURE_AGAIN),
            Category::Syntax | Category::Io => {
                Fault::new(format!("is not JSON ({error})"), MEASURE_AGAIN)
            }
        })
}

/// Builds a [`Value`] and knows where it is.
struct Strict<'a> {
    path: &'a mut Vec<Step>,
}

enum Step {
    Key(String),
    Index(usize),
}

impl Strict<'_> {
    fn place(&self) -> String {
        let mut place = String::new();
        for step in &*self.path {
            match step {
                Step::Key(key) if place.is_empty() => place.push_str(key),
                Step::Key(key) => place.extend([".", key]),
                Step::Index(index) => place.extend(["[", &index.to_string(), "]"]),
            }
        }
        if place.is_empty() { "the file".into() } else { place }
    }
}

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Err(E::custom(format!("{}: null, where a missing value is left out", self.place())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        loop {
            self.path.push(Step::Index(array.len()));
            let Some(item) = items.next_element_seed(Strict { path: self.path })? else { break };
            self.path.pop();
            array.push(item);
        }
        self.path.pop();
        Ok(array.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if object.contains_key(&key) {
                let place = self.place();
                return Err(A::Error::custom(format!("{place}: key \"{key}\" stands there twice")));
            }
            self.path.push(Step::Key(key.clone()));
            let value = entries.next_value_seed(Strict { path: self.path })?;
            self.path.pop();
            object.insert(key, value);
        }
        Ok(object.into())
    }
}
