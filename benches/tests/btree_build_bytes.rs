//! What building a tree requests from the allocator, to the byte.
//!
//! Closed forms, for keys of 8 bytes: a leaf of k keys is a block of 16 + 8 k bytes; a branch of c children is four
//! blocks of 16 + 48, 8 (c - 1), 16 c and 4 c bytes. A tree of n keys in L leaves under B branches therefore takes
//! 8 n + 16 L + 64 B + 20 (L + B - 1) bytes in L + 4 B blocks. The node builders of `legacy` are pooled and cost
//! nothing once they are warm.

mod bytes;

use std::sync::Arc;

use common::btree::{NoOp, Node};

use self::bytes::{Requested, per_pass, requested, sum, watch};

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

/// Leaves and branches.
type Nodes = (u64, u64);

const LEGACY: &str = "legacy";
const OPTIMIZED: &str = "optimized";
const SEED_2017: &str = "seed_2017";
const FRONTIER: &str = "frontier";

/// Every row requests what its closed form says.
fn main() {
    let _profiler = watch();
    the_empty_tree_requests_nothing();
    a_build_requests_its_nodes();
    a_builder_requests_its_values_and_the_scratch_of_the_sort_as_well();
    a_transformation_requests_its_result_and_in_the_merged_form_a_buffer_of_survivors();
    real_rows_request_their_nodes();
}

fn the_empty_tree_requests_nothing() {
    assert_eq!(requested(Node::<u64>::empty), (0, 0));
    let trees = legacy::btree_build::Trees::<u64>::new(32);
    let empty = |size| trees.build(std::iter::empty(), size, &mut NoOp);
    assert_eq!(requested(|| empty(0)), (0, 0));
    // Its source ended early, so it is a leaf of its own.
    assert_eq!(requested(|| empty(1)), (2, 16 + 8));
    let leaf: Arc<[u64]> = Arc::from(&[][..]);
    assert!(!Node::Leaf(leaf).is_the_empty_one());
}

/// What a build takes by its closed form, from the recorded shapes.
fn build(n: u64, contender: &str) -> Requested {
    let [legacy, optimized, seed] = match n {
        31 | 32 => [(1, 0); 3],
        1_000 => [(31, 1); 3],
        5_000 => [(152, 6), (155, 6), (153, 6)],
        1_000_000 => [(30_304, 948), (30_492, 953), (30_304, 949)],
        other => panic!("no shape for {other}"),
    };
    let nodes = match contender {
        OPTIMIZED | FRONTIER => optimized,
        SEED_2017 => seed,
        _ => legacy,
    };
    tree(n, nodes)
}

fn a_build_requests_its_nodes() {
    let literal = [
        (31, [264, 264]),
        (32, [272, 272]),
        (1_000, [9_180, 9_180]),
        (5_000, [45_956, 46_064]),
        (1_000_000, [9_170_556, 9_177_744]),
    ];
    for (n, bytes) in literal {
        let id = format!("btree_build/build/n={n}");
        for name in [LEGACY, OPTIMIZED, FRONTIER, "control", SEED_2017] {
            assert_eq!(per_pass(&id, name), build(n, name), "{id}, {name}");
        }
        assert_eq!([build(n, LEGACY).1, build(n, OPTIMIZED).1], bytes, "{id}");
    }
    assert_eq!(build(1_000, LEGACY).0, 35);
}

fn a_builder_requests_its_values_and_the_scratch_of_the_sort_as_well() {
    for (n, more_bytes) in [(32, 384), (1_000, 16_128), (5_000, 80_128), (1_000_000, 16_000_128)] {
        // 16 slots that the list does not fit into, room for the list, and above 4 KiB a scratch as large.
        let scratch = if n == 32 { (0, 0) } else { (1, 8 * n) };
        let values = sum(&[(1, 16 * 8), (1, n * 8)]);
        assert_eq!(sum(&[values, scratch]).1, more_bytes);
        let id = format!("btree_build/builder/n={n}");
        for name in [LEGACY, OPTIMIZED] {
            let expected = sum(&[build(n, name), values, scratch]);
            assert_eq!(per_pass(&id, name), expected, "{id}, {name}");
        }
        // What ascends is stored once.
        assert_eq!(per_pass(&id, FRONTIER), build(n, FRONTIER), "{id}, frontier");
        // The values are pooled, the scratch of the sort is not.
        let expected = sum(&[build(n, SEED_2017), scratch]);
        assert_eq!(per_pass(&id, SEED_2017), expected, "{id}, seed_2017");
    }
}

