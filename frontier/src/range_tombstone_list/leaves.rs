//! All leaves of a version, in storage that versions share.

use std::ops::Range;
use std::sync::Arc;

use common::tombstones::{Bound, RangeTombstone, Value};

use super::key::key;
use super::slots::Slots;

/// Most ranges of a leaf: one copy of it stays about as cheap as an allocation.
const MOST: usize = 64;

/// The first leaf of a list begins with so many slots and doubles, since most lists stay small.
const FEWEST: usize = 4;

type Leaf<V, const COLUMNS: usize> = Slots<RangeTombstone<V, COLUMNS>>;

/// A leaf and where it stands; its key is that of its first start.
#[derive(Clone, Debug)]
struct Place<V: Value, const COLUMNS: usize> {
    /// Ranges before it.
    before: usize,
    leaf: Arc<Leaf<V, COLUMNS>>,
}

/// A version: how much of a shared list of leaves it has.
#[derive(Debug)]
pub(super) struct Leaves<V: Value, const COLUMNS: usize> {
    /// Places behind `count` may be other versions'.
    places: Arc<Slots<Place<V, COLUMNS>>>,
    /// Leaves of this version.
    count: usize,
    /// Ranges of this version.
    len: usize,
}

/// Where a search came out.
pub(super) struct Found<'a, V: Value, const COLUMNS: usize> {
    leaf: &'a Leaf<V, COLUMNS>,
    before: usize,
    within: usize,
    /// Whether the range there starts at the bound; all before it start before the bound.
    pub(super) is_equal: bool,
}

impl<'a, V: Value, const COLUMNS: usize> Found<'a, V, COLUMNS> {
    pub(super) fn index(&self) -> usize {
        self.before + self.within
    }

    /// The last range that starts before the bound.
    #[inline]
    pub(super) fn previous(&self) -> Option<&'a RangeTombstone<V, COLUMNS>> {
        self.within.checked_sub(1).map(|previous| self.leaf.get(previous))
    }
}

impl<V: Value, const COLUMNS: usize> Leaves<V, COLUMNS> {
    /// None, and room for none.
    pub(super) fn new() -> Self {
        Leaves { places: Arc::new(Slots::new(0, [])), count: 0, len: 0 }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The same version once more.
    pub(super) fn share(&self) -> Self {
        Leaves { places: Arc::clone(&self.places), ..*self }
    }

    /// A version of its own, each range as `change` makes it; shares nothing.
    pub(super) fn map(
        &self,
        change: impl Fn(RangeTombstone<V, COLUMNS>) -> RangeTombstone<V, COLUMNS>,
    ) -> Self {
        let mut mapped = Leaves::new();
        for index in 0..self.len {
            mapped.push(change(*self.get(index)));
        }
        mapped
    }

    /// # Panics
    /// If this version ends before it.
    #[inline]
    pub(super) fn get(&self, index: usize) -> &RangeTombstone<V, COLUMNS> {
        assert!(
            index < self.len,
            "index out of bounds: the len is {} but the index is {index}",
            self.len
        );
        let place = self.places.get(self.leaf_of(index));
        place.leaf.get(index - place.before)
    }

    pub(super) fn last(&self) -> Option<&RangeTombstone<V, COLUMNS>> {
        self.len.checked_sub(1).map(|last| self.get(last))
    }

    /// Looks for a range that starts at a bound of this key. `None` if there are no ranges.
    #[inline]
    pub(super) fn find(&self, name: &Bound<V, COLUMNS>, key: i64) -> Option<Found<'_, V, COLUMNS>> {
        // The last leaf that starts at the bound or before it, else the first one.
        let mut after = self.places.smaller_keys(self.count, key);
        if after < self.count && self.places.key(after) == key {
            after = match COLUMNS {
                1 => after + 1,
                _ => self.places.partition_point(after..self.count, |place| {
                    place.leaf.get(0).start.compare(name).is_le()
                }),
            };
        }
        let at = after.saturating_sub(1);
        if at >= self.count {
            return None;
        }
        let Place { before, leaf } = self.places.get(at);
        let len = self.end_of(at) - before;
        let mut within = leaf.smaller_keys(len, key);
        let mut is_equal = within < len && leaf.key(within) == key;
        if COLUMNS > 1 && is_equal {
            within = leaf.partition_point(within..len, |range| range.start.compare(name).is_lt());
            is_equal = within < len && leaf.get(within).start.compare(name).is_eq();
        }
        Some(Found { leaf, before: *before, within, is_equal })
    }

