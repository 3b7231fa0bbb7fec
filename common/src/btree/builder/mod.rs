//! Gathers keys in any order and builds a tree of them.
//!
//! Source: apache/cassandra, `BTree.Builder`, 3.11.19 and 4.0.0 (the same bytecode).
//! Ported: all switches. Differs: sorting takes what scratch `slice::sort_by` takes (a block as large as the values,
//! above 4 KiB of them), where `TimSort` takes next to none for one ascending run; emptying frees keys and leaves no
//! nulls to fill.

mod merge;

use std::cmp::Ordering;
use std::rc::Rc;

use super::{Build, Comparator, NoOp, Node};
use crate::fault::Fault;

/// Makes one item of two equal ones: the earlier, then the later.
pub type QuickResolver<K> = Rc<dyn Fn(&K, &K) -> K>;

/// So many values fit in a Builder to which nobody gave a capacity.
const INITIAL_CAPACITY: usize = 16;

/// Gathers keys; in automatic mode, the default, they may come in any order and more than once.
pub struct Builder<'t, K, C, B> {
    trees: &'t B,
    comparator: C,
    /// Its capacity is what upstream's array has for a length.
    values: Vec<K>,
    /// Whether the values are known to ascend strictly.
    detected: bool,
    auto: bool,
    quick_resolver: Option<QuickResolver<K>>,
}

