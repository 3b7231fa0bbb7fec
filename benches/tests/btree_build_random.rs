//! Builders and transformations under random operations, against models of a few lines.

mod tally;

use std::collections::BTreeMap;
use std::rc::Rc;

use common::btree::{
    Build, Builder, Change, FanFactor, NaturalOrder, NoOp, Node, QuickResolver, is_well_formed,
};
use optimized::revisions::btree_build_2017;
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;

use self::tally::{compared, tally};

/// A key, and which of several equal items it is.
#[derive(Clone, Copy, Debug)]
struct Item(u64, u64);

impl PartialEq for Item {
    fn eq(&self, other: &Item) -> bool {
        self.0 == other.0
    }
}

impl Eq for Item {}

impl PartialOrd for Item {
    fn partial_cmp(&self, other: &Item) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Item {
    fn cmp(&self, other: &Item) -> std::cmp::Ordering {
        self.0.cmp(&other.0)
    }
}

type Legacy = legacy::btree_build::Trees<Item>;
type Frontier = frontier::btree_build::Trees<Item>;
type Optimized = optimized::btree_build::Trees<Item>;
type Seed2017 = btree_build_2017::Trees<Item>;

/// One call on a Builder.
#[derive(Clone, Debug)]
enum Add {
    Each(Vec<u64>),
    List(Vec<u64>),
    Set(Vec<u64>),
}

fn adds() -> impl Strategy<Value = Vec<Add>> {
    let keys = || vec(0..60_u64, 0..40);
    let set = btree_set(0..60_u64, 0..40).prop_map(|keys| keys.into_iter().collect());
    let add =
        prop_oneof![keys().prop_map(Add::Each), keys().prop_map(Add::List), set.prop_map(Add::Set)];
    vec(add, 0..8)
}

/// Does the calls; tags count the items.
fn gather<B: Build<Item>>(builder: &mut Builder<'_, Item, NaturalOrder, B>, adds: &[Add]) {
    let mut tag = 0;
    for add in adds {
        let (Add::Each(keys) | Add::List(keys) | Add::Set(keys)) = add;
        let items: Vec<Item> = keys.iter().zip(tag..).map(|(&key, tag)| Item(key, tag)).collect();
        tag += keys.len() as u64;
        match add {
            Add::Each(_) => items.into_iter().for_each(|item| builder.add(item)),
            Add::List(_) => builder.add_all(items.into_iter()),
            Add::Set(_) => builder.add_all_sorted(items.into_iter(), &NaturalOrder),
        }
    }
}

fn pairs(tree: &Node<Item>) -> Vec<(u64, u64)> {
    tree.iter().map(|item| (item.0, item.1)).collect()
}

/// Every key with what becomes of the tags it came with.
fn model(adds: &[Add], resolve: impl Fn(u64, u64) -> u64) -> Vec<(u64, u64)> {
    let keys = adds.iter().flat_map(|(Add::Each(keys) | Add::List(keys) | Add::Set(keys))| keys);
    let mut model = BTreeMap::new();
    for (&key, tag) in keys.zip(0..) {
        model.entry(key).and_modify(|old| *old = resolve(*old, tag)).or_insert(tag);
    }
    model.into_iter().collect()
}

/// What becomes of an item by its key: kept, replaced or removed.
fn change(plan: &[u8], item: Item) -> Change<Item> {
    match plan[usize::try_from(item.0).unwrap() % plan.len()] {
        0..=5 => Change::Keep,
        6..=7 => Change::Replace(Item(item.0, item.1 + 1)),
        _ => Change::Remove,
    }
}

fn nodes<'a>(node: &'a Node<Item>, all: &mut Vec<&'a Node<Item>>) {
    all.push(node);
    node.children().iter().for_each(|child| nodes(child, all));
}

/// Whether a node holds an item that the plan replaces.
fn is_touched(node: &Node<Item>, plan: &[u8]) -> bool {
    node.iter().any(|item| change(plan, *item) != Change::Keep)
}

