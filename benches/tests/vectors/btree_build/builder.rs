//! Topic `builder`: sequences of operations on a Builder.

use std::rc::Rc;

use common::btree::{Comparator, QuickResolver};
use serde_json::{Map, Value, json};

use super::compare::{as_number, error, fields, list, number, only_fields, outcome};
use super::contenders::{Item, Order, Upstream};
use super::facts;
use crate::replay::Difference;

/// Does the operations one after the other, until one fails as the original did.
pub(super) fn run<T: Upstream>(input: &Value) -> Result<Map<String, Value>, Difference> {
    only_fields(input, &["fan_factor", "comparator", "ops"])?;
    let trees = T::new(number(input, "fan_factor")?);
    let mut order = order(input["comparator"].as_str())?;
    let mut builder = trees.builder(order, 0);
    let (mut observed, mut shapes, mut capacities) = (Vec::new(), Vec::new(), Vec::new());
    for (index, op) in list(input, "ops")?.iter().enumerate() {
        let op = Op(op);
        match op.name() {
            "build" => match outcome(|| trees.finish(order, builder)) {
                Ok((tree, next)) => {
                    observed.push(json!([index, facts::contents(&tree)]));
                    shapes.push(json!([index, facts::shape(&tree)]));
                    builder = next;
                }
                Err(kind) => {
                    observed.push(json!([index, error(&kind)]));
                    break;
                }
            },
            "state" => {
                capacities.push(json!([index, builder.capacity()]));
                let state = json!({
                    "count": builder.values().len(),
                    "detected": builder.is_detected(),
                    "auto": builder.is_auto(),
                    "values_hash": facts::items_hash(builder.values()),
                    "values": facts::items(builder.values()),
                });
                observed.push(json!([index, state]));
            }
            "is_empty" => observed.push(json!([index, { "is_empty": builder.is_empty() }])),
            "new_capacity" => {
                let capacity = op.word().parse().map_err(|_| op.unknown())?;
                builder = trees.builder(order, capacity);
            }
            "copy_then_add" => {
                let key = op.word().parse().map_err(|_| op.unknown())?;
                let mut copy = builder.copy();
                copy.add(Item { key, tag: 99 });
                let tree = copy.build().expect("nothing fails here");
                observed.push(json!([index, { "copy_built": facts::items(&tree) }]));
            }
            "reuse_with" => {
                order = self::order(Some(op.word()))?;
                builder.reuse_with(order);
            }
            "reverse" => {
                if let Err(kind) = outcome(|| {
                    builder.reverse();
                    Ok(())
                }) {
                    observed.push(json!([index, error(&kind)]));
                    break;
                }
            }
            "add_each" => op.items()?.into_iter().for_each(|item| builder.add(item)),
            "add_range" => op.range()?.for_each(|item| builder.add(item)),
            "add_all_list" => builder.add_all(op.items()?.into_iter()),
            "add_all_sorted_set" | "add_all_btree_set" => {
                let order = self::order(Some(op.word()))?;
                let mut set = op.items()?;
                set.sort_by(|a, b| order.compare(a, b));
                builder.add_all_sorted(set.into_iter(), &order);
            }
            "auto" => builder.auto(op.word().parse().map_err(|_| op.unknown())?),
            "quick_resolver" => builder.quick_resolver(op.quick_resolver()?),
            "resolve" => builder.resolve(op.resolver()?),
            "sort" => builder.sort(),
            "reuse" => builder.reuse(),
            _ => return Err(op.unknown()),
        }
    }
    Ok(fields(json!({ "observed": observed, "shapes": shapes, "capacities": capacities })))
}

fn order(name: Option<&str>) -> Result<Order, Difference> {
    let order = name.and_then(Order::named);
    order.ok_or_else(|| Difference::new("comparator", "a comparator of the README", name))
}

/// `[name, word?, items?]`.
#[derive(Clone, Copy)]
struct Op<'a>(&'a Value);

impl<'a> Op<'a> {
    fn name(self) -> &'a str {
        self.0[0].as_str().unwrap_or_default()
    }

    fn word(self) -> &'a str {
        self.0[1].as_str().unwrap_or_default()
    }

    fn unknown(self) -> Difference {
        Difference::new("in.ops", "an operation of the README", self.0)
    }

    /// The last part of the operation.
    fn items(self) -> Result<Vec<Item>, Difference> {
        let items = self.0.as_array().and_then(|parts| parts.last()).and_then(Value::as_array);
        let item =
            |pair: &Value| Some(Item { key: as_number(&pair[0])?, tag: as_number(&pair[1])? });
        let items = items.and_then(|items| items.iter().map(item).collect());
        items.ok_or_else(|| self.unknown())
    }

    /// "from to step".
    fn range(self) -> Result<impl Iterator<Item = Item>, Difference> {
        let parts: Option<Vec<i32>> =
            self.word().split(' ').map(|part| part.parse().ok()).collect();
        let Some(&[from, to, step]) = parts.as_deref() else { return Err(self.unknown()) };
        if step == 0 {
            return Err(self.unknown());
        }
        let keys = std::iter::successors(Some(from), move |key| key.checked_add(step));
        let before = move |key: &i32| if step > 0 { *key < to } else { *key > to };
        Ok(keys.take_while(before).map(|key| Item { key, tag: 0 }))
    }

    fn quick_resolver(self) -> Result<Option<QuickResolver<Item>>, Difference> {
        let tag: fn(i32, i32) -> i32 = match self.word() {
            "none" => return Ok(None),
            "mix" => mix,
            "sum" => i32::wrapping_add,
            "keep_new" => |_, new| new,
            _ => return Err(self.unknown()),
        };
        Ok(Some(Rc::new(move |a, b| Item { key: a.key, tag: tag(a.tag, b.tag) })))
    }

    fn resolver(self) -> Result<impl FnMut(&[Item]) -> Item, Difference> {
        let tags = |run: &[Item]| run.iter().map(|item| item.tag).collect::<Vec<i32>>();
        let tag: fn(&[i32]) -> i32 = match self.word() {
            "first" => |tags| tags[0],
            "last" => |tags| tags[tags.len() - 1],
            "sum" => |tags| tags.iter().copied().fold(0, i32::wrapping_add),
            "count" => |tags| i32::try_from(tags.len()).expect("a short run"),
            "mix" => |tags| tags.iter().copied().fold(7, mix),
            _ => return Err(self.unknown()),
        };
        Ok(move |run: &[Item]| Item { key: run[0].key, tag: tag(&tags(run)) })
    }
}

/// Not commutative, so it tells the order of a fold.
fn mix(a: i32, b: i32) -> i32 {
    let mixed = (31 * i64::from(a) + i64::from(b)) % 1_000_003;
    i32::try_from(mixed).expect("the remainder is small")
}
