//! Walking over all ranges, or over those inside a slice, both ways.
//!
//! Source: apache/cassandra 5.0, `RangeTombstoneList.iterator`, `forwardIterator`, `reverseIterator`.
//! Ported: all. Differs: an iterator by value, where Java allocates one.

use std::cmp::Ordering::Less;
use std::marker::PhantomData;
use std::ops::Range;

use super::search::search_position;
use super::{Bound, RangeTombstone, RangeTombstones, Value, is_empty_slice};

/// All ranges of a list.
pub struct Ranges<'a, V, const COLUMNS: usize, L> {
    list: &'a L,
    left: Range<usize>,
    reversed: bool,
    values: PhantomData<V>,
}

impl<'a, V: Value, const COLUMNS: usize, L: RangeTombstones<V, COLUMNS>> Ranges<'a, V, COLUMNS, L> {
    pub(super) fn new(list: &'a L, reversed: bool) -> Self {
        Ranges { list, left: 0..list.len(), reversed, values: PhantomData }
    }
}

impl<V: Value, const COLUMNS: usize, L: RangeTombstones<V, COLUMNS>> Iterator
    for Ranges<'_, V, COLUMNS, L>
{
    type Item = RangeTombstone<V, COLUMNS>;

    fn next(&mut self) -> Option<Self::Item> {
        let index = if self.reversed { self.left.next_back() } else { self.left.next() };
        index.map(|index| self.list.get(index))
    }
}

/// The ranges of a list inside a slice, clipped to it.
pub struct SliceRanges<'a, V: Value, const COLUMNS: usize, L> {
    list: &'a L,
    start: Bound<V, COLUMNS>,
    end: Bound<V, COLUMNS>,
    /// All that the slice touches; the outermost two may have to be clipped.
    touched: Range<usize>,
    left: Range<usize>,
    reversed: bool,
}

impl<'a, V: Value, const COLUMNS: usize, L: RangeTombstones<V, COLUMNS>>
    SliceRanges<'a, V, COLUMNS, L>
{
    pub(super) fn new(
        list: &'a L,
        start: Bound<V, COLUMNS>,
        end: Bound<V, COLUMNS>,
        reversed: bool,
    ) -> Self {
        let touched = if reversed {
            touched_backward(list, &start, &end)
        } else {
            touched_forward(list, &start, &end)
        };
        let touched = touched.unwrap_or(0..0);
        let mut ranges = SliceRanges { list, start, end, left: touched.clone(), touched, reversed };
        // A slice may touch a single range at nothing but a bound.
        if ranges.touched.len() == 1 {
            let RangeTombstone { start, end, .. } = ranges.clipped(ranges.touched.start);
            if is_empty_slice(&start, &end) {
                ranges.left = 0..0;
            }
        }
        ranges
    }

    fn clipped(&self, index: usize) -> RangeTombstone<V, COLUMNS> {
        let mut range = self.list.get(index);
        if index == self.touched.start && range.start.compare(&self.start) == Less {
            range.start = self.start;
        }
        if index + 1 == self.touched.end && self.end.compare(&range.end) == Less {
            range.end = self.end;
        }
        range
    }
}

impl<V: Value, const COLUMNS: usize, L: RangeTombstones<V, COLUMNS>> Iterator
    for SliceRanges<'_, V, COLUMNS, L>
{
    type Item = RangeTombstone<V, COLUMNS>;

    fn next(&mut self) -> Option<Self::Item> {
        let index = if self.reversed { self.left.next_back() } else { self.left.next() };
        index.map(|index| self.clipped(index))
    }
}

/// Forward, the end is searched from the start on.
fn touched_forward<V: Value, const COLUMNS: usize, L: RangeTombstones<V, COLUMNS>>(
    list: &L,
    start: &Bound<V, COLUMNS>,
    end: &Bound<V, COLUMNS>,
) -> Option<Range<usize>> {
    let from = if start.is_bottom() {
        0
    } else {
        at_or_after(search_position(list, start, 0, list.len()))
    };
    if from >= list.len() {
        return None;
    }
    let through = if end.is_top() {
        list.len() - 1
    } else {
        at_or_before(search_position(list, end, from, list.len()))?
    };
    (from <= through).then(|| from..through + 1)
}

/// Backward, the start is searched up to the end.
fn touched_backward<V: Value, const COLUMNS: usize, L: RangeTombstones<V, COLUMNS>>(
    list: &L,
    start: &Bound<V, COLUMNS>,
    end: &Bound<V, COLUMNS>,
) -> Option<Range<usize>> {
    let through = if end.is_top() {
        list.len().checked_sub(1)?
    } else {
        at_or_before(search_position(list, end, 0, list.len()))?
    };
    let from = if start.is_bottom() {
        0
    } else {
        at_or_after(search_position(list, start, 0, through + 1))
    };
    (from <= through).then(|| from..through + 1)
}

/// The range that covers, or the first one after.
fn at_or_after(position: i32) -> usize {
    let index = if position < 0 { -position - 1 } else { position };
    usize::try_from(index).expect("not negative")
}

/// The range that covers, or the last one before, if there is one.
fn at_or_before(position: i32) -> Option<usize> {
    usize::try_from(if position < 0 { -position - 2 } else { position }).ok()
}
