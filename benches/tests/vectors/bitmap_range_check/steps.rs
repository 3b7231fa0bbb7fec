//! Sequences of operations on named maps.

use std::borrow::Cow;
use std::collections::HashMap;

use common::bitmap::{BitMap, Source};
use common::fault::Fault;
use serde_json::Value;

use super::Form;
use super::fields::{Fields, hex};
use super::outcome::Outcome;
use crate::replay::{Difference, Steps};

/// `new` makes the array form. A case that is the same on the long form is run there too, with maps of the factory.
pub(super) fn array_form(case: &Fields<'_>) -> Result<Steps, Difference> {
    case.known(&["id", "long_form_same", "steps"])?;
    let mut steps = run(case, Form::Array)?;
    if case.get("long_form_same").is_some() && case.flag("long_form_same")? {
        steps += run(case, Form::Word)?;
    }
    Ok(steps)
}

/// `new` makes the array form, `create` what the factory makes.
pub(super) fn both_forms(case: &Fields<'_>) -> Result<Steps, Difference> {
    case.known(&["id", "steps"])?;
    run(case, Form::Array)
}

fn run(case: &Fields<'_>, new: Form) -> Result<Steps, Difference> {
    let mut state = State { new, maps: HashMap::new(), held: HashMap::new() };
    let steps = case.list("steps")?;
    for (index, step) in steps.iter().enumerate() {
        let step = Fields::new(format!("{new:?}, step {index} {}", step["op"]), step)?;
        state.step(&step)?;
    }
    Ok(steps.len() as Steps)
}

/// What `get_byte_array` handed out.
enum Held {
    /// The live array of the map of that name.
    Live,
    /// An array of its own, or one that the map has left behind.
    Own(Vec<u8>),
}

struct State {
    /// What `new` makes.
    new: Form,
    maps: HashMap<String, BitMap>,
    held: HashMap<String, Held>,
}

impl State {
    fn step(&mut self, step: &Fields<'_>) -> Result<(), Difference> {
        let expected = match (step.get("returns"), step.get("fails")) {
            (Some(value), None) => Outcome::Value(value.clone()),
            (None, Some(error)) => Outcome::expected(error)?,
            (None, None) => Outcome::Value(Value::Null),
            both => return Err(Difference::new(&*step.place, "one of returns and fails", both)),
        };
        let got = self.outcome(step)?;
        Difference::unless_equal(&*step.place, &expected, &got)
    }

    fn outcome(&mut self, step: &Fields<'_>) -> Result<Outcome, Difference> {
        let (op, on) = (step.text("op")?, step.text("on")?);
        let arguments: &[&str] = match op {
            "new" | "create" | "extend" => &["size_bits"],
            "adopt" => &["size_bits", "bytes"],
            "mark" | "unmark" | "is_marked" => &["position_bits"],
            "mark_range" | "unmark_range" => &["start_bits", "length_bits"],
            "is_all_unmarked_prefix" | "get_truncated_byte_array" => &["length_bits"],
            "merge" | "copy_of_range" => {
                &["from", "from_start_bits", "to_start_bits", "length_bits"]
            }
            "append" => &["from", "to_start_bits", "length_bits"],
            "get_region" => &["start_bits", "length_bits", "into"],
            "clone" => &["into"],
            "write_held" => &["index_bytes", "value"],
            "equals" => &["other"],
            "equals_in_range" => &["other", "length_bits"],
            "dump" => &["size_bits", "form"],
            _ => &[],
        };
        step.known(&[&["op", "on", "returns", "fails"], arguments].concat())?;
        match op {
            "new" | "create" | "adopt" => self.make(op, on, step),
            "get_region" | "clone" => self.derive(op, on, step),
            "merge" | "copy_of_range" | "append" => self.copy(op, on, step),
            "equals" | "equals_in_range" => self.compare(op, on, step),
            "get_byte_array" | "read_held" | "write_held" | "read_adopted" => {
                self.hold(op, on, step)
            }
            "extend" => {
                self.leave_behind(on, step.number("size_bits")?);
                change(self.map(on)?, op, step)
            }
            "dump" => self.dump(on, step),
            "mark" | "unmark" | "mark_all" | "reset" | "mark_range" | "unmark_range" => {
                change(self.map(on)?, op, step)
            }
            _ => ask(self.map(on)?, op, step),
        }
    }

