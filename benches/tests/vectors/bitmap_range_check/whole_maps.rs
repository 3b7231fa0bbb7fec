//! Queries about a whole map and about its first positions.

use common::bitmap::BitMap;

use super::fields::{Fields, bytes, hex, number, row};
use super::outcome::Outcome;
use super::{Form, build};
use crate::replay::{Difference, Steps};

const FIELDS: [&str; 12] = [
    "id",
    "size_bits",
    "built_by",
    "bytes",
    "is_marked_by_position",
    "is_all_unmarked_by_length",
    "is_all_unmarked",
    "is_all_marked",
    "truncated_by_length",
    "hash_code",
    "equals_array_form",
    "array_form_equals",
];

/// The array form; for sizes up to 64 the word form too, inside the size and unless bits beyond it are set.
pub(super) fn queries(case: &Fields<'_>) -> Result<Steps, Difference> {
    case.known(&FIELDS[..10])?;
    let (size, built_by) = (case.number("size_bits")?, case.text("built_by")?);
    let map = build(Form::Array, size, built_by, &case.bytes("bytes")?)?;
    let mut steps = compare(case, &map, usize::MAX, usize::MAX)?;
    if built_by != "adopt" && (0..=64).contains(&size) {
        let map = build(Form::Word, size, built_by, &case.bytes("bytes")?)?;
        let size = usize::try_from(size).expect("at least 0");
        steps += compare(case, &map, size, size + 1)?;
    }
    Ok(steps)
}

/// The word form at every index, and its equality with the array form.
pub(super) fn long_form_queries(case: &Fields<'_>) -> Result<Steps, Difference> {
    case.known(&FIELDS)?;
    let (size, built_by) = (case.number("size_bits")?, case.text("built_by")?);
    let map = build(Form::Word, size, built_by, &case.bytes("bytes")?)?;
    let array = BitMap::adopt(size, case.bytes("bytes")?);
    let equal = case.flag("equals_array_form")?;
    Difference::unless_equal("equals_array_form", &equal, &(map == array))?;
    let equal = case.flag("array_form_equals")?;
    Difference::unless_equal("array_form_equals", &equal, &(array == map))?;
    Ok(2 + compare(case, &map, usize::MAX, usize::MAX)?)
}

/// `positions` and `lengths`: so many indices of the two flag strings bind.
fn compare(
    case: &Fields<'_>,
    map: &BitMap,
    positions: usize,
    lengths: usize,
) -> Result<Steps, Difference> {
    let mut steps = flags(case, "is_marked_by_position", positions, |index| map.is_marked(index))?;
    let unmarked = |index| map.is_all_unmarked_prefix(index);
    steps += flags(case, "is_all_unmarked_by_length", lengths, unmarked)?;
    let one = |name: &str, outcome: &Outcome| {
        let expected = Outcome::expected(case.value(name)?)?;
        Difference::unless_equal(format!("{map:?} {name}"), &expected, outcome)
    };
    one("is_all_unmarked", &Outcome::of(|| Ok(map.is_all_unmarked())))?;
    one("is_all_marked", &Outcome::of(|| Ok(map.is_all_marked())))?;
    one("hash_code", &Outcome::of(|| Ok(map.hash_code())))?;
    steps += 3;
    for pair in case.list("truncated_by_length")? {
        let [length, expected] = row(pair)?;
        let length = number(length)?;
        let got = map.truncated_byte_array(length).map(|bytes| hex(&bytes));
        let expected = Ok(hex(&bytes(expected)?));
        Difference::unless_equal(format!("truncated to {length}"), &expected, &got)?;
        steps += 1;
    }
    Ok(steps)
}

/// Compares a string of `0`, `1` and `x` with an operation at each index.
fn flags(
    case: &Fields<'_>,
    name: &str,
    binding: usize,
    operation: impl Fn(i32) -> bool,
) -> Result<Steps, Difference> {
    let expected = case.text(name)?;
    let mut steps = 0;
    for (index, flag) in expected.chars().enumerate().take(binding) {
        let at = i32::try_from(index).expect("a short string");
        let got = match Outcome::of(|| Ok(operation(at))) {
            Outcome::Value(value) if value == true => '1',
            Outcome::Value(_) => '0',
            Outcome::Failed("index_out_of_bounds") => 'x',
            other => return Err(Difference::new(format!("{name} {index}"), flag, other)),
        };
        Difference::unless_equal(format!("{name} {index}"), &flag, &got)?;
        steps += 1;
    }
    Ok(steps)
}
