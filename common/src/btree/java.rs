//! The layout that upstream would have: facts that its accounting and its tests rest on.

use super::Node;

/// Slots of a node's array: a leaf is padded to an odd length, a branch of `c` children has `2 c`.
#[inline]
pub fn java_len<K>(node: &Node<K>) -> usize {
    match node {
        Node::Leaf(keys) => keys.len() | 1,
        Node::Branch(branch) => 2 * branch.children.len(),
    }
}

/// Bytes of an array with so many slots: 16 of header, 4 per compressed reference, in multiples of 8.
#[inline]
pub fn java_bytes(slots: usize) -> i64 {
    let bytes = (16 + 4 * slots).next_multiple_of(8);
    i64::try_from(bytes).expect("an array is smaller than memory")
}

/// What upstream's size function says of a tree: all node arrays, without the size maps.
pub fn node_bytes<K>(node: &Node<K>) -> i64 {
    java_bytes(java_len(node)) + node.children().iter().map(node_bytes).sum::<i64>()
}
