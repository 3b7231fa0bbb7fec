//! Building Cassandra's B-tree, with CASSANDRA-9989: the shape follows from the size, so every array is made to fit.
//!
//! Source: apache/cassandra, `BTree.build` and `transformAndFilter`, 4.0.0 (what is left is split evenly).
//! Ported: both overloads of `build`, `transformAndFilter`.
//! Left out: `update`, which kept the node builders of the legacy form.
//! Differs: the table of capacities belongs to the value that stands for the class. A source that ends early panics,
//! where upstream's iterator throws.

use std::marker::PhantomData;
use std::sync::Arc;

use common::btree::{
    Build, Builder, Change, FanFactor, FirstStage, NaturalOrder, Node, UpdateFunction, first_stage,
    java_bytes, survivors,
};
use common::fault::Fault;

/// What upstream's class holds for all its trees.
pub struct Trees<K> {
    fan: FanFactor,
    tree_size: Vec<u32>,
    keys: PhantomData<K>,
}

impl<K: Clone> Trees<K> {
    /// For trees of one fan-out factor, which is rounded up to a power of two.
    ///
    /// # Panics
    /// If it is less than 2.
    pub fn new(fan_factor: i32) -> Trees<K> {
        assert!(fan_factor >= 2);
        let fan = FanFactor::new(fan_factor);
        Trees { fan, tree_size: tree_size(fan), keys: PhantomData }
    }

    /// The effective fan-out factor.
    pub fn fan(&self) -> FanFactor {
        self.fan
    }

    /// The most items of a tree, by levels below its root; the last one is the limit of Java's int.
    pub fn tree_size(&self) -> &[u32] {
        &self.tree_size
    }

    /// A tree of what `source` gives, which ascends; nothing is checked.
    ///
    /// Exactly `size` items are taken.
    ///
    /// # Errors
    /// [`Fault::IllegalArgument`] if the size is negative.
    ///
    /// # Panics
    /// If `function` does, or if the source ends early.
    pub fn build(
        &self,
        source: impl Iterator<Item = K>,
        size: i32,
        function: &mut impl UpdateFunction<K>,
    ) -> Result<Node<K>, Fault> {
        if size < 0 {
            return Err(Fault::IllegalArgument);
        }
        Ok(self.build_internal(source, size, function))
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
        // How many survive must be known before the tree is built.
        let mut builder = Builder::new(self, NaturalOrder);
        builder.auto(false);
        for key in survivors {
            builder.add(key);
        }
        builder.build().expect("no Builder holds a negative number of values")
    }

    fn build_internal(
        &self,
        mut source: impl Iterator<Item = K>,
        size: i32,
        function: &mut impl UpdateFunction<K>,
    ) -> Node<K> {
        let size = size.unsigned_abs();
        if size == 0 {
            return Node::empty();
        }
        let mut height = 0;
        while self.tree_size[height] < size {
            height += 1;
        }
        self.node(&mut source, size, height, function)
    }

    /// A subtree of the next `size` items, with `height` levels below its root.
    fn node(
        &self,
        source: &mut impl Iterator<Item = K>,
        size: u32,
        height: usize,
        function: &mut impl UpdateFunction<K>,
    ) -> Node<K> {
        if height == 0 {
            let leaf = leaf(source, size as usize, function);
            if !function.is_no_op() {
                function.allocated(java_bytes(size as usize | 1));
            }
            return Node::Leaf(leaf);
        }
        // The fewest children that can hold it; what is left is shared evenly among those that are left.
        let children_count = size / (self.tree_size[height - 1] + 1) + 1;
        if !function.is_no_op() {
            function.allocated(java_bytes(2 * children_count as usize));
        }
        let mut keys = Vec::with_capacity(children_count as usize - 1);
        let mut children = Vec::with_capacity(children_count as usize);
        let mut size_map = Vec::with_capacity(children_count as usize);
        let mut items = 0;
        for index in 0..children_count - 1 {
            let child_size = (size - items) / (children_count - index);
            children.push(self.node(source, child_size, height - 1, function));
            items += child_size;
            size_map.push(items);
            keys.push(function.apply(next(source)));
            items += 1;
        }
        children.push(self.node(source, size - items, height - 1, function));
        size_map.push(size);
        Node::branch(
            keys.into_boxed_slice(),
            children.into_boxed_slice(),
            size_map.into_boxed_slice(),
        )
    }
}

impl<K: Clone> Build<K> for Trees<K> {
    fn build_array(
        &self,
        values: &[K],
        size: i32,
        function: &mut impl UpdateFunction<K>,
    ) -> Result<Node<K>, Fault> {
        self.build((0..).map(|index: usize| values[index].clone()), size, function)
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

fn tree_size(fan: FanFactor) -> Vec<u32> {
    let keys = u64::from(fan.keys());
    let limit = i32::MAX.unsigned_abs();
    let larger = |&size: &u32| {
        let next = u64::from(size) * (keys + 1) + keys;
        (size < limit).then(|| u32::try_from(next).map_or(limit, |next| next.min(limit)))
    };
    std::iter::successors(Some(fan.keys()), larger).collect()
}
