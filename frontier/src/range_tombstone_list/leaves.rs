//! All leaves of a version, in storage that versions share.

use std::mem;
use std::ops::Range;
use std::sync::Arc;

use common::tombstones::{Bound, RangeTombstone, Value};

use super::key::key;
use super::slots::{Slot, Slots, claim, partition_point, slots, smaller_keys};

/// Most ranges of a leaf: one copy of it stays about as cheap as an allocation.
const MOST: usize = 64;

/// The tail of a list begins with so many slots and doubles, since most lists stay small.
const FEWEST: usize = 4;

type Leaf<V, const COLUMNS: usize> = Slots<RangeTombstone<V, COLUMNS>>;

/// A sealed leaf, all of whose slots count; its key is that of its first start.
#[derive(Clone, Debug)]
struct Place<V: Value, const COLUMNS: usize> {
    /// Ranges before it.
    before: usize,
    leaf: Arc<Leaf<V, COLUMNS>>,
}

/// A version: the leaves that are full, and how much it has of the last one, which is open to be appended to.
#[derive(Debug)]
pub(super) struct Leaves<V: Value, const COLUMNS: usize> {
    /// Places behind `count` may be other versions'. None, and no block, until the first leaf is full.
    sealed: Option<Arc<Slots<Place<V, COLUMNS>>>>,
    /// Sealed leaves of this version.
    count: usize,
    /// Ranges in them.
    before_tail: usize,
    /// Slots behind the length may be other versions'. Has a range unless the list is empty.
    tail: Arc<Leaf<V, COLUMNS>>,
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
        self.within.checked_sub(1).map(|previous| self.leaf[previous].get())
    }
}

impl<V: Value, const COLUMNS: usize> Leaves<V, COLUMNS> {
    /// None, and room for none.
    pub(super) fn new() -> Self {
        Leaves { sealed: None, count: 0, before_tail: 0, tail: Arc::default(), len: 0 }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The same version once more.
    #[inline]
    pub(super) fn share(&self) -> Self {
        Leaves { sealed: self.sealed.clone(), tail: Arc::clone(&self.tail), ..*self }
    }

    /// A version of its own, each range as `change` makes it; shares nothing.
    pub(super) fn map(
        &self,
        change: impl Fn(RangeTombstone<V, COLUMNS>) -> RangeTombstone<V, COLUMNS>,
    ) -> Self {
        let mut mapped = Leaves::new();
        self.for_each(0..self.len, |range| mapped.push(change(range)));
        mapped
    }

    /// Shows some ranges in order.
    ///
    /// # Panics
    /// If this version ends before the last one.
    pub(super) fn for_each(
        &self,
        indexes: Range<usize>,
        mut show: impl FnMut(RangeTombstone<V, COLUMNS>),
    ) {
        let mut from = indexes.start;
        while from < indexes.end {
            let (leaf, before) = self.leaf(self.leaf_of(from));
            let to = indexes.end.min(before + leaf.len());
            leaf[from - before..to - before].iter().for_each(|slot| show(*slot.get()));
            from = to;
        }
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
        let (leaf, before) = self.leaf(self.leaf_of(index));
        leaf[index - before].get()
    }

    #[inline]
    pub(super) fn last(&self) -> Option<&RangeTombstone<V, COLUMNS>> {
        self.open_tail().last().map(Slot::get)
    }

    /// Looks for a range that starts at a bound of this key. In an empty list all is before the first.
    #[inline]
    pub(super) fn find(&self, name: &Bound<V, COLUMNS>, key: i64) -> Found<'_, V, COLUMNS> {
        // The last leaf that starts at the bound or before it, else the first one.
        let tail = self.open_tail();
        let (leaf, before) = match self.count {
            0 => (tail, 0),
            _ if is_up_to(&tail[0], name, key) => (tail, self.before_tail),
            _ => self.leaf(self.sealed_up_to(name, key).saturating_sub(1)),
        };
        let mut within = smaller_keys(leaf, key);
        let mut is_equal = within < leaf.len() && leaf[within].key() == key;
        if COLUMNS > 1 && is_equal {
            let is_before = |range: &RangeTombstone<V, COLUMNS>| range.start.compare(name).is_lt();
            within = partition_point(leaf, within..leaf.len(), is_before);
            is_equal = within < leaf.len() && leaf[within].get().start.compare(name).is_eq();
        }
        Found { leaf, before, within, is_equal }
    }

