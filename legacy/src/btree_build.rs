//! Building Cassandra's B-tree, before CASSANDRA-9989: keys go through buffers that split when they are full.
//!
//! Source: apache/cassandra, `BTree.build` and `transformAndFilter`, `TreeBuilder`, `NodeBuilder`, 3.11.19.
//! Ported: both overloads of `build`, building from a source of unknown size, `transformAndFilter`.
//! Left out: `update`, the other user of the node builders; filling used slots with nulls, which a buffer of Rust
//! that was emptied has no need of.
//! Differs: the recycler belongs to the value that stands for the class, where upstream's is thread-local (a generic
//! thread-local would need a look-up by type that upstream does not pay). Levels are counted from the leaf; upstream
//! guesses a starting level from the size, which has no observable effect. A source that leaves more than the padding
//! slot of a small leaf empty gives a shorter leaf, where upstream counts a null as a key.

use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

use common::btree::{
    Build, Change, FanFactor, FirstStage, NoOp, Node, UpdateFunction, first_stage, java_bytes,
    java_len, survivors,
};
use common::fault::Fault;

/// What upstream's class holds for all its trees.
pub struct Trees<K> {
    fan: FanFactor,
    recycler: Cell<Option<Box<TreeBuilder<K>>>>,
}

impl<K: Clone> Trees<K> {
    /// For trees of one fan-out factor, which is rounded up to a power of two.
    pub fn new(fan_factor: i32) -> Trees<K> {
        Trees { fan: FanFactor::new(fan_factor), recycler: Cell::new(None) }
    }

    /// The effective fan-out factor.
    pub fn fan(&self) -> FanFactor {
        self.fan
    }

    /// A tree of what `source` gives, which ascends; nothing is checked.
    ///
    /// A size from the fan-out factor on is a hint. Below it, one item too many is taken silently if the size is even.
    ///
    /// # Errors
    /// [`Fault::IllegalArgument`] if the size is negative.
    ///
    /// # Panics
    /// If `function` does, or if the source does not fit the array of a small leaf.
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

    /// A tree of as many items as `source` gives.
    pub fn build_unknown_size(
        &self,
        source: impl Iterator<Item = K>,
        function: &mut impl UpdateFunction<K>,
    ) -> Node<K> {
        self.build_internal(source, -1, function)
    }

    /// Replaces and removes items in ascending order, asking about each once.
    ///
    /// The original itself is returned if nothing changes, [`Node::empty`] if nothing is left.
    pub fn transform_and_filter(
        &self,
        tree: &Node<K>,
        mut change: impl FnMut(&K) -> Change<K>,
    ) -> Node<K> {
        let FirstStage { tree: head, removed } = first_stage(tree, &mut change);
        let Some(removed) = removed else { return head };
        let survivors = survivors(&head, tree, removed, change);
        self.build_unknown_size(survivors, &mut NoOp)
    }

    fn build_internal(
        &self,
        mut source: impl Iterator<Item = K>,
        size: i32,
        function: &mut impl UpdateFunction<K>,
    ) -> Node<K> {
        if (0..self.fan.keys().cast_signed()).contains(&size) {
            if size == 0 {
                return Node::empty();
            }
            let size = size.unsigned_abs() as usize;
            let leaf = if source.size_hint() == (size, Some(size)) {
                leaf(&mut source, size, function)
            } else {
                leaf_of_unknown_length(source, size, function)
            };
            if !function.is_no_op() {
                function.allocated(java_bytes(size | 1));
            }
            return Node::Leaf(leaf);
        }
        // If the function panics, the builder is lost with all that it holds, as upstream's is to the recycler.
        let mut builder =
            self.recycler.take().unwrap_or_else(|| Box::new(TreeBuilder::new(self.fan)));
        let tree = builder.build(source, function);
        self.recycler.set(Some(builder));
        tree
    }
}