// A40: the allocator says what a filter by half takes; what the trees account for themselves is no figure here.
fn a_transformation_requests_its_result_and_in_the_merged_form_a_buffer_of_survivors() {
    // 500 survivors of 1,000 keys. Walking takes 16 bytes for each level above the leaves.
    let walk = (1, 16);
    let survivors = doubling(500);
    assert_eq!(survivors, (6, 8_064));
    let alone = "btree_build/transform_and_filter/n=1000/input=built";
    let legacy = sum(&[tree(500, (16, 1)), walk]);
    assert_eq!(legacy.1, 4_656);
    assert_eq!(per_pass(alone, LEGACY), legacy);
    assert_eq!(per_pass(alone, OPTIMIZED), sum(&[legacy, survivors]));
    assert_eq!(sum(&[legacy, survivors]).1, 12_720);
    // Nothing but the result; the buffers are kept.
    assert_eq!(per_pass(alone, FRONTIER), tree(500, (16, 1)));
    // The buffer comes out of the pool.
    assert_eq!(per_pass(alone, SEED_2017), legacy);

    let walk = (1, 3 * 16);
    let rows: [(u64, Requested, Nodes, Nodes); 2] =
        [(1_000, (1, 16), (16, 1), (16, 1)), (1_000_000, walk, (15_152, 475), (15_246, 477))];
    assert_eq!(tree(500_000, (15_152, 475)).1, 4_585_352);
    assert_eq!(sum(&[tree(500_000, (15_246, 477)), doubling(500_000)]).1, 12_977_384);
    for (n, walk, legacy, optimized) in rows {
        let id = format!("btree_build/transform_and_filter/n={n}");
        let expected = sum(&[build(n, LEGACY), tree(n / 2, legacy), walk]);
        assert_eq!(per_pass(&id, LEGACY), expected, "{id}, legacy");
        let built = build(n, OPTIMIZED);
        let expected = sum(&[built, tree(n / 2, optimized), walk, doubling(n / 2)]);
        assert_eq!(per_pass(&id, OPTIMIZED), expected, "{id}, optimized");
        let expected = sum(&[built, tree(n / 2, legacy)]);
        assert_eq!(per_pass(&id, FRONTIER), expected, "{id}, frontier");
    }
}

fn real_rows_request_their_nodes() {
    let n = 27_004 - 408;
    let size = i32::try_from(n).expect("it is small");
    let legacy = legacy::btree_build::Trees::new(32).build(0..n, size, &mut NoOp);
    let optimized = optimized::btree_build::Trees::new(32).build(0..n, size, &mut NoOp);
    let frontier = optimized.clone();
    for (name, like) in [(LEGACY, legacy), (OPTIMIZED, optimized), (FRONTIER, frontier)] {
        let nodes = count(&like.expect("a size"));
        assert_eq!(per_pass("btree_build/real_keys", name), tree(n, nodes), "{name}");
    }
    // Tail numbers are references of 16 bytes, so the form above does not hold; the pool still saves the values.
    let legacy = per_pass("btree_build/real_builder", LEGACY);
    assert_eq!(per_pass("btree_build/real_builder", "control"), legacy);
    assert!(per_pass("btree_build/real_builder", SEED_2017).1 < legacy.1);
}

/// The closed form of a tree.
fn tree(n: u64, (leaves, branches): Nodes) -> Requested {
    let children = leaves + branches - 1;
    (leaves + 4 * branches, 8 * n + 16 * leaves + 64 * branches + 20 * children)
}

fn count<K>(node: &Node<K>) -> Nodes {
    if node.children().is_empty() {
        return (1, 0);
    }
    let children = node.children().iter().map(count);
    children.fold((0, 1), |(leaves, branches), (l, b)| (leaves + l, branches + b))
}

/// A buffer of words that begins with 16 and doubles until it holds so many; each growth counts in full.
fn doubling(count: u64) -> Requested {
    let sizes = std::iter::successors(Some(16), |size| (*size < count).then_some(2 * size));
    sizes.map(|size| (1, 8 * size)).fold((0, 0), |all, one| sum(&[all, one]))
}
