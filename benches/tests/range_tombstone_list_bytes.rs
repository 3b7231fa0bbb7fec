//! Bytes and blocks that lists of range tombstones request, against the closed forms of the algorithm.

mod bytes;

use common::tombstones::{Bound, DeletionTime, Kind, RangeTombstone, RangeTombstones};

use self::bytes::{per_pass, requested, watch};

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

type Legacy = legacy::range_tombstone_list::RangeTombstoneList<i32, 1>;
type Optimized = optimized::range_tombstone_list::RangeTombstoneList<i32, 1>;

/// Two bounds of 8 bytes, a timestamp, and a local deletion time.
const RANGE: u64 = 8 + 8 + 8 + 4;
const COLUMNS: u64 = 4;
/// A shared block: two counts and four vectors.
const SHARED: u64 = 16 + 4 * 24;

fn main() {
    let _profiler = watch();
    a_copy_takes_28_bytes_per_range_before_and_nothing_after();
    a_copy_with_much_spare_capacity_is_trimmed_not_shared();
    a_copy_with_one_append_takes_two_and_a_half_copies_before_and_one_and_a_half_after();
    an_append_that_fits_isolates_at_capacity();
    an_insert_into_a_full_list_isolates_and_grows();
    a_swallowed_range_costs_a_copy_after_and_nothing_before();
    rewriting_isolates_once();
    filling_an_empty_list_is_exact_before_and_free_after();
    a_growing_list_follows_the_sequence_of_capacities();
    a_chain_follows_the_closed_forms();
    searches_and_slices_request_nothing();
    the_measured_copies_and_chains_are_those_of_the_closed_forms();
}

/// Bytes and blocks: most closed forms here are of bytes.
fn counted<R>(operation: impl FnOnce() -> R) -> (u64, u64) {
    let (blocks, bytes) = requested(operation);
    (bytes, blocks)
}

fn range(start: i32, end: i32, timestamp: i64) -> RangeTombstone<i32, 1> {
    RangeTombstone {
        start: Bound::new(Kind::InclusiveStart, &[start]),
        end: Bound::new(Kind::InclusiveEnd, &[end]),
        deletion_time: DeletionTime::build(timestamp, 1),
    }
}

/// `[4i, 4i + 1]@(i + 1)` for each `i < size`.
fn list<L: RangeTombstones<i32, 1>>(size: usize, capacity: usize) -> L {
    let mut list = L::new(i32::try_from(capacity).unwrap()).unwrap();
    (0..i32::try_from(size).unwrap())
        .for_each(|index| list.add(range(4 * index, 4 * index + 1, i64::from(index) + 1)));
    list
}

/// Behind everything.
fn append() -> RangeTombstone<i32, 1> {
    range(100_000, 100_001, 1)
}

fn full<L: RangeTombstones<i32, 1>>(size: usize) -> L {
    list(size, size)
}

/// The next capacity.
fn grown(capacity: u64) -> u64 {
    (capacity * 3).div_ceil(2).max(capacity + 1)
}

fn bytes(capacity: u64) -> u64 {
    RANGE * capacity
}

fn a_copy_takes_28_bytes_per_range_before_and_nothing_after() {
    for size in [1, 10, 100, 1000] {
        let (before, after) = (full::<Legacy>(size), full::<Optimized>(size));
        assert_eq!(counted(|| before.copy()), (bytes(size as u64), COLUMNS));
        assert_eq!(counted(|| after.copy()), (0, 0));
        assert_eq!(counted(|| before.clone_buffers()), (bytes(size as u64), COLUMNS));
        assert_eq!(counted(|| after.clone_buffers()), (bytes(size as u64) + SHARED, COLUMNS + 1));
    }
    assert_eq!(counted(|| full::<Legacy>(1000).copy()), (56_000, 8));
    assert_eq!(counted(|| full::<Legacy>(0).copy()), (0, 0));
}

