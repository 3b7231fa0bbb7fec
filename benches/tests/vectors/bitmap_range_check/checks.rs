//! The range check of every contender, and the later queries of the map itself.

use common::bitmap::BitMap;
use common::fault::Fault;
use serde_json::Value;

use super::fields::{Fields, bytes, flag, hex, number, row};
use super::outcome::Outcome;
use super::{CONTENDERS, Contender, Form, build};
use crate::replay::{Difference, Steps};

const FIELDS: [&str; 9] = [
    "id",
    "kind",
    "size_bits",
    "built_by",
    "bytes",
    "answers_by_start",
    "prefix_by_length",
    "checks",
    "prefix_checks",
];

/// Array form, and the word form where the case says that it is the same.
pub(super) fn range_check(case: &Fields<'_>) -> Result<Steps, Difference> {
    case.known(&[&FIELDS[..], &["long_form_same"]].concat())?;
    let mut steps = in_form(case, Form::Array)?;
    if case.flag("long_form_same")? {
        steps += in_form(case, Form::Word)?;
    }
    Ok(steps)
}

/// Word form only.
pub(super) fn long_form_range_check(case: &Fields<'_>) -> Result<Steps, Difference> {
    case.known(&FIELDS)?;
    in_form(case, Form::Word)
}

fn in_form(case: &Fields<'_>, form: Form) -> Result<Steps, Difference> {
    let size = case.number("size_bits")?;
    let map = build(form, size, case.text("built_by")?, &case.bytes("bytes")?)?;
    let mut steps = 0;
    match case.text("kind")? {
        "every" => {
            for contender in CONTENDERS {
                steps += every(case, contender, &map)?;
            }
            for (length, flag) in (0..).zip(case.text("prefix_by_length")?.chars()) {
                let got = !map.is_all_unmarked_prefix(length);
                Difference::unless_equal(format!("prefix {length}"), &flag, &digit(got))?;
                steps += 1;
            }
        }
        "chosen" => {
            for contender in CONTENDERS {
                steps += checks(case, contender, &map, |_| true)?;
            }
        }
        "past_the_size" => {
            for contender in
                CONTENDERS.iter().filter(|contender| contender.past_the_size.contains(&form))
            {
                steps += past_the_size(case, contender, &map, form)?;
            }
            for check in case.list("prefix_checks")? {
                let [length, expected] = row(check)?;
                let length = number(length)?;
                let got = Outcome::of(|| Ok(!map.is_all_unmarked_prefix(length)));
                let step = format!("{form:?} is_all_unmarked_prefix {length}");
                Difference::unless_equal(step, &Outcome::expected(expected)?, &got)?;
                steps += 1;
            }
        }
        other => return Err(Difference::new("kind", "a known kind", other)),
    }
    Ok(steps)
}

/// Every range inside the size. Length 0 occurs as a prefix only, and the scanner's answer to it is not recorded.
fn every(case: &Fields<'_>, contender: &Contender, map: &BitMap) -> Result<Steps, Difference> {
    let mut steps = 0;
    for (start, answers) in (0..).zip(case.list("answers_by_start")?) {
        let answers = answers.as_str().unwrap_or_default();
        for (length, flag) in (1..).zip(answers.chars()) {
            steps += one_flag(contender, map, start, length, flag)?;
        }
    }
    for (length, flag) in (0..).zip(case.text("prefix_by_length")?.chars()) {
        if length > 0 || contender.prefix_shortcut {
            steps += one_flag(contender, map, 0, length, flag)?;
        }
    }
    Ok(steps)
}

fn one_flag(
    contender: &Contender,
    map: &BitMap,
    start: i32,
    length: i32,
    flag: char,
) -> Result<Steps, Difference> {
    let got = digit((contender.check)(map, start, length));
    Difference::unless_equal(format!("{} ({start}, {length})", contender.name), &flag, &got)?;
    Ok(1)
}

/// Rows `[start, length, any marked]` that bind this contender.
fn checks(
    case: &Fields<'_>,
    contender: &Contender,
    map: &BitMap,
    binds: impl Fn(i32) -> bool,
) -> Result<Steps, Difference> {
    let mut steps = 0;
    for check in case.list("checks")? {
        let [start, length, expected] = row(check)?;
        let (start, length) = (number(start)?, number(length)?);
        if binds(start) {
            let got = Outcome::of(|| Ok((contender.check)(map, start, length)));
            let step = format!("{} {map:?} ({start}, {length})", contender.name);
            Difference::unless_equal(step, &Outcome::expected(expected)?, &got)?;
            steps += 1;
        }
    }
    Ok(steps)
}

/// On the word form the two lists part at start 0: the scanner reads bytes, the shortcut the word.
fn past_the_size(
    case: &Fields<'_>,
    contender: &Contender,
    map: &BitMap,
    form: Form,
) -> Result<Steps, Difference> {
    let shortcut_only = form == Form::Word && contender.prefix_shortcut;
    let mut steps = checks(case, contender, map, |start| start > 0 || !shortcut_only)?;
    if form == Form::Array || contender.prefix_shortcut {
        for check in case.list("prefix_checks")? {
            let [length, expected] = row(check)?;
            let length = number(length)?;
            if length > 0 || contender.prefix_shortcut {
                let got = Outcome::of(|| Ok((contender.check)(map, 0, length)));
                let step = format!("{} {form:?} prefix {length}", contender.name);
                Difference::unless_equal(step, &Outcome::expected(expected)?, &got)?;
                steps += 1;
            }
        }
    }
    Ok(steps)
}