fn check_transformed<B>(
    fan: i32,
    n: u64,
    plan: &[u8],
    trees: &B,
    build: impl Fn(&B) -> Node<Item>,
    transform: impl Fn(&B, &Node<Item>, &mut dyn FnMut(&Item) -> Change<Item>) -> Node<Item>,
) {
    let tree = build(trees);
    let mut asked = Vec::new();
    let result = transform(trees, &tree, &mut |item| {
        asked.push(item.0);
        change(plan, *item)
    });
    assert!(asked.iter().copied().eq(0..n), "each once, in ascending order");
    let survivors = (0..n).map(|key| Item(key, 0)).filter_map(|item| match change(plan, item) {
        Change::Keep => Some((item.0, item.1)),
        Change::Replace(item) => Some((item.0, item.1)),
        Change::Remove => None,
    });
    let survivors: Vec<(u64, u64)> = survivors.collect();
    assert_eq!(pairs(&result), survivors);
    compared(1);
    assert!(is_well_formed(&result, FanFactor::new(fan), &NaturalOrder));
    assert_eq!(survivors.is_empty(), result.is_the_empty_one());
    assert!(pairs(&tree).into_iter().eq((0..n).map(|key| (key, 0))), "the input is as it was");
    if survivors.len() as u64 == n {
        // Nothing was removed: the same shape, and only nodes on the way to a replaced item are new.
        let (mut old, mut new) = (Vec::new(), Vec::new());
        nodes(&tree, &mut old);
        nodes(&result, &mut new);
        assert_eq!(old.len(), new.len());
        for (old, new) in old.into_iter().zip(new) {
            assert_eq!(old.is_same(new), !is_touched(old, plan));
        }
    }
}