/// A33: more than 5 spare and more than half as much again.
fn a_copy_with_much_spare_capacity_is_trimmed_not_shared() {
    for (size, capacity, trimmed) in [
        (10, 15, false),
        (10, 16, true),
        (4, 9, false),
        (4, 10, true),
        (2, 20, true),
        (2, 5, false),
    ] {
        let original: Optimized = list(size, capacity);
        let expected = if trimmed { (bytes(size as u64) + SHARED, COLUMNS + 1) } else { (0, 0) };
        assert_eq!(counted(|| original.copy()), expected, "{size} of {capacity}");
        let copy = original.copy();
        assert_eq!(copy.capacity(), if trimmed { size } else { capacity });
        // Nothing is shared with a trimmed copy, so the original need not isolate (with upstream's flag it would).
        let mut original = original;
        let isolated =
            if trimmed { (0, 0) } else { (bytes(capacity as u64) + SHARED, COLUMNS + 1) };
        assert_eq!(counted(|| original.add(append())), isolated, "{size} of {capacity}");
        drop(copy);
    }
}

fn a_copy_with_one_append_takes_two_and_a_half_copies_before_and_one_and_a_half_after() {
    fn add<L: RangeTombstones<i32, 1>>(size: usize) -> (u64, u64) {
        let base = full::<L>(size);
        counted(|| {
            let mut copy = base.copy();
            copy.add(append());
            copy
        })
    }
    for size in [1, 2, 3, 10, 100, 1000] {
        let once = bytes(grown(size as u64));
        assert_eq!(add::<Legacy>(size), (bytes(size as u64) + once, 2 * COLUMNS));
        assert_eq!(add::<Optimized>(size), (once + SHARED, COLUMNS + 1));
    }
    assert_eq!([10, 100, 1000].map(|size| add::<Legacy>(size).0), [700, 7_000, 70_000]);
    assert_eq!([10, 100, 1000].map(|size| add::<Optimized>(size).0), [532, 4_312, 42_112]);
}

fn an_append_that_fits_isolates_at_capacity() {
    let base: Optimized = list(10, 12);
    let mut copy = base.copy();
    assert_eq!(counted(|| copy.add(append())), (bytes(12) + SHARED, COLUMNS + 1));
    assert_eq!(counted(|| copy.add(range(200_000, 200_001, 1))), (0, 0));
    drop(base);
    // With the other side gone, the count says so.
    let mut alone = copy.copy();
    drop(copy);
    assert_eq!(counted(|| alone.update_all_timestamp(1)), (0, 0));
}

fn an_insert_into_a_full_list_isolates_and_grows() {
    let (before, after) = (full::<Legacy>(100), full::<Optimized>(100));
    let inside = range(2, 2, 1);
    let (mut copy_before, mut copy_after) = (before.copy(), after.copy());
    assert_eq!(counted(|| copy_before.add(inside)), (bytes(150), COLUMNS));
    let expected = (bytes(100) + bytes(150) + 2 * SHARED, 2 * (COLUMNS + 1));
    assert_eq!(counted(|| copy_after.add(inside)), expected);
}

fn a_swallowed_range_costs_a_copy_after_and_nothing_before() {
    let (before, after) = (full::<Legacy>(100), full::<Optimized>(100));
    let swallowed = range(4, 5, 0);
    let (mut copy_before, mut copy_after) = (before.copy(), after.copy());
    assert_eq!(counted(|| copy_before.add(swallowed)), (0, 0));
    assert_eq!(counted(|| copy_after.add(swallowed)), (bytes(100) + SHARED, COLUMNS + 1));
    assert!(copy_after.equals(&after));
}

fn rewriting_isolates_once() {
    let base = full::<Optimized>(100);
    let mut copy = base.copy();
    let rewrite = |list: &mut Optimized| list.update_all_timestamp_and_local_deletion_time(1, 2);
    assert_eq!(counted(|| rewrite(&mut copy)), (bytes(100) + SHARED, COLUMNS + 1));
    assert_eq!(counted(|| rewrite(&mut copy)), (0, 0));
    let mut refused = base.copy();
    assert_eq!(counted(|| refused.update_all_timestamp_and_local_deletion_time(1, -1)), (0, 0));
    let mut legacy = full::<Legacy>(100);
    assert_eq!(counted(|| legacy.update_all_timestamp(7)), (0, 0));
}