/// How many of many checks are true, for every contender and in both forms.
pub(super) fn workloads(case: &Fields<'_>) -> Result<Steps, Difference> {
    case.known(&[
        "id",
        "size_bits",
        "start_bits",
        "length_bits",
        "checks",
        "marked_checks",
        "maps",
    ])?;
    let size = case.number("size_bits")?;
    let (start, length) = (case.number("start_bits")?, case.number("length_bits")?);
    let (checks, expected) = (case.count("checks")?, case.count("marked_checks")?);
    let mut steps = 0;
    for form in [Form::Array, Form::Word] {
        let map = |map: &Value| build(form, size, "marks", &bytes(map)?);
        let maps: Vec<BitMap> = case.list("maps")?.iter().map(map).collect::<Result<_, _>>()?;
        for contender in CONTENDERS {
            let marked = (0..checks)
                .filter(|index| (contender.check)(&maps[index % maps.len()], start, length))
                .count();
            Difference::unless_equal(format!("{} {form:?}", contender.name), &expected, &marked)?;
            steps += checks as Steps;
        }
    }
    Ok(steps)
}

/// The queries of PR #884 bind the storage, not a contender: the array form, and inside the size the word form too.
pub(super) fn range_queries(case: &Fields<'_>) -> Result<Steps, Difference> {
    match case.text("kind")? {
        "every" => {
            let fields =
                ["id", "kind", "size_bits", "built_by", "bytes", "any_by_start", "all_by_start"];
            case.known(&fields)?;
            in_forms(case, |map| {
                let lists = [case.list("any_by_start")?, case.list("all_by_start")?];
                let mut steps = 0;
                for (start, (any, all)) in (0..).zip(lists[0].iter().zip(lists[1])) {
                    let flags = any.as_str().zip(all.as_str());
                    let (any, all) = flags.ok_or_else(|| Difference::new("flags", "text", any))?;
                    for (length, (any, all)) in (0..).zip(any.chars().zip(all.chars())) {
                        steps += query(map, start, length, any == '1', all == '1')?;
                    }
                }
                Ok(steps)
            })
        }
        "chosen" => {
            case.known(&["id", "kind", "size_bits", "built_by", "bytes", "checks"])?;
            in_forms(case, |map| {
                let mut steps = 0;
                for check in case.list("checks")? {
                    let [start, length, any, all] = row(check)?;
                    steps += query(map, number(start)?, number(length)?, flag(any)?, flag(all)?)?;
                }
                Ok(steps)
            })
        }
        "invalid" => invalid(case),
        other => Err(Difference::new("kind", "a known kind", other)),
    }
}

fn in_forms(
    case: &Fields<'_>,
    compare: impl Fn(&BitMap) -> Result<Steps, Difference>,
) -> Result<Steps, Difference> {
    let (size, built_by) = (case.number("size_bits")?, case.text("built_by")?);
    let mut steps = compare(&build(Form::Array, size, built_by, &case.bytes("bytes")?)?)?;
    if size <= 64 && built_by != "adopt" {
        steps += compare(&build(Form::Word, size, built_by, &case.bytes("bytes")?)?)?;
    }
    Ok(steps)
}

fn query(map: &BitMap, start: i32, length: i32, any: bool, all: bool) -> Result<Steps, Difference> {
    let got = [
        map.is_range_any_marked(start, length),
        map.is_range_all_marked(start, length),
        map.is_range_none_marked(start, length),
    ];
    let step = format!("{map:?} any, all, none of ({start}, {length})");
    Difference::unless_equal(step, &[Ok(any), Ok(all), Ok(!any)], &got)?;
    Ok(3)
}

/// Bad ranges on an empty map. This revision's writes begin with the queries' guard, for lengths above 0; then they
/// are the writes of the storage.
fn invalid(case: &Fields<'_>) -> Result<Steps, Difference> {
    case.known(&[
        "id",
        "kind",
        "size_bits",
        "start_bits",
        "length_bits",
        "any",
        "all",
        "none",
        "mark_range",
        "bytes_after_mark_range",
        "mark_all_then_unmark_range",
        "bytes_after_unmark_range",
    ])?;
    let (start, length) = (case.number("start_bits")?, case.number("length_bits")?);
    let map = BitMap::new(case.number("size_bits")?);
    let map = map.map_err(|fault| Difference::new("new", "a map", fault))?;
    let compare = |name: &str, got: &Outcome| {
        Difference::unless_equal(name, &Outcome::expected(case.value(name)?)?, got)
    };
    compare("any", &Outcome::of(|| map.is_range_any_marked(start, length)))?;
    compare("all", &Outcome::of(|| map.is_range_all_marked(start, length)))?;
    compare("none", &Outcome::of(|| map.is_range_none_marked(start, length)))?;
    let guarded = |map: &BitMap| if length > 0 { map.check_range(start, length) } else { Ok(()) };
    let mut marked = map.clone();
    let got = Outcome::of(|| -> Result<&str, Fault> {
        guarded(&marked)?;
        marked.mark_range(start, length)?;
        Ok("done")
    });
    compare("mark_range", &got)?;
    compare("bytes_after_mark_range", &Outcome::Value(hex(&marked.byte_array()).into()))?;
    let mut unmarked = map;
    unmarked.mark_all();
    let got = Outcome::of(|| -> Result<&str, Fault> {
        guarded(&unmarked)?;
        unmarked.unmark_range(start, length)?;
        Ok("done")
    });
    compare("mark_all_then_unmark_range", &got)?;
    compare("bytes_after_unmark_range", &Outcome::Value(hex(&unmarked.byte_array()).into()))?;
    Ok(7)
}

fn digit(marked: bool) -> char {
    if marked { '1' } else { '0' }
}
