//! Outputs by name, recorded and replayed, held against each other.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use common::fault::Fault;
use serde_json::{Map, Value, json};

use crate::replay::{Difference, Steps};

/// Outputs that are true or false, and what an absent one means.
const FLAGS: [(&str, bool); 5] = [
    ("same_root", false),
    ("is_empty_singleton", false),
    ("next_build_wrong", false),
    ("input_unchanged", true),
    ("well_formed", true),
];

/// What the function of a case throws.
pub(super) struct Thrown;

/// The revisions that a case binds.
pub(super) fn bound_revisions(case: &Value) -> Result<Vec<&str>, Difference> {
    match &case["revisions"] {
        Value::Null => Ok(vec!["legacy", "even_split", "seed_2017"]),
        Value::Array(names) if !names.is_empty() => names
            .iter()
            .map(|name| name.as_str().ok_or_else(|| Difference::new("revisions", "names", name)))
            .collect(),
        other => Err(Difference::new("revisions", "a list of names", other)),
    }
}

/// Every recorded output of a revision that binds against what the port gave.
pub(super) fn compare_case(
    case: &Value,
    revision: &str,
    unbound: &[&str],
    actual: &Map<String, Value>,
) -> Result<Steps, Difference> {
    let mut expected = Map::new();
    for outputs in [&case["out"], &case["out_by_revision"][revision]] {
        match outputs {
            Value::Null => {}
            Value::Object(outputs) => expected.extend(outputs.clone()),
            other => return Err(Difference::new(revision, "an object of outputs", other)),
        }
    }
    for output in unbound {
        expected.remove(*output);
    }
    compare(revision, &Value::Object(expected), &Value::Object(actual.clone()))
}

/// Objects by the recorded names, lists element by element, all else by value.
fn compare(step: &str, expected: &Value, actual: &Value) -> Result<Steps, Difference> {
    match (expected, actual) {
        (Value::Object(expected), Value::Object(actual)) => {
            let mut steps = 0;
            for (name, expected) in expected {
                if name == "java" {
                    continue;
                }
                let step = format!("{step}, {name}");
                let Some(actual) = actual.get(name) else {
                    return Err(Difference::new(step, expected, "no such output"));
                };
                steps += compare(&step, expected, actual)?;
            }
            for (flag, absent) in FLAGS {
                let of_port = actual.get(flag).and_then(Value::as_bool);
                if !expected.contains_key(flag) && of_port.is_some_and(|value| value != absent) {
                    return Err(Difference::new(format!("{step}, {flag}"), absent, !absent));
                }
            }
            if !expected.contains_key("error") && actual.contains_key("error") {
                return Err(Difference::new(step, expected, actual));
            }
            Ok(steps)
        }
        (Value::Array(expected), Value::Array(actual)) => {
            let step = |index: usize| format!("{step}[{index}]");
            if expected.len() != actual.len() {
                return Err(Difference::new(step(actual.len()), expected, actual));
            }
            let pairs = expected.iter().zip(actual).enumerate();
            pairs.map(|(index, (expected, actual))| compare(&step(index), expected, actual)).sum()
        }
        _ => {
            Difference::unless_equal(step, expected, actual)?;
            Ok(1)
        }
    }
}

/// What a port returned, or the kind of its error.
pub(super) fn outcome<T>(operation: impl FnOnce() -> Result<T, Fault>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(operation)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(fault)) => Err(kind_of_fault(fault)),
        Err(panic) => Err(kind_of_panic(panic.as_ref())),
    }
}

/// An error in the form of the files.
pub(super) fn error(kind: &str) -> Value {
    json!({ "error": kind })
}

fn kind_of_fault(fault: Fault) -> String {
    match fault {
        Fault::IllegalArgument => "illegal_argument".into(),
        Fault::IndexOutOfBounds => "index_out_of_bounds".into(),
        Fault::NegativeArraySize => "negative_array_size".into(),
        other => format!("unexpected fault: {other}"),
    }
}

fn kind_of_panic(panic: &(dyn Any + Send)) -> String {
    if panic.is::<Thrown>() {
        return "function_threw".into();
    }
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a text");
    match text {
        _ if text.starts_with("index out of bounds") => "index_out_of_bounds".into(),
        _ if text.starts_with("no such element") => "no_such_element".into(),
        _ if text.starts_with("assertion failed") => "assertion".into(),
        other => format!("unexpected panic: {other}"),
    }
}

/// A field of an input as a number.
pub(super) fn number(input: &Value, name: &str) -> Result<i32, Difference> {
    as_number(&input[name])
        .ok_or_else(|| Difference::new(format!("in.{name}"), "an int", &input[name]))
}

/// A value as a number.
pub(super) fn as_number(value: &Value) -> Option<i32> {
    value.as_i64().and_then(|number| i32::try_from(number).ok())
}

/// A field of an input as a list.
pub(super) fn list<'a>(input: &'a Value, name: &str) -> Result<&'a [Value], Difference> {
    let list = input[name].as_array().map(Vec::as_slice);
    list.ok_or_else(|| Difference::new(format!("in.{name}"), "a list", &input[name]))
}

/// Refuses an input with a field that the replay does not know.
pub(super) fn only_fields(input: &Value, known: &[&str]) -> Result<(), Difference> {
    let names = input.as_object().into_iter().flat_map(Map::keys);
    match names.into_iter().find(|name| !known.contains(&name.as_str())) {
        Some(name) => Err(Difference::new("in", known, name)),
        None => Ok(()),
    }
}

/// An object as its fields.
pub(super) fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        other => unreachable!("the replay makes objects only, not {other}"),
    }
}
