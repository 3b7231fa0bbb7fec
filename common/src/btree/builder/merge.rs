//! Merging a sorted set into the values of a Builder.

use std::cmp::Ordering;

use super::Builder;
use crate::btree::{Build, Comparator};

impl<K: Clone, C: Comparator<K>, B: Build<K>> Builder<'_, K, C, B> {
    /// Merges a set in the Builder's own order; of equal items the Builder's one stays, or what the resolver says.
    ///
    /// The room is the values, the set, and the values once more: what is left of them after the common prefix moves
    /// behind the set, and the gap takes the result.
    pub(super) fn merge_all(&mut self, set: impl ExactSizeIterator<Item = K>) {
        self.enforce_order();
        let count = self.values.len();
        let room = 2 * count + set.len();
        if self.values.capacity() < room {
            self.grow_to(room.max(3 * count));
        }
        self.values.extend(set);
        let end_of_set = self.values.len();

        let (mut old, mut new) = (0, count);
        while old < count && new < end_of_set {
            match self.comparator.compare(&self.values[old], &self.values[new]) {
                Ordering::Greater => break,
                Ordering::Equal => {
                    self.resolve_into(old, new);
                    new += 1;
                }
                Ordering::Less => {}
            }
            old += 1;
        }
        if new == end_of_set {
            self.values.truncate(count);
            return;
        }

        let mut kept = old;
        self.values.extend_from_within(old..count);
        let end = self.values.len();
        old = end_of_set;
        // A slot that was read takes what stood in the gap, which nobody reads again.
        while old < end || new < end_of_set {
            let order = if old == end {
                Ordering::Greater
            } else if new == end_of_set {
                Ordering::Less
            } else {
                self.comparator.compare(&self.values[old], &self.values[new])
            };
            if order == Ordering::Equal {
                self.resolve_into(old, new);
            }
            let from = if order == Ordering::Greater { new } else { old };
            self.values.swap(kept, from);
            kept += 1;
            old += usize::from(order != Ordering::Greater);
            new += usize::from(order != Ordering::Less);
        }
        self.values.truncate(kept);
    }
}
