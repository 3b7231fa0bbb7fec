//! Splitting: one range against those that it overlaps.
//!
//! Source: apache/cassandra 5.0, `RangeTombstoneList.insertFrom`.
//! Ported: the whole method, step for step. Left out: its assertions, which a library user runs without.
//! Differs: nothing.

use std::cmp::Ordering::{Greater, Less};

use super::{Bound, RangeTombstone, RangeTombstones, Value, is_empty_slice};

/// Inserts a range that starts before `ends[index]` and not before `ends[index - 1]`.
///
/// The range is cut at every bound that it meets and never glued together again: five neighbours that it covers leave
/// five pieces with its deletion time. Only a strictly higher timestamp replaces what is there.
pub fn insert_from<V, const COLUMNS: usize, L>(
    list: &mut L,
    mut index: usize,
    tombstone: RangeTombstone<V, COLUMNS>,
) where
    V: Value,
    L: RangeTombstones<V, COLUMNS>,
{
    let RangeTombstone { mut start, end, .. } = tombstone;
    while index < list.len() {
        if is_empty_slice(&start, &end) {
            return;
        }
        let next = if tombstone.marked_at() > list.marked_at(index) {
            overwrite(list, index, tombstone.between(start, end))
        } else {
            pass_under(list, index, tombstone.between(start, end))
        };
        match next {
            Some(rest) => (index, start) = rest,
            None => return,
        }
    }
    list.add_internal(index, tombstone.between(start, end));
}

/// Where the rest of the range starts, and the index it has to be held against; `None` if nothing is left.
type Rest<V, const COLUMNS: usize> = Option<(usize, Bound<V, COLUMNS>)>;

/// The new range wins against the one at `index`.
#[inline]
fn overwrite<V, const COLUMNS: usize, L>(
    list: &mut L,
    mut index: usize,
    new: RangeTombstone<V, COLUMNS>,
) -> Rest<V, COLUMNS>
where
    V: Value,
    L: RangeTombstones<V, COLUMNS>,
{
    let mut old = list.entry(index);
    // What lies to the left of the new range stays.
    if old.start.compare(&new.start) == Less {
        let left_end = new.start.invert();
        if !is_empty_slice(&old.start, &left_end) {
            list.add_internal(index, old.between(old.start, left_end));
            index += 1;
            old = old.between(new.start, old.end);
            list.set_internal(index, old);
        }
    }
    if new.end.compare(&old.start) == Less {
        list.add_internal(index, new);
        return None;
    }
    if old.end.compare(&new.end) != Greater {
        // It covers the rest of the old range, and the gap up to the following one, if it reaches so far. A start
        // equal to the new end is the other side of the same cut, so nothing is left then.
        let following = (index + 1 < list.len()).then(|| list.start(index + 1));
        return match following.filter(|following| new.end.compare(following) == Greater) {
            None => {
                list.set_internal(index, new);
                None
            }
            Some(following) => {
                list.set_internal(index, new.between(new.start, following.invert()));
                Some((index + 1, following))
            }
        };
    }
    // It ends inside the old range, whose right part stays.
    list.add_internal(index, new);
    let right_start = new.end.invert();
    if !is_empty_slice(&right_start, &old.end) {
        list.set_internal(index + 1, old.between(right_start, old.end));
    }
    None
}

/// The new range loses against the one at `index`: what lies to the left of it is kept, and what lies to the right
/// is left over.
#[inline]
fn pass_under<V, const COLUMNS: usize, L>(
    list: &mut L,
    mut index: usize,
    new: RangeTombstone<V, COLUMNS>,
) -> Rest<V, COLUMNS>
where
    V: Value,
    L: RangeTombstones<V, COLUMNS>,
{
    let old_start = list.start(index);
    if new.start.compare(&old_start) == Less {
        if new.end.compare(&old_start) != Greater {
            list.add_internal(index, new);
            return None;
        }
        let left_end = old_start.invert();
        if !is_empty_slice(&new.start, &left_end) {
            list.add_internal(index, new.between(new.start, left_end));
            index += 1;
        }
    }
    let old_end = list.end(index);
    if new.end.compare(&old_end) != Greater {
        return None;
    }
    Some((index + 1, old_end.invert()))
}
