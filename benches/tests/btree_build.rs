//! Trees of every size: contents, order, fill, depth and size maps of all three forms; and the tables of the original.

mod tally;

use std::panic::{AssertUnwindSafe, catch_unwind};

use common::btree::{
    Build, Builder, Direction, FanFactor, NaturalOrder, NoOp, Node, Positions, UpdateFunction,
    ceil_index, find, find_by_index, find_index, floor_index, higher_index, is_well_formed,
    lower_index, slice,
};
use common::fault::Fault;
use optimized::revisions::btree_build_2017;

use self::tally::{compared, tally};

type Legacy = legacy::btree_build::Trees<u64>;
type Optimized = optimized::btree_build::Trees<u64>;
type Frontier = frontier::btree_build::Trees<u64>;
type Seed2017 = btree_build_2017::Trees<u64>;

/// Legacy, the merged form, the ticket's own, and the frontier's two ways, of keys 0 to n - 1.
fn trees(fan: i32, n: u64) -> [Node<u64>; 5] {
    let size = i32::try_from(n).expect("a size of Java's int");
    let keys: Vec<u64> = (0..n).collect();
    [
        Legacy::new(fan).build(0..n, size, &mut NoOp).unwrap(),
        Optimized::new(fan).build(0..n, size, &mut NoOp).unwrap(),
        Seed2017::new(fan).build(0..n, size, &mut NoOp).unwrap(),
        Frontier::new(fan).build(0..n, size, &mut NoOp).unwrap(),
        Frontier::new(fan).build_from_slice(&keys),
    ]
}

/// Whether a tree holds 0 to n - 1 and all its nodes are as full and as deep as they must be.
#[track_caller]
fn check(tree: &Node<u64>, fan: i32, n: u64) {
    assert!(tree.iter().copied().eq(0..n), "contents, fan {fan}, n {n}");
    assert_eq!(u64::from(tree.size()), n);
    let factor = FanFactor::new(fan);
    assert!(is_well_formed(tree, factor, &NaturalOrder), "fan {fan}, n {n}");
    check_node(tree, factor, tree.depth(), true);
    compared(1);
}

/// Stricter than upstream's own check: full is full, and all leaves lie at one depth.
fn check_node(node: &Node<u64>, fan: FanFactor, depth: u32, is_root: bool) {
    let keys = u32::try_from(node.keys().len()).unwrap();
    assert!(keys <= fan.keys());
    assert!(is_root || keys >= fan.minimal_node_size(), "{keys} keys below the root");
    assert_eq!(node.children().is_empty(), depth == 1);
    for child in node.children() {
        check_node(child, fan, depth - 1, false);
    }
}

#[test]
fn trees_of_every_size_hold_the_same_at_the_same_depth() {
    let _tally = tally("btree_build");
    for fan in [2, 4, 8, 32] {
        for n in 0..=1_100 {
            let all = trees(fan, n);
            for tree in &all {
                check(tree, fan, n);
            }
            assert!(all.iter().all(|tree| tree.depth() == all[0].depth()), "fan {fan}, n {n}");
        }
    }
}

#[test]
fn trees_around_every_capacity_hold_the_same_at_the_same_depth() {
    let _tally = tally("btree_build");
    for fan in [2, 4, 8, 32] {
        for &capacity in Optimized::new(fan).tree_size().iter().take_while(|&&size| size < 40_000) {
            for n in u64::from(capacity) - 1..=u64::from(capacity) + 2 {
                let all = trees(fan, n);
                for tree in &all {
                    check(tree, fan, n);
                }
                let depths = all.map(|tree| tree.depth());
                assert_eq!(depths, [depths[0]; 5], "fan {fan}, n {n}");
            }
        }
    }
}

/// Sizes of the leaves in order.
fn leaves(node: &Node<u64>) -> Vec<usize> {
    if node.children().is_empty() {
        return vec![node.keys().len()];
    }
    node.children().iter().flat_map(leaves).collect()
}

