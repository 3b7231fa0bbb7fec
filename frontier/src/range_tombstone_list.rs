//! Cassandra's list of range tombstones, for a writer that derives version after version.
//!
//! The idea: readers keep old versions and never look behind the end of theirs, so what is appended need not be hidden
//! from them. One storage serves all versions, and a version is that storage and a length.
//!
//! 1. **A shared open tail.** The last leaf has slots that are written once. Whoever appends claims the next one; the
//!    first to do so gets it, and every version that ends before it stays as it was. A copy is two references and a
//!    length.
//! 2. **Leaves of at most 64 ranges.** A full tail is sealed and stands behind the others. A change in the middle makes
//!    the leaves that it touches anew, and the list of leaves; a change in the tail makes only the tail anew.
//! 3. **A key beside each range**, its start as one number: two short searches, neither of which has a branch that
//!    depends on the keys, and one look at the range that was found.
//! 4. **Changes in a window.** What overlaps is copied out, split and merged in a plain vector, and put back once.
//!
//! Splitting, merging, slices and accounting are those of `common::tombstones`, so the list is equal to legacy's range
//! for range by construction. No `unsafe`: a slot is a `OnceLock`, whose claim and publication are std's to prove.
//!
//! What it costs: 56 bytes a range where columns take 28, a lookup of the leaf at every access by index, and for two
//! children of one version that both append, a copy of the tail for the second.
//!
//! Differs from `legacy` in what upstream's arrays are made of only: a capacity is no promise here, it is the size, and
//! growth factors have no meaning.

mod key;
mod leaves;
mod slots;
mod window;

use common::fault::Fault;
use common::tombstones::{
    self, Bound, DeletionTime, RangeTombstone, RangeTombstones, Value, binary_search_by,
};

use self::key::key;
use self::leaves::Leaves;
use self::window::Window;

/// Range tombstones in order, in leaves that all versions share.
#[derive(Debug)]
pub struct RangeTombstoneList<V: Value, const COLUMNS: usize> {
    leaves: Leaves<V, COLUMNS>,
    boundary_heap_size: i64,
}

impl<V: Value, const COLUMNS: usize> RangeTombstones<V, COLUMNS>
    for RangeTombstoneList<V, COLUMNS>
{
    /// Room is made when it is needed, a leaf at a time.
    fn with_growth_factor(capacity: i32, _growth_factor: f64) -> Result<Self, Fault> {
        let _hint = usize::try_from(capacity).map_err(|_| Fault::NegativeArraySize)?;
        Ok(RangeTombstoneList { leaves: Leaves::new(), boundary_heap_size: 0 })
    }

    // Cost: O(1), no allocation. A change in the middle costs O(64 + n / 64) once, an append O(1).
    fn copy(&self) -> Self {
        RangeTombstoneList { leaves: self.leaves.share(), ..*self }
    }

    fn clone_buffers(&self) -> Self {
        RangeTombstoneList { leaves: self.leaves.map(|range| range), ..*self }
    }

    fn add(&mut self, tombstone: RangeTombstone<V, COLUMNS>) {
        match self.leaves.last() {
            None => {
                self.add_internal(0, tombstone);
                return;
            }
            Some(last) if last.end.compare(&tombstone.start).is_le() => {
                self.add_internal(self.len(), tombstone);
            }
            Some(_) => self.insert_from(self.ends_up_to(&tombstone.start), tombstone),
        }
        // As upstream: counted again, although the steps above have counted what they wrote.
        self.boundary_heap_size += heap_of(&tombstone);
    }

    fn add_all(&mut self, other: &Self) {
        if other.is_empty() {
            return;
        }
        if self.is_empty() {
            self.fill_from(other);
            return;
        }
        let one_by_one = self.len() > 10 * other.len();
        let (start, end) = (other.start(0), other.end(other.len() - 1));
        let from = self.ends_up_to(&start);
        if from == self.len() {
            for index in 0..other.len() {
                if one_by_one {
                    self.add(other.entry(index));
                } else {
                    self.add_internal(self.len(), other.entry(index));
                }
            }
            return;
        }
        // With a neighbour on either side nothing is appended that is an insertion to the whole list.
        self.through_window(from.saturating_sub(1), &end, |window| {
            tombstones::add_ranges(window, other, one_by_one);
        });
    }

    fn insert_from(&mut self, index: usize, tombstone: RangeTombstone<V, COLUMNS>) {
        if index == self.len() {
            self.add_internal(index, tombstone);
        } else {
            self.through_window(index, &tombstone.end, |window| window.insert_from(0, tombstone));
        }
    }

    fn add_internal(&mut self, index: usize, tombstone: RangeTombstone<V, COLUMNS>) {
        self.leaves.splice(index..index, &[tombstone]);
        self.boundary_heap_size += heap_of(&tombstone);
    }

    fn set_internal(&mut self, index: usize, tombstone: RangeTombstone<V, COLUMNS>) {
        self.boundary_heap_size += heap_of(&tombstone) - heap_of(self.leaves.get(index));
        self.leaves.splice(index..index + 1, &[tombstone]);
    }

    fn fill_from(&mut self, other: &Self) {
        *self = other.copy();
    }

    fn set_deletion_times(&mut self, timestamp: i64, local_deletion_time: Option<u32>) {
        self.leaves = self.leaves.map(|range| {
            let time = local_deletion_time.unwrap_or(range.deletion_time.local_deletion_time());
            let deletion_time = DeletionTime::raw(timestamp, time);
            RangeTombstone { deletion_time, ..range }
        });
    }

    #[inline]
    fn search_starts(
        &self,
        from: usize,
        to: usize,
        name: &Bound<V, COLUMNS>,
    ) -> Result<usize, usize> {
        let Some(key) = key(name) else {
            return binary_search_by(from, to, |index| self.leaves.get(index).start.compare(name));
        };
        let found = self.leaves.find(name, key);
        match found.index() {
            index if index < from => Err(from),
            index if index >= to => Err(to),
            index if found.is_equal => Ok(index),
            index => Err(index),
        }
    }

    fn search(&self, name: &Bound<V, COLUMNS>) -> Option<RangeTombstone<V, COLUMNS>> {
        self.covering(name).map(as_iterated)
    }

    #[inline]
    fn search_deletion_time(&self, name: &Bound<V, COLUMNS>) -> Option<DeletionTime> {
        self.covering(name).map(|range| as_iterated(range).deletion_time)
    }

    fn is_deleted(&self, row: &Bound<V, COLUMNS>, timestamp: i64, is_counter: bool) -> bool {
        self.covering(row).is_some_and(|range| is_counter || range.marked_at() >= timestamp)
    }

    #[inline]
    fn start(&self, index: usize) -> Bound<V, COLUMNS> {
        self.leaves.get(index).start
    }

    #[inline]
    fn end(&self, index: usize) -> Bound<V, COLUMNS> {
        self.leaves.get(index).end
    }

    #[inline]
    fn marked_at(&self, index: usize) -> i64 {
        self.leaves.get(index).marked_at()
    }

    #[inline]
    fn local_deletion_time(&self, index: usize) -> u32 {
        self.leaves.get(index).deletion_time.local_deletion_time()
    }

    #[inline]
    fn entry(&self, index: usize) -> RangeTombstone<V, COLUMNS> {
        *self.leaves.get(index)
    }

    #[inline]
    fn len(&self) -> usize {
        self.leaves.len()
    }

    fn capacity(&self) -> usize {
        self.leaves.len()
    }

    fn boundary_heap_size(&self) -> i64 {
        self.boundary_heap_size
    }
}

