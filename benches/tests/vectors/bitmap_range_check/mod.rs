//! Replays the recorded null maps of `TsFile`; the README beside the files says what binds whom.

mod checks;
mod copies;
mod fields;
mod outcome;
mod steps;
mod whole_maps;

use common::bitmap::BitMap;
use serde_json::Value;

use self::fields::Fields;
use crate::replay::{Difference, Steps};

/// The range check of one contender, and where it answers for ranges that end past the size as recorded.
struct Contender {
    name: &'static str,
    check: fn(&BitMap, i32, i32) -> bool,
    /// Lacks a form in which such ranges are another question, which the contender's header says.
    past_the_size: &'static [Form],
    /// True if a range that starts at 0 is answered as `isAllUnmarked` answers: no failure on the word form, and no
    /// mark in an empty range.
    prefix_shortcut: bool,
}

const CONTENDERS: &[Contender] = &[
    Contender {
        name: "legacy",
        check: legacy::bitmap_range_check::contains_marked_bit,
        past_the_size: &[Form::Array, Form::Word],
        prefix_shortcut: false,
    },
    Contender {
        name: "optimized",
        check: optimized::bitmap_range_check::contains_marked_bit,
        past_the_size: &[Form::Array, Form::Word],
        prefix_shortcut: true,
    },
    Contender {
        name: "frontier",
        check: frontier::bitmap_range_check::contains_marked_bit,
        past_the_size: &[Form::Array],
        prefix_shortcut: true,
    },
];

/// The two forms of a map. Sizes above 64 have the array form in either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Array,
    Word,
}

/// Replays one case of this hot path.
pub(crate) fn replay(topic: &str, file: &Value, case: &Value) -> Result<Steps, Difference> {
    let of_file = ["schema", "version", "hot_path", "topic", "source", "seed", "notes", "cases"];
    Fields::new("file", file)?.known(&of_file)?;
    let case = Fields::new("case", case)?;
    match topic {
        "whole_map_queries" => whole_maps::queries(&case),
        "long_form_whole_map_queries" => whole_maps::long_form_queries(&case),
        "range_writes" => copies::range_writes(&case, &[Form::Array, Form::Word]),
        "long_form_range_writes" => copies::range_writes(&case, &[Form::Word]),
        "range_copies" => copies::range_copies(&case),
        "long_form_range_copies" => copies::long_form_range_copies(&case),
        "operation_sequences" | "invalid_arguments" => steps::array_form(&case),
        "long_form_operation_sequences" | "long_form_invalid_arguments" => steps::both_forms(&case),
        "range_check" => checks::range_check(&case),
        "long_form_range_check" => checks::long_form_range_check(&case),
        "workloads" => checks::workloads(&case),
        "range_queries" => checks::range_queries(&case),
        _ => Err(Difference::new("topic", "a known topic", topic)),
    }
}

/// A map with a content, made as `built_by` says, and checked to hold the bytes.
fn build(form: Form, size: i32, built_by: &str, bytes: &[u8]) -> Result<BitMap, Difference> {
    let fault = |fault| Difference::new("building the map", "a map", fault);
    let empty = || match form {
        Form::Array => BitMap::new(size),
        Form::Word => BitMap::create(size),
    };
    let map = match built_by {
        "adopt" => BitMap::adopt(size, bytes.to_vec()),
        "mark_all" => {
            let mut map = empty().map_err(fault)?;
            map.mark_all();
            map
        }
        "marks" => {
            let mut map = empty().map_err(fault)?;
            let positions = (0..8 * bytes.len()).filter(|bit| bytes[bit / 8] >> (bit % 8) & 1 == 1);
            positions.for_each(|bit| map.mark(i32::try_from(bit).expect("a small map")));
            map
        }
        other => return Err(Difference::new("built_by", "a known way", other)),
    };
    Difference::unless_equal(format!("{form:?}, building the map"), &bytes, &&*map.byte_array())?;
    Ok(map)
}
