//! Building Cassandra's B-tree as far as the idea can go: keys move as blocks, and once.
//!
//! The idea: the patch found that the shape follows from the size. Then the keys need not pass through an iterator one
//! by one; a leaf is a piece of the caller's slice and one copy of memory. What remains is one allocation per leaf.
//!
//! 1. **Leaves from a slice** ([`Trees::build_from_slice`]): the patch's shape, node for node, each leaf one block copy.
//! 2. **Order is checked before it is made** ([`Builder`]): a list that turns out to ascend goes straight into the leaves
//!    that it ends up in, so it is stored once; only one that does not is gathered and sorted as upstream does.
//! 3. **No list of survivors** ([`Trees::transform_and_filter`]): what stays flows into the next leaf, which is cut off
//!    when there is enough for one more; the buffers, of three leaves' keys a level, are kept between calls.
//! 4. **No nodes at all** ([`Frozen`]): one block of keys and every 32nd of them again, for trees that are built, read and
//!    thrown away.
//!
//! What it costs: the slice form needs a slice; the Builder's check is lost work for a list that ascends at first and
//! does not at its end; [`Frozen`] cannot share parts with another tree, and a reference to one key keeps all.
//!
//! Differs from `optimized`: a rebuilt tree has full leaves on its left, as `legacy` has, instead of an even split, since
//! how many survive is not known before they have been written.

mod builder;
mod frozen;
mod growing;

use std::cell::Cell;
use std::iter;
use std::sync::Arc;

use common::btree::{
    Build, Change, Comparator, FanFactor, FirstStage, Node, UpdateFunction, first_stage, java_bytes,
};
use common::fault::Fault;

pub use self::builder::Builder;
pub use self::frozen::Frozen;
use self::growing::Growing;

/// What upstream's class holds for all its trees, and the buffers of rebuilt ones.
pub struct Trees<K> {
    fan: FanFactor,
    tree_size: Vec<u32>,
    growing: Cell<Option<Growing<K>>>,
}

impl<K: Clone> Trees<K> {
    /// For trees of one fan-out factor, which is rounded up to a power of two.
    ///
    /// # Panics
    /// If it is less than 2.
    pub fn new(fan_factor: i32) -> Trees<K> {
        assert!(fan_factor >= 2);
        let fan = FanFactor::new(fan_factor);
        Trees { fan, tree_size: tree_size(fan), growing: Cell::new(None) }
    }

    /// The effective fan-out factor.
    pub fn fan(&self) -> FanFactor {
        self.fan
    }

    /// The most items of a tree, by levels below its root; the last one is the limit of Java's int.
    pub fn tree_size(&self) -> &[u32] {
        &self.tree_size
    }

    /// A tree of `keys`, which ascend; nothing is checked. The same tree as the patch makes.
    ///
    /// Cost: one block and one copy for each leaf, four blocks for each branch.
    ///
    /// # Panics
    /// For more keys than Java's int counts.
    pub fn build_from_slice(&self, keys: &[K]) -> Node<K> {
        let size = i32::try_from(keys.len()).expect("upstream counts in an int");
        self.build_internal(&mut Slice(keys), size.unsigned_abs())
    }

