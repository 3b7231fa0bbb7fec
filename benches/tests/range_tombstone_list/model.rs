//! The model: what deletes each row and each gap between two rows. It knows nothing of lists.

use common::tombstones::{Bound, DeletionTime, Kind, RangeTombstone, RangeTombstones};

use crate::tally::compared;

/// Rows are the values 0 to 15; position `2 v + 1` is the row of `v`, even positions are the gaps.
const VALUES: i32 = 16;
const POSITIONS: usize = 2 * 16 + 1;

/// The deletion at every position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Model([Option<DeletionTime>; POSITIONS]);

impl Model {
    pub(crate) fn new() -> Model {
        Model([None; POSITIONS])
    }

    /// The higher timestamp wins, on a tie what was there before.
    pub(crate) fn add(&mut self, range: &RangeTombstone<i32, 1>) {
        for deletion in &mut self.0[first_of(range)..=last_of(range)] {
            if deletion.is_none_or(|old| range.marked_at() > old.marked_at()) {
                *deletion = Some(range.deletion_time);
            }
        }
    }

    pub(crate) fn add_all(&mut self, other: &Model) {
        for (deletion, new) in self.0.iter_mut().zip(&other.0) {
            let wins = |new: &DeletionTime| {
                deletion.is_none_or(|old: DeletionTime| new.marked_at() > old.marked_at())
            };
            if new.as_ref().is_some_and(wins) {
                *deletion = *new;
            }
        }
    }

    pub(crate) fn update_all(&mut self, change: impl Fn(DeletionTime) -> DeletionTime) {
        for deletion in self.0.iter_mut().flatten() {
            *deletion = change(*deletion);
        }
    }

    /// What a list deletes, by iteration. Each position at most once, and every range in order and not empty.
    pub(crate) fn of(list: &impl RangeTombstones<i32, 1>) -> Model {
        compared(POSITIONS);
        let mut model = Model::new();
        let mut reached = 0;
        for range in list.ranges(false) {
            assert!(range.start.kind().is_start() && range.end.kind().is_end(), "{range:?}");
            let (first, through) = (first_of(&range), last_of(&range));
            assert!(first >= reached, "{range:?} begins before its predecessor ends");
            assert!(first <= through, "{range:?} is empty");
            reached = through + 1;
            model.0[first..=through].fill(Some(range.deletion_time));
        }
        model
    }

    /// Iteration and searches of a list agree with the model.
    pub(crate) fn assert_agrees(&self, list: &impl RangeTombstones<i32, 1>) {
        assert_eq!(Model::of(list), *self);
        for value in 0..VALUES {
            compared(1);
            let name = Bound::row([value]);
            let expected = self.0[row(value)];
            assert_eq!(list.search_deletion_time(&name), expected, "row {value}");
            assert_eq!(list.search(&name).map(|range| range.deletion_time), expected);
            for timestamp in [i64::MIN, 3, i64::MAX] {
                let deleted = expected.is_some_and(|time| time.marked_at() >= timestamp);
                assert_eq!(list.is_deleted(&name, timestamp, false), deleted, "row {value}");
                assert_eq!(list.is_deleted(&name, timestamp, true), expected.is_some());
            }
        }
    }
}

fn row(value: i32) -> usize {
    2 * usize::try_from(value).expect("the model knows the values from 0 on") + 1
}

fn first_of(range: &RangeTombstone<i32, 1>) -> usize {
    match (range.start.components(), range.start.kind()) {
        ([], _) => 0,
        ([value], Kind::InclusiveStart) => row(*value),
        ([value], _) => row(*value) + 1,
        _ => unreachable!("one column"),
    }
}

fn last_of(range: &RangeTombstone<i32, 1>) -> usize {
    match (range.end.components(), range.end.kind()) {
        ([], _) => POSITIONS - 1,
        ([value], Kind::InclusiveEnd) => row(*value),
        ([value], _) => row(*value) - 1,
        _ => unreachable!("one column"),
    }
}