// A35
#[test]
fn merged_form_has_the_shapes_that_were_read_off_the_original() {
    let rows: [(i32, u64, &[usize], &[u32]); 16] = [
        (32, 0, &[0], &[]),
        (32, 1, &[1], &[]),
        (32, 2, &[2], &[]),
        (32, 32, &[32], &[]),
        (32, 33, &[16, 16], &[16, 33]),
        (32, 34, &[17, 16], &[17, 34]),
        (32, 64, &[32, 31], &[32, 64]),
        (32, 65, &[32, 32], &[32, 65]),
        (32, 66, &[22, 21, 21], &[22, 44, 66]),
        (32, 98, &[32, 32, 32], &[32, 65, 98]),
        (32, 99, &[24, 24, 24, 24], &[24, 49, 74, 99]),
        (32, 100, &[25, 24, 24, 24], &[25, 50, 75, 100]),
        (4, 5, &[2, 2], &[2, 5]),
        (4, 6, &[3, 2], &[3, 6]),
        (4, 24, &[4, 4, 4, 4, 4], &[4, 9, 14, 19, 24]),
        (4, 25, &[4, 3, 3, 4, 3, 3], &[12, 25]),
    ];
    for (fan, n, sizes, root) in rows {
        let [_, optimized, _, iterated, sliced] = trees(fan, n);
        for tree in [optimized, iterated, sliced] {
            assert_eq!(leaves(&tree), sizes, "fan {fan}, n {n}");
            assert_eq!(tree.size_map(), root, "fan {fan}, n {n}");
        }
    }
    for (n, depth, root, leaf_count) in
        [(1_000, 2, 31, 31), (5_000, 3, 5, 155), (10_000, 3, 10, 310)]
    {
        let [_, tree, ..] = trees(32, n);
        let sizes = leaves(&tree);
        assert_eq!((tree.depth(), tree.size_map().len(), sizes.len()), (depth, root, leaf_count));
        assert!(sizes.iter().all(|size| [31, 32].contains(size)), "n {n}");
        if depth == 3 {
            let thousands = (1..=u32::try_from(root).unwrap()).map(|child| 1_000 * child);
            assert!(tree.size_map().iter().copied().eq(thousands), "n {n}");
        }
    }
    let [_, of_1000, ..] = trees(32, 1_000);
    assert_eq!(of_1000.size_map()[..3], [32, 65, 98]);
    assert_eq!(of_1000.size_map()[29..], [968, 1_000]);
    let capacities = [32, 1_088, 35_936, 1_185_920, 39_135_392, 1_291_467_968, 2_147_483_647];
    assert!(Optimized::new(32).tree_size().starts_with(&capacities));
}

#[test]
fn legacy_and_the_ticket_s_form_fill_leaves_from_the_left() {
    let rows: [(i32, u64, &[usize], &[usize]); 5] = [
        (4, 20, &[4, 4, 4, 2, 2], &[4, 4, 4, 2, 2]),
        (4, 25, &[4, 4, 4, 4, 2, 2], &[4, 3, 3, 4, 3, 3]),
        (32, 66, &[32, 16, 16], &[32, 16, 16]),
        (32, 100, &[32, 32, 17, 16], &[32, 32, 17, 16]),
        (32, 32, &[32], &[32]),
    ];
    for (fan, n, of_legacy, of_seed) in rows {
        let [legacy, _, seed, ..] = trees(fan, n);
        assert_eq!(leaves(&legacy), of_legacy, "fan {fan}, n {n}");
        assert_eq!(leaves(&seed), of_seed, "fan {fan}, n {n}");
    }
    let [legacy, ..] = trees(32, 5_000);
    assert_eq!(legacy.keys(), [1_088, 2_177, 3_266, 4_157]);
}

/// Counts calls and bytes.
#[derive(Default)]
struct Counting {
    calls: u64,
    bytes: i64,
    panics_at: Option<u64>,
}

impl UpdateFunction<u64> for Counting {
    fn apply(&mut self, new: u64) -> u64 {
        assert_ne!(Some(self.calls), self.panics_at, "asked for");
        assert_eq!(new, self.calls, "ascending, each once");
        self.calls += 1;
        new
    }

    fn allocated(&mut self, bytes: i64) {
        self.bytes += bytes;
    }
}

