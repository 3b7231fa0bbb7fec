//! All leaves of a version, in storage that versions share.

use std::sync::{Arc, OnceLock};

use common::tombstones::{Bound, RangeTombstone, Value};

use super::leaf::{Leaf, MOST};

/// The first leaf of a list begins with so many slots and doubles, since most lists stay small.
const FEWEST: usize = 4;

/// A version: how much of a shared list of leaves it has.
#[derive(Debug)]
pub(super) struct Leaves<V: Value, const COLUMNS: usize> {
    /// Filled from the left; places behind `count` may be other versions'.
    places: Arc<[OnceLock<Place<V, COLUMNS>>]>,
    /// Leaves of this version.
    count: usize,
    /// Ranges of this version.
    len: usize,
}

/// A leaf and what a search wants to know before it looks into it.
#[derive(Clone, Debug)]
struct Place<V: Value, const COLUMNS: usize> {
    /// The start of its first range.
    first: Bound<V, COLUMNS>,
    /// Ranges before it.
    before: usize,
    leaf: Arc<Leaf<RangeTombstone<V, COLUMNS>>>,
}

impl<V: Value, const COLUMNS: usize> Leaves<V, COLUMNS> {
    /// None; no allocation.
    pub(super) fn new() -> Self {
        Leaves { places: Arc::default(), count: 0, len: 0 }
    }

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
        let place = self.place(self.leaf_of(index));
        place.leaf.get(index - place.before)
    }

    pub(super) fn last(&self) -> Option<&RangeTombstone<V, COLUMNS>> {
        self.len.checked_sub(1).map(|last| self.get(last))
    }

    /// `Ok(index)` of a range that starts at `name`, else `Err(index)` where it would stand.
    #[inline]
    pub(super) fn search_starts(&self, name: &Bound<V, COLUMNS>) -> Result<usize, usize> {
        let Some((leaf, len, before)) = self.leaf_from(name) else { return Err(0) };
        let within = leaf.partition_point(len, |range| range.start.compare(name).is_lt());
        let is_there = within < len && leaf.get(within).start.compare(name).is_eq();
        if is_there { Ok(before + within) } else { Err(before + within) }
    }

    /// How many ranges end at a bound or before it.
    pub(super) fn ends_up_to(&self, bound: &Bound<V, COLUMNS>) -> usize {
        // All leaves before this one end before its first start.
        let Some((leaf, len, before)) = self.leaf_from(bound) else { return 0 };
        before + leaf.partition_point(len, |range| range.end.compare(bound).is_le())
    }

    /// Appends a range.
    ///
    /// Cost: O(1) for the first version that does so from here, a copy of the last leaf for others.
    pub(super) fn push(&mut self, range: RangeTombstone<V, COLUMNS>) {
        let Some(last) = self.count.checked_sub(1) else {
            self.add_leaf(Leaf::open([range].into_iter(), FEWEST), range.start);
            return;
        };
        let filled = self.len - self.place(last).before;
        if filled == MOST {
            self.add_leaf(Leaf::open([range].into_iter(), MOST), range.start);
            return;
        }
        self.len += 1;
        match &*self.place(last).leaf {
            Leaf::Open(slots) if filled < slots.len() => {
                if slots[filled].set(range).is_err() {
                    // A sibling was here first.
                    self.own(last, filled).push(range);
                }
            }
            Leaf::Open(_) => self.reopen(last, filled, range),
            Leaf::Closed(_) => match self.owned(last) {
                Some(ranges) => ranges.push(range),
                None => self.reopen(last, filled, range),
            },
        }
    }

    /// Puts a range at an index, and those from there on behind it.
    ///
    /// Cost: O([`MOST`]) and a place per leaf; copies of both if they are shared.
    pub(super) fn insert(&mut self, index: usize, range: RangeTombstone<V, COLUMNS>) {
        let mut at = self.leaf_of(index);
        if self.len_of(at) == MOST {
            self.split(at);
            at = self.leaf_of(index);
        }
        let within = index - self.place(at).before;
        self.own(at, self.len_of(at)).insert(within, range);
        if within == 0 {
            self.place_mut(at).first = range.start;
        }
        for behind in at + 1..self.count {
            self.place_mut(behind).before += 1;
        }
        self.len += 1;
    }

    /// Puts a range in the place of another, which is returned.
    pub(super) fn set(
        &mut self,
        index: usize,
        range: RangeTombstone<V, COLUMNS>,
    ) -> RangeTombstone<V, COLUMNS> {
        let replaced = *self.get(index);
        let at = self.leaf_of(index);
        let within = index - self.place(at).before;
        self.own(at, self.len_of(at))[within] = range;
        if within == 0 {
            self.place_mut(at).first = range.start;
        }
        replaced
    }

    #[inline]
    fn place(&self, at: usize) -> &Place<V, COLUMNS> {
        self.places[at].get().expect("below the count of a version")
    }

    /// The leaf of a range.
    #[inline]
    fn leaf_of(&self, index: usize) -> usize {
        let is_before = |place: &Place<V, COLUMNS>| place.before <= index;
        match self.count.checked_sub(1) {
            Some(last) if is_before(self.place(last)) => last,
            _ => self.partition_point(is_before) - 1,
        }
    }

    /// The last leaf that starts at a bound or before it: itself, its ranges, and how many come before it.
    #[inline]
    fn leaf_from(
        &self,
        bound: &Bound<V, COLUMNS>,
    ) -> Option<(&Leaf<RangeTombstone<V, COLUMNS>>, usize, usize)> {
        let at = self.partition_point(|place| place.first.compare(bound).is_le()).checked_sub(1)?;
        let place = self.place(at);
        Some((&place.leaf, self.end_of(at) - place.before, place.before))
    }

    #[inline]
    fn partition_point(&self, is_before: impl Fn(&Place<V, COLUMNS>) -> bool) -> usize {
        self.places[..self.count].partition_point(|place| place.get().is_some_and(&is_before))
    }

    /// Ranges up to the end of a leaf.
    #[inline]
    fn end_of(&self, at: usize) -> usize {
        if at + 1 == self.count { self.len } else { self.place(at + 1).before }
    }

    fn len_of(&self, at: usize) -> usize {
        self.end_of(at) - self.place(at).before
    }

    /// A new last leaf, of one range.
    fn add_leaf(&mut self, leaf: Leaf<RangeTombstone<V, COLUMNS>>, first: Bound<V, COLUMNS>) {
        let place = Place { first, before: self.len, leaf: Arc::new(leaf) };
        let rejected = match self.places.get(self.count) {
            Some(free) => free.set(place).err(),
            None => Some(place),
        };
        if let Some(place) = rejected {
            // No room, or a sibling was here first.
            self.copy_places(2 * self.count + 1);
            let set = self.places[self.count].set(place);
            assert!(set.is_ok(), "nobody else has seen it");
        }
        self.count += 1;
        self.len += 1;
    }

    /// Makes two leaves of a full one.
    fn split(&mut self, at: usize) {
        let before = self.place(at).before;
        let tail = self.own(at, MOST).split_off(MOST / 2);
        let mut behind = Vec::with_capacity(MOST);
        behind.extend(tail);
        let first = behind[0].start;
        let leaf = Arc::new(Leaf::Closed(behind));
        let place = Place { first, before: before + MOST / 2, leaf };
        let places = (0..=self.count).map(|index| match index {
            _ if index <= at => self.places[index].clone(),
            _ if index == at + 1 => OnceLock::from(place.clone()),
            _ => self.places[index - 1].clone(),
        });
        self.places = places.collect();
        self.count += 1;
    }

    /// A place of this version alone.
    fn place_mut(&mut self, at: usize) -> &mut Place<V, COLUMNS> {
        if Arc::get_mut(&mut self.places).is_none() {
            self.copy_places(self.count + 1);
        }
        let places = Arc::get_mut(&mut self.places).expect("just copied, or alone before");
        places[at].get_mut().expect("below the count of a version")
    }

    /// The ranges of a closed leaf that no other version holds.
    fn owned(&mut self, at: usize) -> Option<&mut Vec<RangeTombstone<V, COLUMNS>>> {
        let place = Arc::get_mut(&mut self.places)?[at].get_mut()?;
        match Arc::get_mut(&mut place.leaf)? {
            Leaf::Closed(ranges) => Some(ranges),
            Leaf::Open(_) => None,
        }
    }

    /// The ranges of a leaf, closed and of this version alone; its first `len` are copied if they were not.
    fn own(&mut self, at: usize, len: usize) -> &mut Vec<RangeTombstone<V, COLUMNS>> {
        if self.owned(at).is_none() {
            let closed = Arc::new(self.place(at).leaf.closed(len));
            self.place_mut(at).leaf = closed;
        }
        self.owned(at).expect("closed and alone")
    }

    /// Replaces the last leaf, full for its size or closed and shared, by a larger one that is open for later versions.
    fn reopen(&mut self, last: usize, filled: usize, range: RangeTombstone<V, COLUMNS>) {
        let room = if last == 0 { (2 * filled).clamp(FEWEST, MOST) } else { MOST };
        let leaf = &self.place(last).leaf;
        let ranges = (0..filled).map(|index| *leaf.get(index)).chain([range]);
        let opened = Arc::new(Leaf::open(ranges, room));
        self.place_mut(last).leaf = opened;
    }

    /// Room for so many leaves, for this version alone.
    fn copy_places(&mut self, room: usize) {
        let places = (0..room).map(|at| match self.places.get(at) {
            Some(place) if at < self.count => place.clone(),
            _ => OnceLock::new(),
        });
        self.places = places.collect();
    }
}