    fn map(&mut self, name: &str) -> Result<&mut BitMap, Difference> {
        self.maps.get_mut(name).ok_or_else(|| Difference::new("map", "a map of that name", name))
    }

    fn insert(&mut self, name: &str, made: impl FnOnce() -> Result<BitMap, Fault>) -> Outcome {
        let mut map = None;
        let outcome = Outcome::of(|| {
            map = Some(made()?);
            Ok(Value::Null)
        });
        if let Some(map) = map {
            self.leave_behind(name, i32::MAX);
            self.maps.insert(name.into(), map);
        }
        outcome
    }

    fn make(&mut self, op: &str, on: &str, step: &Fields<'_>) -> Result<Outcome, Difference> {
        let size = step.number("size_bits")?;
        Ok(match (op, self.new) {
            ("new", Form::Array) => self.insert(on, || BitMap::new(size)),
            ("adopt", _) => {
                let bytes = step.bytes("bytes")?;
                self.insert(on, || Ok(BitMap::adopt(size, bytes)))
            }
            _ => self.insert(on, || BitMap::create(size)),
        })
    }

    fn derive(&mut self, op: &str, on: &str, step: &Fields<'_>) -> Result<Outcome, Difference> {
        let map = self.map(on)?.clone();
        let into = step.text("into")?;
        if op == "clone" {
            return Ok(self.insert(into, || Ok(map)));
        }
        let (start, length) = (step.number("start_bits")?, step.number("length_bits")?);
        Ok(self.insert(into, || map.region(start, length)))
    }

    /// A source that is the target is given as such; an absent source is Java's null.
    fn copy(&mut self, op: &str, on: &str, step: &Fields<'_>) -> Result<Outcome, Difference> {
        let from = step.text("from")?;
        let from_start = if op == "append" { 0 } else { step.number("from_start_bits")? };
        let (to_start, length) = (step.number("to_start_bits")?, step.number("length_bits")?);
        let other = match self.maps.get(from) {
            _ if from == on => None,
            Some(map) => Some(map.clone()),
            None => return Ok(Outcome::Failed("null_pointer")),
        };
        let source = other.as_ref().map_or(Source::Itself, Source::Map);
        let to = self.map(on)?;
        let outcome = Outcome::of(|| {
            match op {
                "merge" => to.merge(source, from_start, to_start, length)?,
                "copy_of_range" => to.copy_of_range(source, from_start, to_start, length)?,
                _ => to.append(source, to_start, length),
            }
            Ok(Value::Null)
        });
        // The copy that was read from must be what the source still is.
        Difference::unless_equal(
            &*step.place,
            &other.as_ref(),
            &self.maps.get(from).filter(|_| from != on),
        )?;
        Ok(outcome)
    }

    fn compare(&mut self, op: &str, on: &str, step: &Fields<'_>) -> Result<Outcome, Difference> {
        self.map(on)?;
        // An absent map is Java's null, which no map is equal to; a port has references, so the answer stands here.
        let (Some(map), Some(other)) = (self.maps.get(on), self.maps.get(step.text("other")?))
        else {
            return Ok(Outcome::Value(false.into()));
        };
        if op == "equals" {
            return Ok(Outcome::of(|| Ok(map == other)));
        }
        let length = step.number("length_bits")?;
        Ok(Outcome::of(|| map.equals_in_range(other, length)))
    }