// CASSANDRA-8018: once per key, in the shortcut for a leaf as well as beyond it.
#[test]
fn the_function_is_called_once_per_key_and_told_the_bytes_of_its_own_revision() {
    let rows = [
        (32, 31, 144, 144),
        (32, 32, 128, 152),
        (32, 33, 160, 208),
        (32, 66, 320, 360),
        (32, 100, 480, 528),
        (32, 1_000, 4_832, 4_800),
        (32, 5_000, 24_320, 24_024),
        (4, 5, 48, 96),
        (4, 10, 96, 136),
        (4, 25, 264, 320),
        (4, 100, 1_056, 1_112),
    ];
    for (fan, n, of_legacy, of_optimized) in rows {
        let size = i32::try_from(n).unwrap();
        let [mut legacy, mut optimized] = [Counting::default(), Counting::default()];
        Legacy::new(fan).build(0..n, size, &mut legacy).unwrap();
        Optimized::new(fan).build(0..n, size, &mut optimized).unwrap();
        assert_eq!([legacy.calls, optimized.calls], [n, n]);
        assert_eq!([legacy.bytes, optimized.bytes], [of_legacy, of_optimized], "{fan}, {n}");
    }
}

type BuildBy<'a> = dyn Fn(&mut Counting) -> Node<u64> + 'a;

#[test]
fn a_build_after_one_that_panicked_holds_no_foreign_key() {
    let _tally = tally("btree_build");
    for fan in [4, 32] {
        let (legacy, optimized, seed) = (Legacy::new(fan), Optimized::new(fan), Seed2017::new(fan));
        for n in [3_u64, 40, 500, 2_000] {
            let size = i32::try_from(n).unwrap();
            let panicking = || Counting { panics_at: Some(n / 2), ..Counting::default() };
            let builds: [&BuildBy; 3] = [
                &|function| legacy.build(0..n, size, function).unwrap(),
                &|function| optimized.build(0..n, size, function).unwrap(),
                &|function| seed.build(0..n, size, function).unwrap(),
            ];
            for build in builds {
                assert!(catch_unwind(AssertUnwindSafe(|| build(&mut panicking()))).is_err());
                check(&build(&mut Counting::default()), fan, n);
            }
        }
    }
}

#[test]
fn a_source_longer_than_stated_is_a_hint_to_legacy_and_cut_off_by_the_patch() {
    let (legacy, optimized) = (Legacy::new(32), Optimized::new(32));
    let size = |tree: Result<Node<u64>, Fault>| tree.unwrap().size();
    assert_eq!(size(legacy.build(0..100, 32, &mut NoOp)), 100);
    assert_eq!(size(optimized.build(0..100, 32, &mut NoOp)), 32);
    // Below the fan-out factor there is an array: an even size leaves one slot to spare, an odd one none.
    assert_eq!(size(legacy.build(0..11, 10, &mut NoOp)), 11);
    assert_eq!(size(optimized.build(0..11, 10, &mut NoOp)), 10);
    assert!(catch_unwind(AssertUnwindSafe(|| legacy.build(0..10, 9, &mut NoOp))).is_err());
    assert_eq!(size(optimized.build(0..10, 9, &mut NoOp)), 9);
    // An array is cut off by both.
    let values: Vec<u64> = (0..100).collect();
    assert_eq!(size(legacy.build_array(&values, 32, &mut NoOp)), 32);
    assert_eq!(size(optimized.build_array(&values, 32, &mut NoOp)), 32);
}

#[test]
fn a_source_that_ends_early_is_taken_as_it_is_by_legacy_and_refused_by_the_patch() {
    let (legacy, optimized) = (Legacy::new(32), Optimized::new(32));
    let short = legacy.build(0..50, 60, &mut NoOp).unwrap();
    check(&short, 32, 50);
    let empty = legacy.build(0..0, 1, &mut NoOp).unwrap();
    assert_eq!((empty.size(), empty.is_the_empty_one()), (0, false));
    assert!(catch_unwind(AssertUnwindSafe(|| optimized.build(0..50, 60, &mut NoOp))).is_err());
    check(&legacy.build_unknown_size(0..70, &mut NoOp), 32, 70);
}