    /// Appends a range.
    ///
    /// Cost: O(1) for the first version that does so from here, a copy of the tail for others.
    #[inline]
    pub(super) fn push(&mut self, range: RangeTombstone<V, COLUMNS>) {
        let mut filled = self.len - self.before_tail;
        if filled == MOST {
            self.seal();
            filled = 0;
        }
        self.len += 1;
        if let Err(range) = claim(&self.tail, filled, (key_of(&range), range)) {
            self.reopen(filled, range);
        }
    }

    /// Puts ranges in the place of others, of which there may be none.
    ///
    /// Cost: O([`MOST`]) and the new ranges, and behind the tail a reference per leaf.
    pub(super) fn splice(&mut self, old: Range<usize>, new: &[RangeTombstone<V, COLUMNS>]) {
        if old.start == self.len {
            for &range in new {
                self.push(range);
            }
            return;
        }
        let first = self.leaf_of(old.start);
        let last = if old.is_empty() { first } else { self.leaf_of(old.end - 1) };
        let ((head, head_before), (tail, tail_before)) = (self.leaf(first), self.leaf(last));
        let (head, tail) = (&head[..old.start - head_before], &tail[old.end - tail_before..]);
        let tail_from = head.len() + new.len();
        let range = |index: usize| {
            if index < head.len() {
                head[index].copied()
            } else if index < tail_from {
                let range = new[index - head.len()];
                (key_of(&range), range)
            } else {
                tail[index - tail_from].copied()
            }
        };
        let total = head.len() + new.len() + tail.len();
        let count = total.div_ceil(MOST);
        let mut before = 0;
        let mut leaves = Vec::with_capacity(count);
        for to_make in (1..=count).rev() {
            let len = (total - before).div_ceil(to_make);
            // Nobody appends to a leaf that others follow.
            let is_tail = to_make == 1 && last == self.count;
            let room = if is_tail { (len + len / 2 + 1).min(MOST) } else { len };
            let leaf = slots(room, len, |index| range(before + index));
            leaves.push(Place { before: head_before + before, leaf });
            before += len;
        }
        let grown = new.len().wrapping_sub(old.len());
        if last == self.count {
            let Place { before, leaf } = leaves.pop().expect("a range at least");
            (self.tail, self.before_tail) = (leaf, before);
        } else {
            self.before_tail = self.before_tail.wrapping_add(grown);
        }
        self.len = self.len.wrapping_add(grown);
        self.replace_sealed(first..self.count.min(last + 1), leaves, grown);
    }

    /// The ranges of the tail that are this version's.
    #[inline]
    fn open_tail(&self) -> &Leaf<V, COLUMNS> {
        &self.tail[..self.len - self.before_tail]
    }

    /// The places of this version.
    #[inline]
    fn places(&self) -> &Slots<Place<V, COLUMNS>> {
        self.sealed.as_ref().map_or(&[], |places| &places[..self.count])
    }

    /// A leaf, of which the tail is the last, and how many ranges come before it.
    #[inline]
    fn leaf(&self, at: usize) -> (&Leaf<V, COLUMNS>, usize) {
        match self.places().get(at).map(Slot::get) {
            Some(place) => (&place.leaf, place.before),
            None => (self.open_tail(), self.before_tail),
        }
    }

    /// The leaf of a range.
    #[inline]
    fn leaf_of(&self, index: usize) -> usize {
        if index >= self.before_tail {
            return self.count;
        }
        partition_point(self.places(), 0..self.count, |place| place.before <= index) - 1
    }

