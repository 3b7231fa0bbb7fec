//! Writes of ranges, and copies between maps.

use common::bitmap::BitMap;
use common::fault::Fault;
use serde_json::Value;

use super::fields::{Fields, bytes, hex, number, row};
use super::outcome::Outcome;
use super::{Form, build};
use crate::replay::{Difference, Steps};

/// `mark_range` and `unmark_range` in the given forms, the word form for sizes up to 64.
pub(super) fn range_writes(case: &Fields<'_>, forms: &[Form]) -> Result<Steps, Difference> {
    case.known(&["id", "op", "size_bits", "start_bits", "after_by_length", "ranges"])?;
    let (op, size) = (case.text("op")?, case.number("size_bits")?);
    let mut steps = 0;
    for &form in forms {
        if form == Form::Word && !(0..=64).contains(&size) {
            continue;
        }
        match (case.get("after_by_length"), case.get("ranges")) {
            (Some(_), None) => steps += by_length(case, form, op, size)?,
            (None, Some(_)) => steps += ranges(case, form, op, size)?,
            fields => return Err(Difference::new("fields", "one of two lists", fields)),
        }
    }
    Ok(steps)
}

/// Every length from one start, on a fresh map.
fn by_length(case: &Fields<'_>, form: Form, op: &str, size: i32) -> Result<Steps, Difference> {
    let start = case.number("start_bits")?;
    let expected = case.list("after_by_length")?;
    for (length, expected) in (0..).zip(expected) {
        let mut map = build(form, size, "marks", &vec![0; empty(size)])?;
        if op == "unmark_range" {
            map.mark_all();
        }
        let got = write(&mut map, op, start, length)?;
        Difference::unless_equal(
            format!("{form:?} {op} {start} {length}"),
            &Outcome::expected(expected)?,
            &got,
        )?;
    }
    Ok(expected.len() as Steps)
}

/// Rows `[start, length, bytes before, bytes after]`.
fn ranges(case: &Fields<'_>, form: Form, op: &str, size: i32) -> Result<Steps, Difference> {
    let rows = case.list("ranges")?;
    for range in rows {
        let [start, length, before, after] = row(range)?;
        let mut map = build(form, size, "marks", &bytes(before)?)?;
        let got = write(&mut map, op, number(start)?, number(length)?)?;
        let step = format!("{form:?} {op} {range}");
        Difference::unless_equal(step, &Outcome::expected(after)?, &got)?;
    }
    Ok(rows.len() as Steps)
}

fn write(map: &mut BitMap, op: &str, start: i32, length: i32) -> Result<Outcome, Difference> {
    let write: fn(&mut BitMap, i32, i32) -> Result<(), Fault> = match op {
        "mark_range" => BitMap::mark_range,
        "unmark_range" => BitMap::unmark_range,
        _ => return Err(Difference::new("op", "a known operation", op)),
    };
    Ok(Outcome::of(|| {
        write(map, start, length)?;
        Ok(hex(&map.byte_array()))
    }))
}

/// Copies within the array form, and within what the factory makes: the same for sizes up to 64.
pub(super) fn range_copies(case: &Fields<'_>) -> Result<Steps, Difference> {
    case.known(&["id", "op", "from_size_bits", "to_size_bits", "copies"])?;
    let mut steps = copies(case, Form::Array, Form::Array)?;
    if case.number("from_size_bits")? <= 64 && case.number("to_size_bits")? <= 64 {
        steps += copies(case, Form::Word, Form::Word)?;
    }
    Ok(steps)
}

/// Copies between forms that the case names.
pub(super) fn long_form_range_copies(case: &Fields<'_>) -> Result<Steps, Difference> {
    case.known(&["id", "op", "from_size_bits", "from_form", "to_size_bits", "to_form", "copies"])?;
    copies(case, form(case.value("from_form")?)?, form(case.value("to_form")?)?)
}

fn form(name: &Value) -> Result<Form, Difference> {
    match name.as_str() {
        Some("long") => Ok(Form::Word),
        Some("array") => Ok(Form::Array),
        _ => Err(Difference::new("form", "long or array", name)),
    }
}

/// Rows `[source, target before, source start, target start, length, target after]`; the source stays.
fn copies(case: &Fields<'_>, from_form: Form, to_form: Form) -> Result<Steps, Difference> {
    let op = case.text("op")?;
    let (from_size, to_size) = (case.number("from_size_bits")?, case.number("to_size_bits")?);
    let rows = case.list("copies")?;
    for copy in rows {
        let step = format!("{op} {from_form:?} to {to_form:?} {copy}");
        let [source, before, from_start, to_start, length, after] = row(copy)?;
        let source = bytes(source)?;
        let from = build(from_form, from_size, "marks", &source)?;
        let mut to = build(to_form, to_size, "marks", &bytes(before)?)?;
        let (from_start, to_start) = (number(from_start)?, number(to_start)?);
        let length = number(length)?;
        let got = Outcome::of(|| {
            match op {
                "merge" => to.merge(&from, from_start, to_start, length)?,
                "copy_of_range" => to.copy_of_range(&from, from_start, to_start, length)?,
                "append" if from_start == 0 => to.append(&from, to_start, length),
                _ => panic!("unknown operation or start"),
            }
            Ok(hex(&to.byte_array()))
        });
        Difference::unless_equal(&*step, &Outcome::expected(after)?, &got)?;
        Difference::unless_equal(step, &source.as_slice(), &&*from.byte_array())?;
    }
    Ok(rows.len() as Steps)
}

fn empty(size: i32) -> usize {
    usize::try_from(size / 8 + 1).expect("a size from 0 on")
}
