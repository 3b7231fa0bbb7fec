//! Topic `transform_and_filter`: chains of functions over a tree.

use std::panic::panic_any;

use common::btree::{Change, NoOp, Node};
use serde_json::{Map, Value, json};

use super::build::item;
use super::compare::{Thrown, as_number, fields, list, number, only_fields, outcome};
use super::contenders::{Item, Order, Upstream};
use super::facts;
use crate::replay::Difference;

/// Applies the functions one after the other, each to the last tree that came out.
pub(super) fn run<T: Upstream>(input: &Value) -> Result<Map<String, Value>, Difference> {
    only_fields(input, &["fan_factor", "n", "functions"])?;
    let trees = T::new(number(input, "fan_factor")?);
    let n = number(input, "n")?;
    let mut tree = trees.build((0..n).map(item), n, &mut NoOp).expect("the size is right");
    let (mut results, mut structures) = (Vec::new(), Vec::new());
    for function in list(input, "functions")? {
        let function = Function::new(function)?;
        let before = facts::items_hash(&tree);
        let (mut calls, mut last) = (0, i32::MIN);
        let result = outcome(|| {
            Ok(trees.transform(&tree, |item| {
                assert!(item.key > last, "calls come in ascending order");
                last = item.key;
                let change = function.change(*item);
                calls += 1;
                change
            }))
        });
        match result {
            Ok(result) => {
                let mut facts = facts::contents(&result);
                facts.insert("same_root".into(), result.is_same(&tree).into());
                facts.insert("function_calls".into(), calls.into());
                let ordered = common::btree::is_well_formed(&result, trees.fan(), &Order::Natural);
                facts.insert("well_formed".into(), ordered.into());
                results.push(facts.into());
                structures.push(structure(&result, &tree));
                tree = result;
            }
            Err(kind) => {
                let unchanged = facts::items_hash(&tree) == before;
                results.push(json!({
                    "error": kind, "function_calls": calls, "input_unchanged": unchanged
                }));
                structures.push(Value::Null);
            }
        }
    }
    let results: Vec<Value> = results;
    Ok(fields(json!({ "results": results, "structures": structures })))
}

fn structure(result: &Node<Item>, input: &Node<Item>) -> Value {
    let levels = facts::levels(result);
    let input = facts::levels(input);
    let shared = |node: &&&Node<Item>| input.iter().flatten().any(|other| node.is_same(other));
    let mut structure = fields(json!({
        "nodes": levels.iter().map(Vec::len).sum::<usize>(),
        "nodes_shared_with_input": levels.iter().flatten().filter(shared).count(),
    }));
    structure.extend(facts::layout(result));
    // It is the result's flag.
    structure.remove("is_empty_singleton");
    structure.into()
}

/// A name and its numbers.
struct Function {
    name: String,
    numbers: Vec<i32>,
}

impl Function {
    fn new(function: &Value) -> Result<Function, Difference> {
        let unknown = || Difference::new("in.functions", "a function of the README", function);
        let parts = function.as_array().filter(|parts| !parts.is_empty()).ok_or_else(unknown)?;
        let name = parts[0].as_str().ok_or_else(unknown)?.to_owned();
        let numbers: Option<Vec<i32>> = parts[1..].iter().map(as_number).collect();
        let function = Function { name, numbers: numbers.ok_or_else(unknown)? };
        function.of_key(i32::MAX).map(|_| ()).ok_or_else(unknown)?;
        Ok(function)
    }

    fn change(&self, item: Item) -> Change<Item> {
        match self.of_key(item.key).expect("known since it was made") {
            Effect::Keep => Change::Keep,
            Effect::Copy => Change::Replace(item),
            Effect::Retag => Change::Replace(Item { tag: item.tag + 1, ..item }),
            Effect::Double => Change::Replace(Item { key: 2 * item.key, ..item }),
            Effect::Drop => Change::Remove,
            Effect::Throw => panic_any(Thrown),
        }
    }

    /// `None` if there is no such function.
    fn of_key(&self, key: i32) -> Option<Effect> {
        use Effect::{Copy, Double, Drop, Keep, Retag, Throw};
        let is_every = |every: &[i32]| key.checked_rem(every[0]) == Some(every[1]);
        let is_in = |range: &[i32]| (range[0]..range[1]).contains(&key);
        let choose = |condition: bool, effect: Effect| if condition { effect } else { Keep };
        let (name, numbers) = (self.name.as_str(), self.numbers.as_slice());
        Some(match (name, numbers) {
            ("identity", []) => Keep,
            ("copy_all", []) => Copy,
            ("replace_all", []) => Retag,
            ("drop_all", []) => Drop,
            ("double_keys", []) => Double,
            ("replace_one", &[one]) => choose(key == one, Retag),
            ("drop_one", &[one]) => choose(key == one, Drop),
            ("keep_one", &[one]) => choose(key != one, Drop),
            ("throw_at", &[one]) => choose(key == one, Throw),
            ("drop_below", &[bound]) => choose(key < bound, Drop),
            ("drop_from", &[bound]) => choose(key >= bound, Drop),
            ("replace_every", [_, _]) => choose(is_every(numbers), Retag),
            ("drop_every", [_, _]) => choose(is_every(numbers), Drop),
            ("keep_every", [_, _]) => choose(!is_every(numbers), Drop),
            ("replace_range", [_, _]) => choose(is_in(numbers), Retag),
            ("drop_range", [_, _]) => choose(is_in(numbers), Drop),
            ("keep_range", [_, _]) => choose(!is_in(numbers), Drop),
            ("drop_one_throw_at", &[drop, throw]) => {
                if key == drop {
                    Drop
                } else {
                    choose(key == throw, Throw)
                }
            }
            ("replace_every_drop_one", &[_, _, drop]) => {
                if key == drop {
                    Drop
                } else {
                    choose(is_every(&numbers[..2]), Retag)
                }
            }
            ("replace_every_drop_every", [_, _, _, _]) => {
                if is_every(&numbers[2..]) {
                    Drop
                } else {
                    choose(is_every(&numbers[..2]), Retag)
                }
            }
            _ => return None,
        })
    }
}

enum Effect {
    Keep,
    Copy,
    Retag,
    Double,
    Drop,
    Throw,
}
