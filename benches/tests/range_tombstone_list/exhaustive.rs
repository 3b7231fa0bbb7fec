//! Small spaces in full.

use common::tombstones::{
    Bound, DeletionTime, Kind, RangeTombstone, RangeTombstones, is_empty_slice,
};

use crate::model::Model;
use crate::notation::text_of;
use crate::tally::{compared, tally};
use crate::{Frontier, Legacy, Optimized, new};

/// Every range over the values 0 to 2 and the open ends that is not empty: 28 of them.
fn every_range() -> Vec<(Bound<i32, 1>, Bound<i32, 1>)> {
    let bounds = |inclusive, exclusive, open: Bound<i32, 1>| {
        let of = move |value| [inclusive, exclusive].map(|kind| Bound::new(kind, &[value]));
        (0..3).flat_map(of).chain([open]).collect::<Vec<_>>()
    };
    let starts = bounds(Kind::InclusiveStart, Kind::ExclusiveStart, Bound::bottom());
    let ends = bounds(Kind::InclusiveEnd, Kind::ExclusiveEnd, Bound::top());
    let pairs = starts.iter().flat_map(|&start| ends.iter().map(move |&end| (start, end)));
    pairs.filter(|(start, end)| !is_empty_slice(start, end)).collect()
}

/// Every way in which three timestamps can be ordered, ties included.
const ORDERS: [[i64; 3]; 13] = [
    [1, 1, 1],
    [1, 1, 2],
    [1, 2, 1],
    [2, 1, 1],
    [1, 2, 2],
    [2, 1, 2],
    [2, 2, 1],
    [1, 2, 3],
    [1, 3, 2],
    [2, 1, 3],
    [2, 3, 1],
    [3, 1, 2],
    [3, 2, 1],
];

/// Three ranges, told apart by their local deletion times.
fn every_triple(mut check: impl FnMut([RangeTombstone<i32, 1>; 3])) {
    let ranges = every_range();
    assert_eq!(ranges.len(), 28);
    for timestamps in ORDERS {
        for &first in &ranges {
            for &second in &ranges {
                for &third in &ranges {
                    let mut time = 0;
                    check([(first, 0), (second, 1), (third, 2)].map(|((start, end), index)| {
                        time += 10;
                        let deletion_time = DeletionTime::build(timestamps[index], time);
                        RangeTombstone { start, end, deletion_time }
                    }));
                }
            }
        }
    }
}

fn added<L: RangeTombstones<i32, 1>>(ranges: &[RangeTombstone<i32, 1>]) -> L {
    let mut list: L = new(0);
    for &range in ranges {
        list.add(range);
    }
    list
}

#[test]
fn three_adds_delete_what_the_model_says_for_all_ranges_and_orders_of_time() {
    let _tally = tally("range_tombstone_list");
    every_triple(|ranges| {
        let mut model = Model::new();
        for range in &ranges {
            model.add(range);
        }
        let (before, after): (Legacy<1>, Optimized<1>) = (added(&ranges), added(&ranges));
        assert_eq!(Model::of(&before), model, "{ranges:?}");
        assert!((0..before.len()).all(|index| before.entry(index) == after.entry(index)));
        compared(before.len());
        assert_eq!(before.len(), after.len());
        assert_eq!(before.boundary_heap_size(), after.boundary_heap_size());
    });
}

#[test]
fn a_fork_never_reaches_its_base_for_all_ranges_and_orders_of_time() {
    let _tally = tally("range_tombstone_list");
    every_triple(|[first, second, third]| {
        let base: Optimized<1> = added(&[first]);
        let kept = text_of(&base);
        let (mut left, mut right) = (base.copy(), base.copy());
        left.add(second);
        right.add(third);
        left.add(third);
        assert_eq!(text_of(&base), kept);
        assert!(left.equals(&added(&[first, second, third])));
        assert!(right.equals(&added(&[first, third])));
        compared(3);
    });
}

#[test]
fn merging_a_list_equals_adding_its_ranges_for_all_ranges_and_orders_of_time() {
    fn check<L: RangeTombstones<i32, 1>>([first, second, third]: [RangeTombstone<i32, 1>; 3]) {
        let update: L = added(&[second, third]);
        let mut merged: L = added(&[first]);
        merged.add_all(&update);
        let mut one_by_one: L = added(&[first]);
        for index in 0..update.len() {
            one_by_one.add(update.entry(index));
        }
        assert!(merged.equals(&one_by_one));
        compared(1);
    }
    let _tally = tally("range_tombstone_list");
    every_triple(check::<Legacy<1>>);
    every_triple(check::<Optimized<1>>);
    every_triple(check::<Frontier<1>>);
}

#[test]
fn bounds_are_ordered_as_positions_on_a_line() {
    // For one column of ints, every prefix is a position: value, then before, row, after.
    let kinds = [
        Kind::InclusiveStart,
        Kind::ExclusiveEnd,
        Kind::Row,
        Kind::ExclusiveStart,
        Kind::InclusiveEnd,
    ];
    let key = |bound: &Bound<i32, 1>| {
        let weight = match bound.kind() {
            Kind::InclusiveStart | Kind::ExclusiveEnd => 0,
            Kind::Row => 1,
            _ => 2,
        };
        (i64::from(bound.components()[0]), weight)
    };
    let values = [i32::MIN, -1, 0, 1, i32::MAX];
    let all: Vec<Bound<i32, 1>> =
        values.iter().flat_map(|&value| kinds.map(|kind| Bound::new(kind, &[value]))).collect();
    for left in &all {
        assert!(Bound::bottom().compare(left).is_lt() && left.compare(&Bound::top()).is_lt());
        for right in &all {
            assert_eq!(left.compare(right), key(left).cmp(&key(right)), "{left:?} {right:?}");
        }
    }
}