impl<V: Value, const COLUMNS: usize> RangeTombstoneList<V, COLUMNS> {
    /// The range around a row or bound, with one look at it where a position would be looked up again.
    #[inline]
    fn covering(&self, name: &Bound<V, COLUMNS>) -> Option<&RangeTombstone<V, COLUMNS>> {
        let Some(key) = key(name) else {
            let len = i32::try_from(self.len()).expect("a list holds fewer than 2^31 ranges");
            let position = self.search_internal(name, 0, len).expect("all of its ranges");
            return usize::try_from(position).ok().map(|index| self.leaves.get(index));
        };
        let found = self.leaves.find(name, key);
        let range = found.previous()?;
        (!found.is_equal && name.compare(&range.end).is_lt()).then_some(range)
    }

    /// How many ranges end at a bound or before it. A range that starts where another ends goes behind it: the two
    /// bounds are sides of one cut.
    fn ends_up_to(&self, bound: &Bound<V, COLUMNS>) -> usize {
        // All ranges before the last one that starts at the bound or before it end there, too.
        let after = match self.search_starts(0, self.len(), bound) {
            Ok(index) => index + 1,
            Err(index) => index,
        };
        match after.checked_sub(1) {
            Some(last) if self.leaves.get(last).end.compare(bound).is_gt() => last,
            _ => after,
        }
    }

    /// Lets `change` work on a copy of the ranges from `from` to the first one that starts behind `end`.
    fn through_window(
        &mut self,
        from: usize,
        end: &Bound<V, COLUMNS>,
        change: impl FnOnce(&mut Window<V, COLUMNS>),
    ) {
        let (Ok(behind) | Err(behind)) = self.search_starts(from, self.len(), end);
        // One more, which may start at the same cut.
        let to = (behind + 2).min(self.len());
        let mut window = Window::with_room_for(to - from);
        self.leaves.for_each(from..to, |range| window.push(range));
        change(&mut window);
        self.boundary_heap_size += window.boundary_heap_size();
        self.leaves.splice(from..to, window.ranges());
    }
}

/// A local deletion time of 4294967295 comes out invalid.
fn as_iterated<V: Value, const COLUMNS: usize>(
    range: &RangeTombstone<V, COLUMNS>,
) -> RangeTombstone<V, COLUMNS> {
    let time = range.deletion_time.local_deletion_time();
    RangeTombstone { deletion_time: DeletionTime::from_unsigned(range.marked_at(), time), ..*range }
}

fn heap_of<V: Value, const COLUMNS: usize>(range: &RangeTombstone<V, COLUMNS>) -> i64 {
    range.start.heap_size() + range.end.heap_size()
}