proptest! {
    // A38
    #[test]
    fn a_builder_keeps_the_earliest_of_equal_items(adds in adds(), fan in 2..40_i32) {
        let _tally = tally("btree_build");
        let expected = model(&adds, |old, _| old);
        let (legacy, optimized, seed) = (Legacy::new(fan), Optimized::new(fan), Seed2017::new(fan));
        let mut of_legacy = Builder::new(&legacy, NaturalOrder);
        gather(&mut of_legacy, &adds);
        prop_assert_eq!(&pairs(&of_legacy.build().unwrap()), &expected);
        let mut of_optimized = Builder::new(&optimized, NaturalOrder);
        gather(&mut of_optimized, &adds);
        prop_assert_eq!(&pairs(&of_optimized.build().unwrap()), &expected);
        // By itself, and with a list in front that it may take for one that ascends.
        let beyond = Frontier::new(fan);
        let mut of_frontier = frontier::btree_build::Builder::new(&beyond, NaturalOrder);
        gather(of_frontier.shared(), &adds);
        prop_assert_eq!(&pairs(&of_frontier.build().unwrap()), &expected);
        for _ in 0..2 {
            let mut pooled = seed.builder(NaturalOrder);
            gather(&mut pooled, &adds);
            prop_assert_eq!(&pairs(&pooled.build().unwrap()), &expected);
        }
        compared(5);
    }

    #[test]
    fn a_resolver_sees_all_equal_items(adds in adds()) {
        let _tally = tally("btree_build");
        let expected = model(&adds, u64::wrapping_add);
        let sum: QuickResolver<Item> = Rc::new(|a, b| Item(a.0, a.1.wrapping_add(b.1)));
        let trees = Optimized::new(4);
        let mut builder = Builder::new(&trees, NaturalOrder);
        builder.quick_resolver(Some(sum));
        gather(&mut builder, &adds);
        prop_assert_eq!(pairs(&builder.build().unwrap()), expected);
        compared(1);
    }

    #[test]
    fn a_transformation_is_a_map_and_a_filter(
        fan in prop_oneof![Just(2), Just(4), Just(32)],
        n in 0..700_u64,
        plan in prop_oneof![vec(0..8_u8, 1..80), vec(0..9_u8, 1..80), vec(0..40_u8, 1..9)],
    ) {
        let _tally = tally("btree_build");
        let items = || (0..n).map(|key| Item(key, 0));
        let size = i32::try_from(n).unwrap();
        check_transformed(fan, n, &plan, &Legacy::new(fan),
            |trees| trees.build(items(), size, &mut NoOp).unwrap(),
            |trees, tree, change| trees.transform_and_filter(tree, change));
        check_transformed(fan, n, &plan, &Optimized::new(fan),
            |trees| trees.build(items(), size, &mut NoOp).unwrap(),
            |trees, tree, change| trees.transform_and_filter(tree, change));
        check_transformed(fan, n, &plan, &Frontier::new(fan),
            |trees| trees.build(items(), size, &mut NoOp).unwrap(),
            |trees, tree, change| trees.transform_and_filter(tree, change));
        check_transformed(fan, n, &plan, &Seed2017::new(fan),
            |trees| trees.build(items(), size, &mut NoOp).unwrap(),
            |trees, tree, change| trees.transform_and_filter(tree, change));
    }

    /// Lists that ascend wholly, to a point, or not at all, one after the other, built in between or not.
    #[test]
    fn a_builder_of_lists_gives_what_the_shared_one_gives(
        lists in vec((0..300_u64, 0..300_u64, 1..4_u64), 0..4),
        fan in 2..40_i32,
        builds_in_between in any::<bool>(),
        turns in vec(any::<u8>(), 0..4),
    ) {
        let _tally = tally("btree_build");
        let (trees, expected_trees) = (Frontier::new(fan), Optimized::new(fan));
        let mut builder = frontier::btree_build::Builder::new(&trees, NaturalOrder);
        let mut expected = Builder::new(&expected_trees, NaturalOrder);
        for (index, &(first, count, step)) in lists.iter().enumerate() {
            let mut list: Vec<Item> =
                (0..count).map(|at| Item(first + at * step, at + 1_000 * index as u64)).collect();
            // One item somewhere comes too early, or twice.
            if let (Some(&turn), true) = (turns.get(index), list.len() > 1) {
                let at = usize::from(turn) % (list.len() - 1);
                list[at + 1].0 = list[at].0.saturating_sub(u64::from(turn) % 3);
            }
            builder.add_all(list.iter().copied());
            expected.add_all(list.into_iter());
            if builds_in_between {
                prop_assert_eq!(pairs(&builder.build().unwrap()), pairs(&expected.build().unwrap()));
            }
        }
        let built = builder.build().unwrap();
        prop_assert!(is_well_formed(&built, FanFactor::new(fan), &NaturalOrder));
        prop_assert_eq!(pairs(&built), pairs(&expected.build().unwrap()));
        compared(1);
    }

    // A37: there is no update in this port, so every build takes the place of every insert.
    #[test]
    fn trees_of_any_size_and_fan_out_hold_the_same(fan in 2..=64_i32, n in 0..20_000_u64) {
        let _tally = tally("btree_build");
        let items = || (0..n).map(|key| Item(key, key));
        let size = i32::try_from(n).unwrap();
        let all = [
            Legacy::new(fan).build(items(), size, &mut NoOp).unwrap(),
            Optimized::new(fan).build(items(), size, &mut NoOp).unwrap(),
            Seed2017::new(fan).build(items(), size, &mut NoOp).unwrap(),
            Frontier::new(fan).build_from_slice(&items().collect::<Vec<_>>()),
        ];
        for tree in &all {
            compared(1);
            prop_assert!(tree.iter().map(|item| item.1).eq(0..n));
            prop_assert!(is_well_formed(tree, FanFactor::new(fan), &NaturalOrder));
            prop_assert_eq!(tree.depth(), all[0].depth());
        }
    }
}

/// Value x comes x times; sums are squares, however the values come.
#[test]
fn sums_of_repeated_values_are_squares() {
    let sum: QuickResolver<Item> = Rc::new(|a, b| Item(a.0, a.1 + b.1));
    for count in 0..10_u64 {
        let sorted: Vec<Item> = (1..=count).flat_map(|x| (0..x).map(move |_| Item(x, x))).collect();
        let reversed: Vec<Item> = sorted.iter().rev().copied().collect();
        let squares: Vec<(u64, u64)> = (1..=count).map(|x| (x, x * x)).collect();
        for values in [sorted, reversed] {
            let trees = Legacy::new(4);
            let mut builder = Builder::new(&trees, NaturalOrder);
            builder.quick_resolver(Some(Rc::clone(&sum)));
            for item in &values {
                builder.add(*item);
            }
            assert_eq!(pairs(&builder.build().unwrap()), squares);
            let mut builder = Builder::new(&trees, NaturalOrder);
            builder.auto(false);
            builder.add_all(values.into_iter());
            builder.sort();
            builder.resolve(|run| Item(run[0].0, run.iter().map(|item| item.1).sum()));
            assert_eq!(pairs(&builder.build().unwrap()), squares);
        }
    }
}
