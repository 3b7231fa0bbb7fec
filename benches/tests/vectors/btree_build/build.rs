//! Topics `constants`, `build_shape`, `build_source` and `errors`.

use std::panic::panic_any;

use common::btree::{Builder, NoOp, UpdateFunction, find_index, is_well_formed};
use serde_json::{Map, Value, json};

use super::compare::{Thrown, as_number, error, fields, list, number, only_fields, outcome};
use super::contenders::{Item, Order, Upstream};
use super::facts;
use crate::replay::Difference;

/// Upstream's constants by the configured fan-out factor.
pub(super) fn constants<T: Upstream>(input: &Value) -> Result<Map<String, Value>, Difference> {
    only_fields(input, &["configured_fan_factor"])?;
    let configured = number(input, "configured_fan_factor")?;
    let trees = match outcome(|| Ok(T::new(configured))) {
        Ok(trees) => trees,
        Err(kind) => return Ok(fields(json!({ "error": error(&kind) }))),
    };
    let fan = trees.fan();
    let mut constants = fields(json!({
        "fan_shift": fan.shift(),
        "fan_factor": fan.keys(),
        "minimal_node_size": fan.minimal_node_size(),
    }));
    if let Some(capacities) = trees.capacities() {
        constants.insert("max_tree_size".into(), json!(capacities.last()));
        constants.insert("tree_size".into(), capacities.into());
    }
    Ok(constants)
}

/// Trees of consecutive keys.
pub(super) fn shape<T: Upstream>(input: &Value) -> Result<Map<String, Value>, Difference> {
    let trees = T::new(number(input, "fan_factor")?);
    let build = |n: i32, function: &mut Recorder| {
        trees.build((0..n).map(item), n, function).expect("the size is right")
    };
    if input.get("n").is_none() {
        only_fields(input, &["fan_factor", "n_from", "n_to"])?;
        let sizes = number(input, "n_from")?..=number(input, "n_to")?;
        let shapes = sizes.map(|n| facts::shape(&build(n, &mut Recorder::default())));
        return Ok(fields(json!({ "shapes": shapes.collect::<Vec<_>>() })));
    }
    only_fields(input, &["fan_factor", "n"])?;
    let mut recorder = Recorder::default();
    let tree = build(number(input, "n")?, &mut recorder);
    let mut facts = facts::layout(&tree);
    facts.insert("allocated_bytes".into(), recorder.allocated_bytes().into());
    facts.insert("well_formed".into(), is_well_formed(&tree, trees.fan(), &Order::Natural).into());
    Ok(facts)
}

/// Sources that are as long as stated, shorter, or longer; one output per way to offer the source.
pub(super) fn source<T: Upstream>(input: &Value) -> Result<Vec<Map<String, Value>>, Difference> {
    only_fields(input, &["fan_factor", "source", "source_length", "size", "function"])?;
    let kinds: &[Source] = match input["source"].as_str() {
        // A port may treat a source that tells its length in another way than one that does not.
        Some("iterable") => &[Source::Iterable, Source::IterableOfKnownLength],
        Some("iterable_unknown_size") => &[Source::IterableOfUnknownSize],
        Some("array") => &[Source::Array],
        _ => return Err(Difference::new("in.source", "a source of the README", &input["source"])),
    };
    kinds.iter().map(|&kind| offer::<T>(input, kind)).collect()
}

#[derive(Clone, Copy, PartialEq)]
enum Source {
    Iterable,
    IterableOfKnownLength,
    IterableOfUnknownSize,
    Array,
}

fn offer<T: Upstream>(input: &Value, kind: Source) -> Result<Map<String, Value>, Difference> {
    let trees = T::new(number(input, "fan_factor")?);
    let length = number(input, "source_length")?;
    let size = if kind == Source::IterableOfUnknownSize { -1 } else { number(input, "size")? };
    let mut taken = 0;
    let source = Counted {
        next: 0,
        length,
        tells: kind == Source::IterableOfKnownLength,
        taken: &mut taken,
    };
    let values: Vec<Item> = (0..length).map(item).collect();

    let Some(mut recorder) = Recorder::named(&input["function"]) else {
        let function = (&input["function"], "a function of the README");
        return Err(Difference::new("in.function", function.1, function.0));
    };
    let result = outcome(|| match (kind, recorder.is_no_op) {
        (Source::Array, true) => trees.build_array(&values, size, &mut NoOp),
        (Source::Array, false) => trees.build_array(&values, size, &mut recorder),
        (Source::IterableOfUnknownSize, true) => {
            Ok(trees.build_unknown_size(source, &mut NoOp).expect("it binds legacy alone"))
        }
        (Source::IterableOfUnknownSize, false) => {
            Ok(trees.build_unknown_size(source, &mut recorder).expect("it binds legacy alone"))
        }
        (_, true) => trees.build(source, size, &mut NoOp),
        (_, false) => trees.build(source, size, &mut recorder),
    });
    let mut outputs = match result {
        Ok(tree) => facts::layout(&tree),
        Err(kind) => fields(json!({ "error": error(&kind) })),
    };
    if kind != Source::Array {
        outputs.insert("source_items_taken".into(), taken.into());
    }
    if !recorder.is_no_op {
        outputs.extend(fields(json!({
            "function_calls": recorder.calls,
            // A build of these ports has nobody to ask.
            "abort_polls": 0,
            "allocated_bytes": recorder.allocated_bytes(),
            "allocations": recorder.allocations,
        })));
    }
    let next = trees.build((0..100).map(item), 100, &mut NoOp).expect("the size is right");
    let wrong = !next.iter().map(|item| item.key).eq(0..100);
    outputs.insert("next_build_wrong".into(), wrong.into());
    Ok(outputs)
}