fn filling_an_empty_list_is_exact_before_and_free_after() {
    let (before, after) = (list::<Legacy>(10, 12), list::<Optimized>(10, 12));
    let mut small: Legacy = list(0, 1);
    assert_eq!(counted(|| small.add_all(&before)), (bytes(10), COLUMNS));
    let mut large: Legacy = list(0, 20);
    assert_eq!(counted(|| large.add_all(&before)), (0, 0));
    let mut shared: Optimized = list(0, 20);
    assert_eq!(counted(|| shared.add_all(&after)), (0, 0));
    assert_eq!(shared.capacity(), 12);
}

fn a_growing_list_follows_the_sequence_of_capacities() {
    const CAPACITIES: [u64; 13] = [1, 2, 3, 5, 8, 12, 18, 27, 41, 62, 93, 140, 210];
    let all: u64 = CAPACITIES.iter().map(|&capacity| bytes(capacity)).sum();
    let steps = CAPACITIES.len() as u64;
    assert_eq!(counted(|| list::<Legacy>(210, 0)), (all, COLUMNS * steps));
    let shared = (SHARED * (steps + 1), steps + 1);
    let expected = (all + shared.0, COLUMNS * steps + shared.1);
    assert_eq!(counted(|| list::<Optimized>(210, 0)), expected);
}

/// The old version is alive during each merge.
fn chain<L: RangeTombstones<i32, 1>>(count: i32) -> (u64, u64) {
    counted(|| {
        let mut current = L::new(0).unwrap();
        for index in 0..count {
            let mut next = current.copy();
            next.add(range(4 * index, 4 * index + 1, i64::from(index) + 1));
            current = next;
        }
        current
    })
}

fn a_chain_follows_the_closed_forms() {
    for (count, merges) in [(64, 64), (256, 256), (1024, 1024), (4096, 4096_u64)] {
        let before: u64 = (0..merges).map(|size| bytes(size) + bytes(grown(size))).sum();
        // The first copy is one of an empty list.
        assert_eq!(chain::<Legacy>(count), (before, 2 * COLUMNS * merges - COLUMNS));
        let mut capacity = 0;
        let mut after = SHARED;
        for size in 0..merges {
            if size == capacity {
                capacity = grown(capacity);
            }
            after += bytes(capacity) + SHARED;
        }
        assert_eq!(chain::<Optimized>(count), (after, (COLUMNS + 1) * merges + 1));
    }
    assert_eq!(chain::<Legacy>(4096).0, 587_087_900);
    assert_eq!(chain::<Optimized>(4096).0, 293_231_708);
}

fn searches_and_slices_request_nothing() {
    fn read<L: RangeTombstones<i32, 1>>(list: &L) -> (u64, u64) {
        counted(|| {
            let found = (0..1000).filter(|&row| list.search(&Bound::row([row])).is_some()).count();
            let (start, end) = (Bound::new(Kind::InclusiveStart, &[5]), Bound::top());
            found + list.slice(start, end, true).count() + list.ranges(false).count()
        })
    }
    assert_eq!(read(&full::<Legacy>(100)), (0, 0));
    assert_eq!(read(&full::<Optimized>(100)), (0, 0));
}

fn the_measured_copies_and_chains_are_those_of_the_closed_forms() {
    let per_pass = |rest: &str, name| per_pass(&format!("range_tombstone_list/{rest}"), name);
    for (rest, copies, size) in [("copy/n=10", 64, 10), ("copy/n=1000", 32, 1000)] {
        let expected = (copies * COLUMNS, copies * bytes(size));
        assert_eq!(per_pass(rest, "legacy"), expected, "{rest}");
        assert_eq!(per_pass(rest, "control"), expected, "{rest}");
        assert_eq!(per_pass(rest, "optimized"), (0, 0), "{rest}");
    }
    assert_eq!(per_pass("chain/n=4096", "legacy").1, 587_087_900);
    assert_eq!(per_pass("chain/n=4096", "optimized").1, 293_231_708);
}
