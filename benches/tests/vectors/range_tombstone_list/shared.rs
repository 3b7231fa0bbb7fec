//! Topics of what all contenders share: the order of bounds, and deletion times.

use std::cmp::Ordering;
use std::panic::catch_unwind;

use common::tombstones::{Bound, DeletionTime, Kind, is_empty_slice};
use serde_json::Value;

use super::fields::Fields;
use super::text::{Nullable, read_bound, read_deletion_time_or_live, write_bound};
use crate::replay::{Difference, Steps};

pub(super) fn compare(file: &Value, fields: &Fields) -> Result<Steps, Difference> {
    match fields.text("clustering")? {
        "int32" => compare_in::<1>(file, fields),
        "int32,int32" => compare_in::<2>(file, fields),
        other => Err(Difference::new("clustering", "a known clustering", other)),
    }
}

fn compare_in<const COLUMNS: usize>(file: &Value, fields: &Fields) -> Result<Steps, Difference> {
    if fields.has("start") {
        let start = bound::<COLUMNS>(fields, "start", fields.text("start")?)?;
        let mut letters = String::new();
        for end in listed_once(file, fields, "ends")? {
            let end = bound(fields, "ends", end)?;
            letters.push(if is_empty_slice(&start, &end) { 'e' } else { '.' });
        }
        return each(fields, "empty", &letters);
    }
    let left = bound::<COLUMNS>(fields, "left", fields.text("left")?)?;
    let mut signs = String::new();
    for right in listed_once(file, fields, "rights")? {
        let right = bound(fields, "rights", right)?;
        signs.push(match catch_unwind(|| left.compare(&right)) {
            Ok(Ordering::Less) => '<',
            Ok(Ordering::Equal) => '=',
            Ok(Ordering::Greater) => '>',
            Err(_) => '!',
        });
    }
    let kind: Kind = left.kind();
    if fields.has("inverted") {
        fields.expect_text("inverted", &write_bound(&left.invert()))?;
    }
    for (name, got) in [
        ("is_bottom", left.is_bottom()),
        ("is_top", left.is_top()),
        ("is_start", kind.is_start()),
        ("is_inclusive", kind.is_inclusive()),
    ] {
        if fields.has(name) {
            fields.expect_flag(name, got)?;
        }
    }
    for (name, got) in
        [("data_size_bytes", i64::from(left.data_size())), ("heap_bytes", left.heap_size())]
    {
        fields.skip(name);
        // The original cannot tell the size of a bound with a null in it.
        if fields.has(name) && !fields.value(name)?.is_null() {
            fields.expect_integer(name, got)?;
        }
    }
    Ok(fields.compared() + each(fields, "signs", &signs)?)
}

/// One letter per comparison, each of them a result.
fn each(fields: &Fields, name: &str, letters: &str) -> Result<Steps, Difference> {
    fields.expect_text(name, letters)?;
    Ok(letters.len() as Steps)
}

fn bound<const COLUMNS: usize>(
    fields: &Fields,
    name: &str,
    text: &str,
) -> Result<Bound<Nullable, COLUMNS>, Difference> {
    read_bound(text).ok_or_else(|| fields.difference(name, "a bound", text))
}

/// A list that stands in the first case of a clustering and holds for the following ones, too.
fn listed_once<'a>(
    file: &'a Value,
    fields: &Fields,
    name: &str,
) -> Result<Vec<&'a str>, Difference> {
    fields.skip(name);
    let clustering = fields.text("clustering")?;
    let listed = |case: &&Value| {
        case["clustering"] == clustering
            && case[name].as_array().is_some_and(|list| !list.is_empty())
    };
    let case = file["cases"].as_array().and_then(|cases| cases.iter().find(listed));
    case.map_or(Err(fields.difference(name, "a list", "none")), |case| {
        Fields::of("first case", case)?.texts(name)
    })
}

pub(super) fn deletion_time(fields: &Fields) -> Result<Steps, Difference> {
    if fields.has("left") {
        let read = |name: &str| {
            let text = fields.text(name)?;
            read_deletion_time_or_live(text)
                .ok_or_else(|| fields.difference(name, "a deletion time", text))
        };
        let (left, right) = (read("left")?, read("right")?);
        fields.expect_flag("supersedes", left.supersedes(right))?;
        fields.expect_integer("compare", left.cmp(&right) as i8)?;
        fields.expect_flag("equal", left == right)?;
        return Ok(fields.compared());
    }
    let timestamp = fields.integer("timestamp")?;
    let time = if fields.has("local_deletion_time_out_u32") {
        let time =
            DeletionTime::from_unsigned(timestamp, fields.integer("local_deletion_time_u32")?);
        fields.expect_integer("local_deletion_time_out_u32", time.local_deletion_time())?;
        time
    } else {
        let time = DeletionTime::build(timestamp, fields.integer("local_deletion_time_s")?);
        fields.expect_integer("local_deletion_time_u32", time.local_deletion_time())?;
        time
    };
    fields.expect_integer("timestamp", time.marked_at())?;
    fields.expect_integer("local_deletion_time_out_s", time.local_deletion_time())?;
    fields.expect_flag("valid", time.is_valid())?;
    fields.expect_flag("is_live", time.is_live())?;
    Ok(fields.compared())
}