    /// Appends a range.
    ///
    /// Cost: O(1) for the first version that does so from here, a copy of the last leaf for others.
    pub(super) fn push(&mut self, range: RangeTombstone<V, COLUMNS>) {
        let key = key_of(&range);
        let last = self.count.checked_sub(1).map(|last| (last, self.places.get(last)));
        let (filled, room) = match last {
            None => (MOST, FEWEST),
            Some((_, place)) => (self.len - place.before, MOST),
        };
        let Some((last, place)) = last.filter(|_| filled < MOST) else {
            self.add_leaf(key, Slots::new(room, [(key, range)]));
            return;
        };
        // No room, or a sibling was here first.
        if let Err(range) = place.leaf.claim(filled, key, range) {
            let room = if last == 0 { (2 * filled).clamp(FEWEST, MOST) } else { MOST };
            let leaf = Slots::new(room, place.leaf.filled(0..filled).chain([(key, range)]));
            self.replace_leaves(last..last + 1, vec![(filled + 1, leaf)]);
        }
        self.len += 1;
    }

    /// Puts ranges in the place of others, of which there may be none.
    ///
    /// Cost: O([`MOST`]) and the new ranges, and a reference per leaf if the list of leaves is shared.
    pub(super) fn splice(&mut self, old: Range<usize>, new: &[RangeTombstone<V, COLUMNS>]) {
        if old.start == self.len {
            new.iter().for_each(|&range| self.push(range));
            return;
        }
        let first = self.leaf_of(old.start);
        let last = if old.is_empty() { first } else { self.leaf_of(old.end - 1) };
        let (head, tail) = (self.places.get(first), self.places.get(last));
        let (head_len, tail_from) = (old.start - head.before, old.end - tail.before);
        let tail_len = self.end_of(last) - tail.before;
        let mut ranges = head
            .leaf
            .filled(0..head_len)
            .chain(new.iter().map(|range| (key_of(range), *range)))
            .chain(tail.leaf.filled(tail_from..tail_len));
        let mut rest = head_len + new.len() + (tail_len - tail_from);
        let mut leaves = Vec::with_capacity(rest.div_ceil(MOST));
        for to_make in (1..=rest.div_ceil(MOST)).rev() {
            let len = rest.div_ceil(to_make);
            rest -= len;
            // Nobody appends to a leaf that others follow.
            let is_last = to_make == 1 && last + 1 == self.count;
            let room = if is_last { (len + len / 2 + 1).min(MOST) } else { len };
            leaves.push((len, Slots::new(room, ranges.by_ref().take(len))));
        }
        drop(ranges);
        self.replace_leaves(first..last + 1, leaves);
        self.len = self.len + new.len() - old.len();
    }

    /// The leaf of a range.
    #[inline]
    fn leaf_of(&self, index: usize) -> usize {
        match self.count.checked_sub(1) {
            Some(last) if self.places.get(last).before <= index => last,
            _ => self.places.partition_point(0..self.count, |place| place.before <= index) - 1,
        }
    }

    /// Ranges up to the end of a leaf.
    #[inline]
    fn end_of(&self, at: usize) -> usize {
        if at + 1 == self.count { self.len } else { self.places.get(at + 1).before }
    }

    /// A new last leaf, of one range.
    fn add_leaf(&mut self, key: i64, leaf: Leaf<V, COLUMNS>) {
        let place = Place { before: self.len, leaf: Arc::new(leaf) };
        if let Err(place) = self.places.claim(self.count, key, place) {
            // No room, or a sibling was here first.
            let places = self.places.filled(0..self.count).chain([(key, place)]);
            self.places = Arc::new(Slots::new(2 * self.count + 1, places));
        }
        self.count += 1;
        self.len += 1;
    }

    /// Puts leaves of so many ranges in the place of others.
    fn replace_leaves(&mut self, old: Range<usize>, new: Vec<(usize, Leaf<V, COLUMNS>)>) {
        let old_end = self.end_of(old.end - 1);
        let mut end = self.places.get(old.start).before;
        let place = |(len, leaf): (usize, Leaf<V, COLUMNS>)| {
            let before = end;
            end += len;
            (leaf.key(0), Place { before, leaf: Arc::new(leaf) })
        };
        let mut new: Vec<_> = new.into_iter().map(place).collect();
        if new.len() == old.len()
            && let Some(places) = Arc::get_mut(&mut self.places)
        {
            old.clone().zip(new).for_each(|(at, (key, place))| places.replace(at, key, place));
            for at in old.end..self.count {
                let place = places.get_mut(at).expect("below the count of a version");
                place.before = place.before - old_end + end;
            }
            return;
        }
        let behind = self
            .places
            .filled(old.end..self.count)
            .map(|(key, place)| (key, Place { before: place.before - old_end + end, ..place }));
        let count = self.count - old.len() + new.len();
        let places = self.places.filled(0..old.start).chain(new.drain(..)).chain(behind);
        self.places = Arc::new(Slots::new(count, places));
        self.count = count;
    }
}

/// A start that has no place in an order is the caller's error, and is found nowhere.
fn key_of<V: Value, const COLUMNS: usize>(range: &RangeTombstone<V, COLUMNS>) -> i64 {
    key(&range.start).unwrap_or(i64::MIN)
}