/// Keys in an order that the class does not check.
pub(super) fn errors<T: Upstream>(input: &Value) -> Result<Map<String, Value>, Difference> {
    only_fields(input, &["fan_factor", "op", "keys"])?;
    let trees = T::new(number(input, "fan_factor")?);
    let keys: Option<Vec<i32>> = list(input, "keys")?.iter().map(as_number).collect();
    let keys = keys.ok_or_else(|| Difference::new("in.keys", "keys", &input["keys"]))?;
    let items = keys.iter().zip(0..).map(|(&key, tag)| Item { key, tag });
    let tree = match input["op"].as_str() {
        Some("build_unchecked") => {
            let size = i32::try_from(keys.len()).expect("a short list");
            trees.build(items, size, &mut NoOp)
        }
        Some("builder_auto_off_unsorted") => {
            let mut builder = Builder::new(&trees, Order::Natural);
            builder.auto(false);
            items.for_each(|item| builder.add(item));
            builder.build()
        }
        _ => return Err(Difference::new("in.op", "an operation of the README", &input["op"])),
    };
    let tree = tree.expect("nothing is checked");
    let find = |key| find_index(&tree, &Item { key, tag: 0 }, &Order::Natural);
    let mut outputs = facts::layout(&tree);
    outputs.extend(fields(json!({
        "contents_in_source_order": tree.iter().map(|item| item.key).eq(keys),
        "well_formed": is_well_formed(&tree, trees.fan(), &Order::Natural),
        "find_index_of_keys_minus_1_to_8": (-1..=8).map(find).collect::<Vec<_>>(),
    })));
    Ok(outputs)
}

/// The item of a key that a source begins with.
pub(super) fn item(key: i32) -> Item {
    Item { key, tag: 0 }
}

/// Keys from 0 on; counts what it gave.
struct Counted<'a> {
    next: i32,
    length: i32,
    tells: bool,
    taken: &'a mut i32,
}

impl Iterator for Counted<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        let key = (self.next < self.length).then_some(self.next)?;
        self.next += 1;
        *self.taken += 1;
        Some(item(key))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.length - self.next).expect("it ends at its length");
        if self.tells { (left, Some(left)) } else { (0, None) }
    }
}

/// The functions of the README; takes items as they are by default.
#[derive(Default)]
struct Recorder {
    is_no_op: bool,
    retags: bool,
    throws_at: Option<i32>,
    calls: i32,
    allocations: Vec<(i32, i64)>,
}

impl Recorder {
    fn named(function: &Value) -> Option<Recorder> {
        let mut recorder = Recorder::default();
        let argument = function.get(1).map(as_number);
        match (function[0].as_str()?, argument) {
            ("no_op", None) => recorder.is_no_op = true,
            // A build never asks whether to abort.
            ("take_new", None) | ("abort_after", Some(Some(_))) => {}
            ("retag", None) => recorder.retags = true,
            ("throw_at", Some(Some(call))) => recorder.throws_at = Some(call),
            _ => return None,
        }
        Some(recorder)
    }

    fn allocated_bytes(&self) -> i64 {
        self.allocations.iter().map(|(_, bytes)| bytes).sum()
    }
}

impl UpdateFunction<Item> for Recorder {
    fn apply(&mut self, new: Item) -> Item {
        if self.throws_at == Some(self.calls) {
            panic_any(Thrown);
        }
        self.calls += 1;
        Item { tag: new.tag + i32::from(self.retags), ..new }
    }

    fn allocated(&mut self, bytes: i64) {
        self.allocations.push((self.calls, bytes));
    }
}
