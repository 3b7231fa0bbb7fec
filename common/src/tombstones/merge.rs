//! Merging one list into another.
//!
//! Source: apache/cassandra 5.0, `RangeTombstoneList.addAll`.
//! Ported: the whole method, both of its ways. Differs: nothing.

use std::cmp::Ordering::Less;

use super::{RangeTombstones, Value};

/// Adds all ranges of `other`: one by one if `list` is more than ten times as long, else in one walk over both.
pub fn add_all<V, const COLUMNS: usize, L>(list: &mut L, other: &L)
where
    V: Value,
    L: RangeTombstones<V, COLUMNS>,
{
    if other.is_empty() {
        return;
    }
    if list.is_empty() {
        list.fill_from(other);
        return;
    }
    let one_by_one = list.len() > 10 * other.len();
    add_ranges(list, other, one_by_one);
}

/// One of the two ways of [`add_all`], into a list that is not empty.
pub fn add_ranges<V, const COLUMNS: usize, L, O>(list: &mut L, other: &O, one_by_one: bool)
where
    V: Value,
    L: RangeTombstones<V, COLUMNS>,
    O: RangeTombstones<V, COLUMNS>,
{
    if one_by_one {
        for index in 0..other.len() {
            list.add(other.entry(index));
        }
        return;
    }
    let (mut index, mut next) = (0, 0);
    while index < list.len() && next < other.len() {
        if other.start(next).compare(&list.end(index)) == Less {
            // The next range may have to be held against the same one, so `index` stays.
            list.insert_from(index, other.entry(next));
            next += 1;
        } else {
            index += 1;
        }
    }
    while next < other.len() {
        list.add_internal(list.len(), other.entry(next));
        next += 1;
    }
}