impl<K: Clone> Build<K> for Trees<K> {
    // As upstream: the size is not checked, and a negative one means none.
    fn build_array(
        &self,
        values: &[K],
        size: i32,
        function: &mut impl UpdateFunction<K>,
    ) -> Result<Node<K>, Fault> {
        let end = size.max(0).unsigned_abs() as usize;
        Ok(self.build_internal((0..end).map(|index| values[index].clone()), size, function))
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

/// All that the source gives, in an array for `size` items and padding.
// It needs a buffer, since a slice of Rust has no empty slots.
fn leaf_of_unknown_length<K>(
    source: impl Iterator<Item = K>,
    size: usize,
    function: &mut impl UpdateFunction<K>,
) -> Arc<[K]> {
    let slots = size | 1;
    let mut keys = Vec::with_capacity(slots);
    for key in source {
        let key = function.apply(key);
        let taken = keys.len();
        assert!(taken < slots, "index out of bounds: the len is {slots} but the index is {taken}");
        keys.push(key);
    }
    Arc::from(keys)
}

/// The buffers of one build, leaf first.
struct TreeBuilder<K> {
    leaf: NodeBuilder<K>,
}

impl<K: Clone> TreeBuilder<K> {
    fn new(fan: FanFactor) -> TreeBuilder<K> {
        TreeBuilder { leaf: NodeBuilder::new(fan.keys() as usize) }
    }

    fn build(
        &mut self,
        source: impl Iterator<Item = K>,
        function: &mut impl UpdateFunction<K>,
    ) -> Node<K> {
        for key in source {
            self.leaf.ensure_room(function);
            self.leaf.keys.push(function.apply(key));
        }
        let mut level = &mut self.leaf;
        while !level.is_root() {
            level = level.ascend(function);
        }
        let tree = level.node(0..level.keys.len(), false, function);
        self.leaf.clear();
        tree
    }
}

/// The keys of one level that are not in a node yet, with the finished nodes around them.
struct NodeBuilder<K> {
    fan: usize,
    keys: Vec<K>,
    children: Vec<Node<K>>,
    parent: Option<Box<NodeBuilder<K>>>,
    /// Whether this level took part in the current build.
    used: bool,
}

impl<K: Clone> NodeBuilder<K> {
    fn new(fan: usize) -> NodeBuilder<K> {
        let (keys, children) = (Vec::with_capacity(2 * fan + 1), Vec::with_capacity(2 * fan + 2));
        NodeBuilder { fan, keys, children, parent: None, used: false }
    }

    /// Called before a key is added, so a buffer is never quite full.
    #[inline]
    fn ensure_room(&mut self, function: &mut impl UpdateFunction<K>) {
        if self.keys.len() + 1 > 2 * self.fan {
            self.overflow(function);
        }
    }

    /// Makes a full node of the first keys and gives it to the parent with the key that follows.
    fn overflow(&mut self, function: &mut impl UpdateFunction<K>) {
        let node = self.node(0..self.fan, true, function);
        // What is left moves to the front.
        let key = self.keys.drain(..=self.fan).next_back().expect("there are more keys than that");
        self.ensure_parent().add_extra_child(node, key, function);
    }

    fn add_extra_child(&mut self, child: Node<K>, key: K, function: &mut impl UpdateFunction<K>) {
        self.ensure_room(function);
        self.children.push(child);
        self.keys.push(key);
    }

    fn ensure_parent(&mut self) -> &mut NodeBuilder<K> {
        let fan = self.fan;
        let parent = self.parent.get_or_insert_with(|| Box::new(NodeBuilder::new(fan)));
        parent.used = true;
        parent
    }

    fn is_root(&self) -> bool {
        self.keys.len() <= self.fan && self.parent.as_ref().is_none_or(|parent| !parent.used)
    }

    /// Finishes a level: one node of what is left, or two if that is too much.
    fn ascend(&mut self, function: &mut impl UpdateFunction<K>) -> &mut NodeBuilder<K> {
        let count = self.keys.len();
        if count > self.fan {
            let middle = count / 2;
            let left = self.node(0..middle, true, function);
            let key = self.keys[middle].clone();
            self.ensure_parent().add_extra_child(left, key, function);
            let right = self.node(middle + 1..count, false, function);
            self.ensure_parent().children.push(right);
        } else {
            let node = self.node(0..count, false, function);
            self.ensure_parent().children.push(node);
        }
        self.ensure_parent()
    }

    /// A node of these keys and as many of the first children as belong to them.
    ///
    /// `extra` nodes are accounted for in full; the others as the difference from the empty node that upstream
    /// takes for their predecessor.
    fn node(
        &mut self,
        keys: Range<usize>,
        extra: bool,
        function: &mut impl UpdateFunction<K>,
    ) -> Node<K> {
        let (node, predecessor_slots) = if self.children.is_empty() {
            if keys.is_empty() {
                return Node::empty();
            }
            (Node::Leaf(Arc::from(&self.keys[keys])), 1)
        } else {
            let children: Box<[Node<K>]> = self.children.drain(..=keys.len()).collect();
            let size_map = size_map(&children);
            (Node::branch(Box::from(&self.keys[keys]), children, size_map), 2)
        };
        if !function.is_no_op() {
            let slots = java_len(&node);
            if extra {
                function.allocated(java_bytes(slots));
            } else if slots != predecessor_slots {
                function.allocated(java_bytes(slots) - java_bytes(predecessor_slots));
            }
        }
        node
    }

    /// Empties this level and those above it, for the next build.
    fn clear(&mut self) {
        self.keys.clear();
        self.used = false;
        if let Some(parent) = self.parent.as_mut().filter(|parent| parent.used) {
            parent.clear();
        }
    }
}

/// Asks every child for its size.
fn size_map<K>(children: &[Node<K>]) -> Box<[u32]> {
    let mut before = 0;
    let mut entry = |child: &Node<K>| {
        let items = before + child.size();
        before = items + 1;
        items
    };
    children.iter().map(&mut entry).collect()
}