    /// A tree of what `source` gives, which ascends; nothing is checked.
    ///
    /// Exactly `size` items are taken. One by one, as the patch does: a slice is faster.
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
        let size = u32::try_from(size).map_err(|_| Fault::IllegalArgument)?;
        Ok(self.build_internal(&mut Applied { source, function }, size))
    }

    /// Replaces and removes items in ascending order, asking about each once.
    ///
    /// The original itself is returned if nothing changes, [`Node::empty`] if nothing is left.
    ///
    /// Cost: the nodes of the result; buffers are kept between calls.
    pub fn transform_and_filter(
        &self,
        tree: &Node<K>,
        mut change: impl FnMut(&K) -> Change<K>,
    ) -> Node<K> {
        let FirstStage { tree: head, removed } = first_stage(tree, &mut change);
        let Some(removed) = removed else { return head };
        // If `change` panics, the buffers are lost with what they hold.
        let mut growing = self.growing.take().unwrap_or_else(|| Growing::new(self.fan));
        growing.add_first(&head, removed);
        growing.add_changed(tree, removed + 1, &mut change);
        let left = growing.finish();
        self.growing.set(Some(growing));
        left
    }

    fn build_internal(&self, source: &mut impl Source<K>, size: u32) -> Node<K> {
        if size == 0 {
            return Node::empty();
        }
        let height = self.tree_size.iter().take_while(|&&most| most < size).count();
        self.node(source, size, height)
    }

    /// A subtree of the next `size` items, with `height` levels below its root. The patch's even split.
    fn node(&self, source: &mut impl Source<K>, size: u32, height: usize) -> Node<K> {
        if height == 0 {
            let leaf = source.leaf(size as usize);
            source.allocated(size as usize | 1);
            return Node::Leaf(leaf);
        }
        let children_count = size / (self.tree_size[height - 1] + 1) + 1;
        source.allocated(2 * children_count as usize);
        let room = children_count as usize;
        let (mut keys, mut children) = (Vec::with_capacity(room - 1), Vec::with_capacity(room));
        let mut size_map = Vec::with_capacity(room);
        let mut items = 0;
        for index in 0..children_count - 1 {
            let child_size = (size - items) / (children_count - index);
            children.push(self.node(source, child_size, height - 1));
            items += child_size;
            size_map.push(items);
            keys.push(source.key());
            items += 1;
        }
        children.push(self.node(source, size - items, height - 1));
        size_map.push(size);
        Node::branch(keys.into(), children.into(), size_map.into())
    }
}

impl<K: Clone> Build<K> for Trees<K> {
    fn build_array(
        &self,
        values: &[K],
        size: i32,
        function: &mut impl UpdateFunction<K>,
    ) -> Result<Node<K>, Fault> {
        let slice = usize::try_from(size).ok().and_then(|size| values.get(..size));
        match slice {
            Some(keys) if function.is_no_op() => Ok(self.build_from_slice(keys)),
            _ => self.build((0..).map(|index: usize| values[index].clone()), size, function),
        }
    }
}

/// Where the keys of a build come from, in order: leaves, and the keys between them.
trait Source<K> {
    /// The next `size` keys.
    fn leaf(&mut self, size: usize) -> Arc<[K]>;

    /// The next key.
    fn key(&mut self) -> K;

    /// A node of so many of upstream's slots is made.
    fn allocated(&mut self, _slots: usize) {}
}

/// A slice, taken piece by piece.
struct Slice<'a, K>(&'a [K]);

impl<K: Clone> Source<K> for Slice<'_, K> {
    #[inline]
    fn leaf(&mut self, size: usize) -> Arc<[K]> {
        let (leaf, rest) = self.0.split_at(size);
        self.0 = rest;
        Arc::from(leaf)
    }

    #[inline]
    fn key(&mut self) -> K {
        let (key, rest) = self.0.split_first().expect("the size counts it");
        self.0 = rest;
        key.clone()
    }
}

/// An iterator, each item as a function makes it.
struct Applied<'f, I, F> {
    source: I,
    function: &'f mut F,
}

impl<K, I: Iterator<Item = K>, F: UpdateFunction<K>> Source<K> for Applied<'_, I, F> {
    fn leaf(&mut self, size: usize) -> Arc<[K]> {
        (0..size).map(|_| self.key()).collect()
    }

    fn key(&mut self) -> K {
        let key =
            self.source.next().expect("no such element: the source ends before the stated size");
        self.function.apply(key)
    }

    fn allocated(&mut self, slots: usize) {
        if !self.function.is_no_op() {
            self.function.allocated(java_bytes(slots));
        }
    }
}

/// The most items of a tree, by levels below its root; the last one is the limit of Java's int.
fn tree_size(fan: FanFactor) -> Vec<u32> {
    let limit = i32::MAX.unsigned_abs();
    let larger = |&size: &u32| {
        let next = u64::from(size) * u64::from(fan.keys() + 1) + u64::from(fan.keys());
        (size < limit).then(|| u32::try_from(next).map_or(limit, |next| next.min(limit)))
    };
    iter::successors(Some(fan.keys()), larger).collect()
}

/// Whether each key comes before the next one.
fn ascends<K, C: Comparator<K>>(keys: &[K], order: &C) -> bool {
    keys.is_sorted_by(|a, b| order.compare(a, b).is_lt())
}
