//! Look-ups by key and by position.

use std::cmp::Ordering;

use super::{Comparator, Node, count, position};
use crate::fault::Fault;

/// The item equal to a key.
pub fn find<'a, K, C: Comparator<K>>(tree: &'a Node<K>, key: &K, order: &C) -> Option<&'a K> {
    let mut node = tree;
    loop {
        match binary_search(node.keys(), |other| order.compare(other, key)) {
            Ok(index) => return Some(&node.keys()[index]),
            Err(index) => node = node.children().get(index)?,
        }
    }
}

/// The position of the item equal to a key, or `-(insertion point) - 1`.
pub fn find_index<K, C: Comparator<K>>(tree: &Node<K>, key: &K, order: &C) -> i32 {
    let (mut node, mut before) = (tree, 0);
    loop {
        let found = binary_search(node.keys(), |other| order.compare(other, key));
        match (node, found) {
            (Node::Leaf(_), Ok(index)) => return position(before + count(index)),
            (Node::Leaf(_), Err(index)) => return -1 - position(before + count(index)),
            (Node::Branch(branch), Ok(index)) => return position(before + branch.size_map[index]),
            (Node::Branch(branch), Err(index)) => {
                before += items_before(&branch.size_map, index);
                node = &branch.children[index];
            }
        }
    }
}

/// The item at a position.
///
/// # Errors
/// [`Fault::IndexOutOfBounds`] outside of the tree.
pub fn find_by_index<K>(tree: &Node<K>, index: i32) -> Result<&K, Fault> {
    let index = u32::try_from(index).ok().filter(|&index| index < tree.size());
    let (mut node, mut index) = (tree, index.ok_or(Fault::IndexOutOfBounds)?);
    while let Node::Branch(branch) = node {
        match binary_search(&branch.size_map, |other| other.cmp(&index)) {
            Ok(key) => return Ok(&branch.keys[key]),
            Err(child) => {
                index -= items_before(&branch.size_map, child);
                node = &branch.children[child];
            }
        }
    }
    Ok(&node.keys()[index as usize])
}

/// The position of the last item below a key; -1 if there is none.
pub fn lower_index<K, C: Comparator<K>>(tree: &Node<K>, key: &K, order: &C) -> i32 {
    ceil_index(tree, key, order) - 1
}

/// The position of the last item not above a key; -1 if there is none.
pub fn floor_index<K, C: Comparator<K>>(tree: &Node<K>, key: &K, order: &C) -> i32 {
    higher_index(tree, key, order) - 1
}

/// The position of the first item above a key; the tree's size if there is none.
pub fn higher_index<K, C: Comparator<K>>(tree: &Node<K>, key: &K, order: &C) -> i32 {
    let index = find_index(tree, key, order);
    if index < 0 { -1 - index } else { index + 1 }
}

/// The position of the first item not below a key; the tree's size if there is none.
pub fn ceil_index<K, C: Comparator<K>>(tree: &Node<K>, key: &K, order: &C) -> i32 {
    let index = find_index(tree, key, order);
    if index < 0 { -1 - index } else { index }
}

/// Items of a branch before its child of that number.
pub(super) fn items_before(size_map: &[u32], child: usize) -> u32 {
    if child == 0 { 0 } else { size_map[child - 1] + 1 }
}

/// `Ok` with the index of a hit, else `Err` with the insertion point.
// Halves as Java does and not as `std` does: which of several equal keys is hit is observable.
fn binary_search<T>(items: &[T], compare: impl Fn(&T) -> Ordering) -> Result<usize, usize> {
    let (mut low, mut end) = (0, items.len());
    while low < end {
        let middle = usize::midpoint(low, end - 1);
        match compare(&items[middle]) {
            Ordering::Less => low = middle + 1,
            Ordering::Greater => end = middle,
            Ordering::Equal => return Ok(middle),
        }
    }
    Err(low)
}