#[test]
fn sizes_that_no_tree_has_are_refused() {
    assert_eq!(Legacy::new(32).build(0..9, -1, &mut NoOp).err(), Some(Fault::IllegalArgument));
    assert_eq!(Optimized::new(32).build(0..9, -1, &mut NoOp).err(), Some(Fault::IllegalArgument));
    // Legacy looks at the size of a source and not at that of an array.
    assert!(Legacy::new(32).build_array(&[1, 2], -1, &mut NoOp).unwrap().is_the_empty_one());
    // The ticket's table of capacities wraps, the merged one stops at the limit.
    let beyond = 1_291_467_969;
    let seed = Seed2017::new(32).build(0.., beyond, &mut NoOp);
    assert_eq!(seed.err(), Some(Fault::NegativeArraySize));
    assert_eq!(Optimized::new(32).tree_size().last(), Some(&2_147_483_647));
}

#[test]
fn look_ups_and_positions_agree_with_a_sorted_list() {
    let _tally = tally("btree_build");
    for fan in [2, 4, 32] {
        for n in [0_u64, 1, 2, 5, 24, 25, 33, 100, 151] {
            let keys: Vec<u64> = (0..n).map(|key| 2 * key + 1).collect();
            let size = i32::try_from(n).unwrap();
            let tree = Optimized::new(fan).build(keys.iter().copied(), size, &mut NoOp).unwrap();
            for key in 0..=2 * n + 2 {
                let below =
                    i32::try_from(keys.iter().filter(|&&other| other < key).count()).unwrap();
                let is_there = keys.contains(&key);
                let up_to = below + i32::from(is_there);
                compared(6);
                assert_eq!(find(&tree, &key, &NaturalOrder).is_some(), is_there);
                let index = if is_there { below } else { -1 - below };
                assert_eq!(find_index(&tree, &key, &NaturalOrder), index);
                assert_eq!(lower_index(&tree, &key, &NaturalOrder), below - 1);
                assert_eq!(floor_index(&tree, &key, &NaturalOrder), up_to - 1);
                assert_eq!(ceil_index(&tree, &key, &NaturalOrder), below);
                assert_eq!(higher_index(&tree, &key, &NaturalOrder), up_to);
            }
            for (index, key) in (0..).zip(&keys) {
                assert_eq!(find_by_index(&tree, index), Ok(key));
                compared(1);
            }
            assert_eq!(find_by_index(&tree, -1), Err(Fault::IndexOutOfBounds));
            assert_eq!(find_by_index(&tree, size), Err(Fault::IndexOutOfBounds));
        }
    }
}

// A36
#[test]
fn a_slice_ends_where_the_tree_does() {
    let tree = Optimized::new(32).build([1, 3].into_iter(), 2, &mut NoOp).unwrap();
    let between = |lower, upper| {
        let slice = slice(&tree, &NaturalOrder, Some((&lower, true)), upper, Direction::Ascending);
        slice.copied().collect::<Vec<u64>>()
    };
    assert_eq!(between(1, Some((&2, false))), [1]);
    assert_eq!(between(2, Some((&900, true))), [3]);
    assert_eq!(between(900, None), [0; 0]);
    assert!(Positions::new(&tree, 0, 2, Direction::Ascending).is_err());
}

// A38 (which of equal items stays: `a_builder_keeps_the_earliest_of_equal_items`), A39
#[test]
fn a_builder_orders_what_it_is_given_and_keeps_the_earlier_of_equal_items() {
    let trees = Optimized::new(32);
    let mut builder = Builder::new(&trees, NaturalOrder);
    for key in [5, 3, 5, 1, 3] {
        builder.add(key);
    }
    assert!(builder.build().unwrap().iter().copied().eq([1, 3, 5]));
    let mut builder = Builder::new(&trees, NaturalOrder);
    builder.add_all([1, 2, 3].into_iter());
    assert_eq!(builder.build().unwrap().size(), 3);
}

// CASSANDRA-13929, and the same of a builder that was left half-way.
#[test]
fn a_builder_out_of_the_pool_is_empty() {
    let seed = Seed2017::new(32);
    let mut first = seed.builder(NaturalOrder);
    (0..40).rev().for_each(|key| first.add(key));
    check(&first.build().unwrap(), 32, 40);
    assert!(seed.builder(NaturalOrder).build().unwrap().is_the_empty_one());
    let mut abandoned = seed.builder(NaturalOrder);
    (0..40).for_each(|key| abandoned.add(key));
    drop(abandoned);
    let mut next = seed.builder(NaturalOrder);
    next.add(0);
    check(&next.build().unwrap(), 32, 1);
}