    fn hold(&mut self, op: &str, on: &str, step: &Fields<'_>) -> Result<Outcome, Difference> {
        let map = self.maps.get_mut(on);
        let map = map.ok_or_else(|| Difference::new("map", "a map of that name", on))?;
        let held = self.held.get_mut(on);
        let bytes = match op {
            "get_byte_array" => {
                let bytes = map.byte_array();
                let held = match &bytes {
                    Cow::Borrowed(_) => Held::Live,
                    Cow::Owned(own) => Held::Own(own.clone()),
                };
                self.held.insert(on.into(), held);
                bytes.into_owned()
            }
            // `adopt` takes the array over, so what was handed in is what the map has.
            "read_adopted" => map.byte_array().into_owned(),
            "read_held" => match held {
                Some(Held::Own(own)) => own.clone(),
                Some(Held::Live) => map.byte_array().into_owned(),
                None => return Err(Difference::new(&*step.place, "a held array", "nothing")),
            },
            _ => {
                let (index, value) = (step.count("index_bytes")?, step.bytes("value")?);
                let array = match held {
                    Some(Held::Own(own)) => Some(own.as_mut_slice()),
                    Some(Held::Live) => map.live_array_mut(),
                    None => None,
                };
                let array = array.ok_or_else(|| Difference::new(on, "an array", "nothing"))?;
                array[index] = value[0];
                return Ok(Outcome::Value(Value::Null));
            }
        };
        Ok(Outcome::Value(hex(&bytes).into()))
    }

    /// An array that is held and that the map leaves behind by growing is from then on the holder's own.
    fn leave_behind(&mut self, name: &str, size: i32) {
        if let (Some(map), Some(held)) = (self.maps.get(name), self.held.get_mut(name))
            && matches!(held, Held::Live)
            && size > map.size()
        {
            *held = Held::Own(map.byte_array().into_owned());
        }
    }

    fn dump(&mut self, on: &str, step: &Fields<'_>) -> Result<Outcome, Difference> {
        let map = &*self.map(on)?;
        Difference::unless_equal(&*step.place, &step.number("size_bits")?, &map.size())?;
        if step.get("form").is_some() {
            let form = if matches!(map, BitMap::Word(_)) { "long" } else { "array" };
            Difference::unless_equal(&*step.place, &step.text("form")?, &form)?;
        }
        Ok(Outcome::Value(hex(&map.byte_array()).into()))
    }
}

/// Operations that change one map and return nothing.
fn change(map: &mut BitMap, op: &str, step: &Fields<'_>) -> Result<Outcome, Difference> {
    let number = |name| step.get(name).map_or(Ok(0), |_| step.number(name));
    let (size, position) = (number("size_bits")?, number("position_bits")?);
    let (start, length) = (number("start_bits")?, number("length_bits")?);
    Ok(Outcome::of(|| {
        match op {
            "extend" => map.extend(size),
            "mark" => map.mark(position),
            "unmark" => map.unmark(position),
            "mark_all" => map.mark_all(),
            "reset" => map.reset(),
            "mark_range" => map.mark_range(start, length)?,
            _ => map.unmark_range(start, length)?,
        }
        Ok(Value::Null)
    }))
}

/// Operations that change nothing and return something.
fn ask(map: &BitMap, op: &str, step: &Fields<'_>) -> Result<Outcome, Difference> {
    Ok(match op {
        "is_marked" => {
            let position = step.number("position_bits")?;
            Outcome::of(|| Ok(map.is_marked(position)))
        }
        "is_all_unmarked_prefix" => {
            let length = step.number("length_bits")?;
            Outcome::of(|| Ok(map.is_all_unmarked_prefix(length)))
        }
        "get_truncated_byte_array" => {
            let length = step.number("length_bits")?;
            Outcome::of(|| Ok(hex(&map.truncated_byte_array(length)?)))
        }
        "is_all_unmarked" => Outcome::of(|| Ok(map.is_all_unmarked())),
        "is_all_marked" => Outcome::of(|| Ok(map.is_all_marked())),
        "get_size" => Outcome::of(|| Ok(map.size())),
        "hash_code" => Outcome::of(|| Ok(map.hash_code())),
        "to_string" => Outcome::of(|| Ok(map.to_string())),
        _ => return Err(Difference::new("op", "a known operation", op)),
    })
}
