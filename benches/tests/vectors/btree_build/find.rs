//! Topic `find`: look-ups, positions and slices.

use common::btree::{
    Direction, NoOp, Node, Positions, ceil_index, find, find_by_index, find_index, floor_index,
    higher_index, lower_index, slice,
};
use serde_json::{Map, Value, json};

use super::build::item;
use super::compare::{as_number, error, fields, list, number, only_fields, outcome};
use super::contenders::{Item, Order, Upstream};
use super::facts;
use crate::replay::Difference;

/// Asks a tree of keys 0, stride, 2 stride, ... all queries of a case.
pub(super) fn run<T: Upstream>(input: &Value) -> Result<Map<String, Value>, Difference> {
    only_fields(input, &["fan_factor", "n", "stride", "op", "queries"])?;
    let trees = T::new(number(input, "fan_factor")?);
    let (n, stride) = (number(input, "n")?, number(input, "stride")?);
    let keys = (0..n).map(|index| item(stride * index));
    let tree = trees.build(keys, n, &mut NoOp).expect("the size is right");
    let queries = list(input, "queries")?;
    Ok(match input["op"].as_str() {
        Some("lookup") => lookups(&tree, &numbers(queries)?),
        Some("find_by_index") => {
            let found = numbers(queries)?.into_iter().map(|index| {
                let found = outcome(|| find_by_index(&tree, index));
                found.map_or_else(|kind| error(&kind), |item| item.key.into())
            });
            fields(json!({ "found": found.collect::<Vec<_>>() }))
        }
        Some(op @ ("slice" | "iterate_positions")) => {
            let answer = if op == "slice" { between_keys } else { between_positions };
            let slices: Option<Vec<Value>> =
                queries.iter().map(|query| answer(&tree, query)).collect();
            let slices = slices.ok_or_else(|| Difference::new("in.queries", "slices", queries))?;
            fields(json!({ "slices": slices }))
        }
        _ => return Err(Difference::new("in.op", "an operation of the README", &input["op"])),
    })
}

fn numbers(queries: &[Value]) -> Result<Vec<i32>, Difference> {
    let numbers: Option<Vec<i32>> = queries.iter().map(as_number).collect();
    numbers.ok_or_else(|| Difference::new("in.queries", "numbers", queries))
}

fn lookups(tree: &Node<Item>, keys: &[i32]) -> Map<String, Value> {
    let found = |&key: &i32| find(tree, &item(key), &Order::Natural).map(|item| item.key);
    let indexes = |index: fn(&Node<Item>, &Item, &Order) -> i32| {
        keys.iter().map(|&key| index(tree, &item(key), &Order::Natural)).collect::<Vec<_>>()
    };
    fields(json!({
        "found": keys.iter().map(found).collect::<Vec<_>>(),
        "find_index": indexes(find_index),
        "lower_index": indexes(lower_index),
        "floor_index": indexes(floor_index),
        "higher_index": indexes(higher_index),
        "ceil_index": indexes(ceil_index),
    }))
}

/// `[lower, lower inclusive, upper, upper inclusive, direction]`.
fn between_keys(tree: &Node<Item>, query: &Value) -> Option<Value> {
    let bound = |index: usize| match &query[index] {
        Value::Null => Some(None),
        key => Some(Some((item(as_number(key)?), query[index + 1].as_bool()?))),
    };
    let (lower, upper, direction) = (bound(0)?, bound(2)?, direction(&query[4])?);
    let (lower, upper) = (lower.as_ref(), upper.as_ref());
    Some(walked(outcome(|| {
        let lower = lower.map(|(key, inclusive)| (key, *inclusive));
        let upper = upper.map(|(key, inclusive)| (key, *inclusive));
        Ok(slice(tree, &Order::Natural, lower, upper, direction))
    })))
}

/// `[from, to, direction]`.
fn between_positions(tree: &Node<Item>, query: &Value) -> Option<Value> {
    let (from, to, direction) =
        (as_number(&query[0])?, as_number(&query[1])?, direction(&query[2])?);
    Some(walked(outcome(|| Positions::new(tree, from, to, direction))))
}

fn direction(word: &Value) -> Option<Direction> {
    match word.as_str()? {
        "asc" => Some(Direction::Ascending),
        "desc" => Some(Direction::Descending),
        _ => None,
    }
}

/// `[count, first key, last key, items_hash]` or `[0]`.
fn walked(slice: Result<Positions<'_, Item>, String>) -> Value {
    let items: Vec<&Item> = match slice {
        Ok(slice) => slice.collect(),
        Err(kind) => return error(&kind),
    };
    match items.as_slice() {
        [] => json!([0]),
        [first, .., last] | [first @ last] => {
            let hash = facts::items_hash(items.iter().copied());
            json!([items.len(), first.key, last.key, hash])
        }
    }
}
