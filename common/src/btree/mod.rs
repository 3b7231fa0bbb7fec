//! The immutable B-tree of Cassandra: nodes, searches, iteration, the Builder and the first stage of transform.
//!
//! Source: apache/cassandra, `org.apache.cassandra.utils.btree.BTree` and `BTree.Builder`, as of 3.11.19 and 4.0.0,
//! which have these parts in common.
//! Ported: node layout, size maps, find, positions, slices, well-formedness, the Builder with all its switches.
//! Left out: `update`, which CASSANDRA-9989 does not touch, and set operations on top of the tree.
//! Differs: a node says what it is (upstream: parity of an array's length) and knows its number of keys (upstream: a
//! null in the last slot). What upstream's layout would be is still told by [`java_len`] and [`node_bytes`]. A branch
//! that changes copies its size map, where upstream shares the array. Sizes are `u32`, as Java's are never negative.
//!
//! How a tree is built is the ticket, so that stands in `legacy` and `optimized`; they meet here in [`Build`].

mod builder;
mod check;
mod fan_factor;
mod function;
mod java;
mod order;
mod positions;
mod search;
mod transform;

use std::sync::Arc;

use crate::fault::Fault;

pub use self::builder::{Builder, QuickResolver};
pub use self::check::is_well_formed;
pub use self::fan_factor::FanFactor;
pub use self::function::{NoOp, UpdateFunction};
pub use self::java::{java_bytes, java_len, node_bytes};
pub use self::order::{Comparator, NaturalOrder};
pub use self::positions::{Direction, Positions, slice};
pub use self::search::{
    ceil_index, find, find_by_index, find_index, floor_index, higher_index, lower_index,
};
pub use self::transform::{Change, FirstStage, first_stage, survivors};

/// A tree or a part of one. Cloning shares it.
///
/// 16 bytes; a leaf of `k` keys is one block of `16 + k * size_of::<K>()` bytes.
#[derive(Debug)]
pub enum Node<K> {
    /// Keys in ascending order.
    Leaf(Arc<[K]>),
    /// Keys with subtrees around them.
    Branch(Arc<Branch<K>>),
}

/// The inside of a tree: `c` children with `c - 1` keys between them.
///
/// Four blocks: `64 + (c - 1) * size_of::<K>() + 16 * c + 4 * c` bytes.
#[derive(Clone, Debug)]
pub struct Branch<K> {
    keys: Box<[K]>,
    children: Box<[Node<K>]>,
    size_map: Box<[u32]>,
}

/// The way from keys to a tree that a contender supplies to what is common.
pub trait Build<K> {
    /// A tree of the first `size` values, which ascend; nothing is checked.
    ///
    /// # Panics
    /// If there are fewer values.
    fn build_array(
        &self,
        values: &[K],
        size: i32,
        function: &mut impl UpdateFunction<K>,
    ) -> Result<Node<K>, Fault>;
}

impl<K> Node<K> {
    /// The empty tree that upstream tells from all others by its identity.
    ///
    /// `std` keeps one empty slice for all; a test holds it to that. A leaf that was allocated without keys, as a
    /// source that ends early can leave one, is another.
    pub fn empty() -> Node<K> {
        Node::Leaf(Arc::default())
    }

    /// Whether this is the very tree that [`Node::empty`] returns.
    pub fn is_the_empty_one(&self) -> bool {
        self.is_same(&Node::empty())
    }

    /// A branch from its parts: one child and one entry of the size map more than keys.
    ///
    /// Entry `i` of the size map is the position of key `i` within this subtree, the last one is the subtree's size.
    pub fn branch(keys: Box<[K]>, children: Box<[Node<K>]>, size_map: Box<[u32]>) -> Node<K> {
        Node::Branch(Arc::new(Branch { keys, children, size_map }))
    }

    /// Whether both are one object, as Java's `==` has it.
    pub fn is_same(&self, other: &Node<K>) -> bool {
        match (self, other) {
            (Node::Leaf(a), Node::Leaf(b)) => Arc::ptr_eq(a, b),
            (Node::Branch(a), Node::Branch(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// Number of items in the subtree. O(1).
    #[inline]
    pub fn size(&self) -> u32 {
        match self {
            Node::Leaf(keys) => count(keys.len()),
            Node::Branch(branch) => branch.size_map[branch.size_map.len() - 1],
        }
    }

    /// Number of levels, counted along the first children.
    pub fn depth(&self) -> u32 {
        let (mut depth, mut node) = (1, self);
        while let Node::Branch(branch) = node {
            (depth, node) = (depth + 1, &branch.children[0]);
        }
        depth
    }

    /// The node's own keys.
    #[inline]
    pub fn keys(&self) -> &[K] {
        match self {
            Node::Leaf(keys) => keys,
            Node::Branch(branch) => &branch.keys,
        }
    }

    /// The node's own children; none of a leaf.
    pub fn children(&self) -> &[Node<K>] {
        match self {
            Node::Leaf(_) => &[],
            Node::Branch(branch) => &branch.children,
        }
    }

    /// The node's own size map; none of a leaf.
    pub fn size_map(&self) -> &[u32] {
        match self {
            Node::Leaf(_) => &[],
            Node::Branch(branch) => &branch.size_map,
        }
    }

    /// All items in ascending order.
    pub fn iter(&self) -> Positions<'_, K> {
        Positions::new(self, 0, position(self.size()) - 1, Direction::Ascending)
            .expect("every position from first to last is in the tree")
    }
}

impl<'a, K> IntoIterator for &'a Node<K> {
    type Item = &'a K;
    type IntoIter = Positions<'a, K>;

    fn into_iter(self) -> Positions<'a, K> {
        self.iter()
    }
}

// Not derived, which would ask for `K: Clone`.
impl<K> Clone for Node<K> {
    fn clone(&self) -> Node<K> {
        match self {
            Node::Leaf(keys) => Node::Leaf(Arc::clone(keys)),
            Node::Branch(branch) => Node::Branch(Arc::clone(branch)),
        }
    }
}

/// A number of items, as size maps hold it.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "sizes come from Java's int and stay below 2^31"
)]
fn count(length: usize) -> u32 {
    length as u32
}

/// A number of items as a position, which may lie before the first.
#[inline]
fn position(size: u32) -> i32 {
    size.cast_signed()
}

#[cfg(test)]
mod tests;