impl<'t, K: Clone, C: Comparator<K>, B: Build<K>> Builder<'t, K, C, B> {
    /// An empty Builder for 16 values before it grows. One block.
    pub fn new(trees: &'t B, comparator: C) -> Builder<'t, K, C, B> {
        Builder::with_capacity(trees, comparator, INITIAL_CAPACITY)
    }

    /// An empty Builder; a capacity of 0 means 16.
    pub fn with_capacity(trees: &'t B, comparator: C, capacity: usize) -> Builder<'t, K, C, B> {
        let capacity = if capacity == 0 { INITIAL_CAPACITY } else { capacity };
        Builder::from_buffer(trees, comparator, Vec::with_capacity(capacity))
    }

    /// An empty Builder around a buffer that another one left.
    pub fn from_buffer(trees: &'t B, comparator: C, mut values: Vec<K>) -> Builder<'t, K, C, B> {
        values.clear();
        Builder { trees, comparator, values, detected: true, auto: true, quick_resolver: None }
    }

    /// The buffer, for another Builder.
    pub fn into_buffer(self) -> Vec<K> {
        self.values
    }

    /// An independent Builder in the same state.
    #[must_use]
    pub fn copy(&self) -> Builder<'t, K, C, B> {
        let mut values = Vec::with_capacity(self.capacity());
        values.extend_from_slice(&self.values);
        let (comparator, quick_resolver) = (self.comparator.clone(), self.quick_resolver.clone());
        Builder { comparator, values, quick_resolver, ..*self }
    }

    /// Whether equal and unordered keys are taken care of. Turning it on does not look at keys added before.
    pub fn auto(&mut self, auto: bool) {
        self.auto = auto;
    }

    /// What becomes of equal items in automatic mode; without it the earlier one stays.
    pub fn quick_resolver(&mut self, resolver: Option<QuickResolver<K>>) {
        self.quick_resolver = resolver;
    }

    /// Forgets the values and keeps their room, the mode and the resolver.
    pub fn reuse(&mut self) {
        self.values.clear();
        self.detected = true;
    }

    /// As [`Builder::reuse`], in another order from now on.
    pub fn reuse_with(&mut self, comparator: C) {
        self.comparator = comparator;
        self.reuse();
    }

    /// Adds one value. Doubles the room when full.
    #[inline]
    pub fn add(&mut self, value: K) {
        if self.values.len() == self.values.capacity() {
            self.grow_to(2 * self.values.len());
        }
        self.values.push(value);
        if self.auto && self.detected && self.values.len() > 1 {
            self.compare_last();
        }
    }

    /// Adds a list in its order. The Builder takes it for unordered, even if it is not.
    pub fn add_all(&mut self, list: impl ExactSizeIterator<Item = K>) {
        self.detected = false;
        let (count, more) = (self.values.len(), list.len());
        if self.values.capacity() < count + more {
            self.grow_to((count + more).max(2 * count));
        }
        self.values.extend(list);
    }

    /// Adds a set that ascends in the order of `comparator`; in the same order as the Builder's it is merged.
    pub fn add_all_sorted(&mut self, set: impl ExactSizeIterator<Item = K>, comparator: &C) {
        if self.auto && self.comparator.is_same_order(comparator) {
            self.merge_all(set);
        } else {
            self.add_all(set);
        }
    }

    /// Sorts the values, equal ones in the order in which they came.
    pub fn sort(&mut self) {
        self.values.sort_by(|a, b| self.comparator.compare(a, b));
    }

    /// Turns the order of the values around.
    ///
    /// # Panics
    /// In automatic mode.
    pub fn reverse(&mut self) {
        assert!(!self.auto);
        self.values.reverse();
    }

    /// Makes one item of every run of equal ones, runs of one included.
    pub fn resolve(&mut self, mut resolver: impl FnMut(&[K]) -> K) {
        let (mut kept, mut start) = (0, 0);
        while start < self.values.len() {
            let rest = &self.values[start..];
            let equal = |value: &&K| self.comparator.compare(&rest[0], value) == Ordering::Equal;
            let length = 1 + rest[1..].iter().take_while(equal).count();
            let item = resolver(&rest[..length]);
            self.values[kept] = item;
            (kept, start) = (kept + 1, start + length);
        }
        self.values.truncate(kept);
    }

    /// The tree. The Builder keeps its values.
    pub fn build(&mut self) -> Result<Node<K>, Fault> {
        if self.auto {
            self.enforce_order();
        }
        let size = i32::try_from(self.values.len()).expect("upstream counts in an int");
        self.trees.build_array(&self.values, size, &mut NoOp)
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The values as they stand.
    pub fn values(&self) -> &[K] {
        &self.values
    }

    /// The order of its keys.
    pub fn comparator(&self) -> &C {
        &self.comparator
    }

    /// So many values fit before it grows.
    pub fn capacity(&self) -> usize {
        self.values.capacity()
    }

    /// Whether the Builder takes the values for ascending and distinct.
    pub fn is_detected(&self) -> bool {
        self.detected
    }

    /// Whether automatic mode is on.
    pub fn is_auto(&self) -> bool {
        self.auto
    }

    /// Compares the last value with the one before it.
    fn compare_last(&mut self) {
        let last = self.values.len() - 1;
        match self.comparator.compare(&self.values[last - 1], &self.values[last]) {
            Ordering::Less => {}
            Ordering::Equal => {
                self.resolve_into(last - 1, last);
                self.values.truncate(last);
            }
            Ordering::Greater => self.detected = false,
        }
    }

    /// Sorts and removes equal values, unless they are known to ascend.
    fn enforce_order(&mut self) {
        if !self.detected && self.values.len() > 1 {
            self.sort();
            let mut kept = 0;
            for next in 1..self.values.len() {
                let (a, b) = (&self.values[kept], &self.values[next]);
                if self.comparator.compare(a, b) == Ordering::Equal {
                    self.resolve_into(kept, next);
                } else {
                    kept += 1;
                    self.values.swap(kept, next);
                }
            }
            self.values.truncate(kept + 1);
        }
        self.detected = true;
    }

    /// Puts in place of the earlier of two equal values what becomes of both.
    fn resolve_into(&mut self, earlier: usize, later: usize) {
        if let Some(resolver) = &self.quick_resolver {
            self.values[earlier] = resolver(&self.values[earlier], &self.values[later]);
        }
    }

    fn grow_to(&mut self, capacity: usize) {
        self.values.reserve_exact(capacity - self.values.len());
    }
}
