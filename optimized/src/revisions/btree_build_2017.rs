//! Building Cassandra's B-tree in the form that CASSANDRA-9989 measured, a year before it was merged.
//!
//! Source: cooldoger/cassandra, `BTree.build`, `BTree.Builder` and `transformAndFilter`, commit da3ff482.
//! Ported: `build`, the pooled Builder, `transformAndFilter`.
//! Left out: `update`; there is no overload of `build` for arrays.
//! Differs: the recycler of Builders belongs to the value that stands for the class, and so does the table of
//! capacities. A source that ends early panics, where upstream's iterator throws.
//!
//! Against the merged form: children are built full, and what is left is shared by the last two. Builders, and with
//! them the buffer of survivors, are pooled.

use std::cell::Cell;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use common::btree::{
    Build, Builder, Change, Comparator, FanFactor, FirstStage, NaturalOrder, Node, UpdateFunction,
    first_stage, java_bytes, survivors,
};
use common::fault::Fault;

/// Capacities are counted up to this level, far beyond the level where they leave the range of Java's int.
const LEVELS: usize = 32;

/// What upstream's class holds for all its trees.
pub struct Trees<K> {
    fan: FanFactor,
    tree_size: [i32; LEVELS],
    recycler: Cell<Option<Vec<K>>>,
}

/// A Builder out of the pool, empty like a new one but for the room it has.
pub struct PooledBuilder<'t, K, C> {
    trees: &'t Trees<K>,
    builder: Builder<'t, K, C, Trees<K>>,
}

impl<K: Clone> Trees<K> {
    /// For trees of one fan-out factor, which is rounded up to a power of two.
    pub fn new(fan_factor: i32) -> Trees<K> {
        let fan = FanFactor::new(fan_factor);
        Trees { fan, tree_size: tree_size(fan), recycler: Cell::new(None) }
    }

    /// The effective fan-out factor.
    pub fn fan(&self) -> FanFactor {
        self.fan
    }

    /// The most items of a tree by its levels, wrapping where Java's int does.
    pub fn tree_size(&self) -> &[i32] {
        &self.tree_size
    }

    /// A tree of what `source` gives, which ascends; nothing is checked.
    ///
    /// Exactly `size` items are taken.
    ///
    /// # Errors
    /// [`Fault::IllegalArgument`] if the size is negative, [`Fault::NegativeArraySize`] if the capacities have wrapped.
    ///
    /// # Panics
    /// If `function` does, or if the source ends early.
    pub fn build(
        &self,
        mut source: impl Iterator<Item = K>,
        size: i32,
        function: &mut impl UpdateFunction<K>,
    ) -> Result<Node<K>, Fault> {
        if size < 0 {
            return Err(Fault::IllegalArgument);
        }
        if size == 0 {
            return Ok(Node::empty());
        }
        let mut level = 1;
        while self.tree_size[level] < size {
            level += 1;
        }
        if self.tree_size[level - 1] < 0 {
            return Err(Fault::NegativeArraySize);
        }
        Ok(self.node(&mut source, size.unsigned_abs(), level, function))
    }

    /// An empty Builder, with the room of the one that was built last.
    pub fn builder<C: Comparator<K>>(&self, comparator: C) -> PooledBuilder<'_, K, C> {
        let builder = match self.recycler.take() {
            Some(values) => Builder::from_buffer(self, comparator, values),
            None => Builder::new(self, comparator),
        };
        PooledBuilder { trees: self, builder }
    }

    /// Replaces and removes items in ascending order, asking about each once.
    ///
    /// The original itself is returned if nothing changes, [`Node::empty`] if nothing is left.
    pub fn transform_and_filter(
        &self,
        tree: &Node<K>,
        mut change: impl FnMut(&K) -> Change<K>,
    ) -> Node<K>
    where
        K: Ord,
    {
        let FirstStage { tree: head, removed } = first_stage(tree, &mut change);
        let Some(removed) = removed else { return head };
        let survivors = survivors(&head, tree, removed, change);
        let mut builder = self.builder(NaturalOrder);
        builder.auto(false);
        for key in survivors {
            builder.add(key);
        }
        builder.build().expect("no Builder holds a negative number of values")
    }

    /// A subtree of the next `size` items with so many levels.
    fn node(
        &self,
        source: &mut impl Iterator<Item = K>,
        size: u32,
        level: usize,
        function: &mut impl UpdateFunction<K>,
    ) -> Node<K> {
        if level == 1 {
            let leaf = leaf(source, size as usize, function);
            if !function.is_no_op() {
                function.allocated(java_bytes(size as usize | 1));
            }
            return Node::Leaf(leaf);
        }
        let child_size = self.tree_size[level - 1].unsigned_abs();
        let children_count = size / (child_size + 1) + 1;
        if !function.is_no_op() {
            function.allocated(java_bytes(2 * children_count as usize));
        }
        let mut keys = Vec::with_capacity(children_count as usize - 1);
        let mut children = Vec::with_capacity(children_count as usize);
        let mut size_map = Vec::with_capacity(children_count as usize);
        // Full children, all but two.
        let mut left = size;
        for _ in 2..children_count {
            children.push(self.node(source, child_size, level - 1, function));
            left -= child_size;
            size_map.push(size - left);
            keys.push(function.apply(next(source)));
            left -= 1;
        }
        children.push(self.node(source, left / 2, level - 1, function));
        keys.push(function.apply(next(source)));
        children.push(self.node(source, (left - 1) / 2, level - 1, function));
        size_map.push(size - left.div_ceil(2));
        size_map.push(size);
        Node::branch(
            keys.into_boxed_slice(),
            children.into_boxed_slice(),
            size_map.into_boxed_slice(),
        )
    }
}

impl<K: Clone> Build<K> for Trees<K> {
    // As upstream: a view of the array is one more source.
    fn build_array(
        &self,
        values: &[K],
        size: i32,
        function: &mut impl UpdateFunction<K>,
    ) -> Result<Node<K>, Fault> {
        let end = usize::try_from(size).map_err(|_| Fault::IllegalArgument)?;
        self.build(values[..end].iter().cloned(), size, function)
    }
}

impl<K: Clone, C: Comparator<K>> PooledBuilder<'_, K, C> {
    /// The tree. The Builder goes back to the pool.
    pub fn build(mut self) -> Result<Node<K>, Fault> {
        let tree = self.builder.build();
        let mut values = self.builder.into_buffer();
        values.clear();
        self.trees.recycler.set(Some(values));
        tree
    }
}

impl<'t, K, C> Deref for PooledBuilder<'t, K, C> {
    type Target = Builder<'t, K, C, Trees<K>>;

    fn deref(&self) -> &Self::Target {
        &self.builder
    }
}

impl<K, C> DerefMut for PooledBuilder<'_, K, C> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.builder
    }
}

/// The next `size` items, written where they stay.
// Out of line, so that all forms fill a leaf by the same loop.
#[inline(never)]
fn leaf<K>(
    source: &mut impl Iterator<Item = K>,
    size: usize,
    function: &mut impl UpdateFunction<K>,
) -> Arc<[K]> {
    (0..size).map(|_| function.apply(next(source))).collect()
}

fn next<K>(source: &mut impl Iterator<Item = K>) -> K {
    source.next().expect("no such element: the source ends before the stated size")
}

fn tree_size(fan: FanFactor) -> [i32; LEVELS] {
    let keys = fan.keys().cast_signed();
    let mut tree_size = [0; LEVELS];
    for level in 1..LEVELS {
        tree_size[level] = i32::wrapping_mul(tree_size[level - 1], keys + 1).wrapping_add(keys);
    }
    tree_size
}