    /// How many sealed leaves start at a bound or before it.
    #[inline]
    fn sealed_up_to(&self, name: &Bound<V, COLUMNS>, key: i64) -> usize {
        let places = self.places();
        let smaller = smaller_keys(places, key);
        match places.get(smaller) {
            Some(place) if place.key() == key => {
                let is_up_to = |place: &Place<V, COLUMNS>| is_up_to(&place.leaf[0], name, key);
                partition_point(places, smaller..self.count, is_up_to)
            }
            _ => smaller,
        }
    }

    /// Makes the tail, which is full, the last of the sealed leaves.
    fn seal(&mut self) {
        let leaf = mem::take(&mut self.tail);
        let (key, before) = (leaf[0].key(), self.before_tail);
        let places: &Slots<Place<V, COLUMNS>> = self.sealed.as_deref().unwrap_or_default();
        if let Err(place) = claim(places, self.count, (key, Place { before, leaf })) {
            // No room, or a sibling was here first.
            let mut place = Some(place);
            let element = |index: usize| {
                if index < self.count {
                    places[index].copied()
                } else {
                    place.take().expect("one more")
                }
            };
            self.sealed = Some(slots(2 * self.count + 2, self.count + 1, element));
        }
        self.count += 1;
        self.before_tail = self.len;
    }

    /// Appends to a copy of the tail: there was no room, or a sibling was here first.
    fn reopen(&mut self, filled: usize, range: (i64, RangeTombstone<V, COLUMNS>)) {
        let room = match filled {
            0 if self.count > 0 => MOST,
            filled if filled == self.tail.len() => 2 * filled,
            filled => filled + filled / 2 + 1,
        };
        let element =
            |index: usize| if index == filled { range } else { self.tail[index].copied() };
        self.tail = slots(room.clamp(FEWEST, MOST), filled + 1, element);
    }

    /// Puts sealed leaves in the place of others; those behind move by `grown` ranges.
    fn replace_sealed(&mut self, old: Range<usize>, new: Vec<Place<V, COLUMNS>>, grown: usize) {
        if old.is_empty() && new.is_empty() {
            return;
        }
        let count = self.count - old.len() + new.len();
        if new.len() == old.len()
            && let Some(places) = self.sealed.as_mut().and_then(Arc::get_mut)
        {
            for place in &mut places[old.end..self.count] {
                place.get_mut().before = place.get().before.wrapping_add(grown);
            }
            for (slot, place) in places[old].iter_mut().zip(new) {
                *slot = Slot::new((place.leaf[0].key(), place));
            }
            return;
        }
        let places = self.places();
        let behind = old.start + new.len();
        let element = |index: usize| {
            if index < old.start {
                places[index].copied()
            } else if index < behind {
                let place = new[index - old.start].clone();
                (place.leaf[0].key(), place)
            } else {
                let (key, place) = places[old.end + index - behind].copied();
                (key, Place { before: place.before.wrapping_add(grown), ..place })
            }
        };
        self.sealed = Some(slots(count, count, element));
        self.count = count;
    }
}

/// Whether a leaf that begins with this slot starts at a bound or before it.
#[inline]
fn is_up_to<V: Value, const COLUMNS: usize>(
    first: &Slot<RangeTombstone<V, COLUMNS>>,
    name: &Bound<V, COLUMNS>,
    key: i64,
) -> bool {
    match COLUMNS {
        1 => first.key() <= key,
        _ => first.key() < key || first.key() == key && first.get().start.compare(name).is_le(),
    }
}

/// A start that has no place in an order is the caller's error, and is found nowhere.
#[inline]
fn key_of<V: Value, const COLUMNS: usize>(range: &RangeTombstone<V, COLUMNS>) -> i64 {
    key(&range.start).unwrap_or(i64::MIN)
}
