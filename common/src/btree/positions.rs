//! Iteration between two positions or two keys, in either direction.

use std::slice;

use super::search::items_before;
use super::{
    Branch, Comparator, Node, ceil_index, count, floor_index, higher_index, lower_index, position,
};
use crate::fault::Fault;

/// Which way to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the least key.
    Ascending,
    /// From the greatest key.
    Descending,
}

/// The items between two positions.
///
/// Cost: one block of 16 bytes per level above the leaves, as upstream makes one cursor per level; none if empty.
#[derive(Debug)]
pub struct Positions<'a, K> {
    /// What is next in the current leaf, or the one key of a branch between two leaves.
    chunk: slice::Iter<'a, K>,
    /// Items after the chunk.
    remaining: u32,
    direction: Direction,
    is_leaf: bool,
    /// From the root: a branch, with its child that was entered or its key that is the chunk.
    path: Vec<(&'a Branch<K>, usize)>,
}

/// The items between two keys; `None` is no bound, the flag says whether an equal item is included.
pub fn slice<'a, K, C: Comparator<K>>(
    tree: &'a Node<K>,
    order: &C,
    lower: Option<(&K, bool)>,
    upper: Option<(&K, bool)>,
    direction: Direction,
) -> Positions<'a, K> {
    let first = match lower {
        None => 0,
        Some((key, true)) => ceil_index(tree, key, order),
        Some((key, false)) => higher_index(tree, key, order),
    };
    let last = match upper {
        None => position(tree.size()) - 1,
        Some((key, true)) => floor_index(tree, key, order),
        Some((key, false)) => lower_index(tree, key, order),
    };
    Positions::new(tree, first, last, direction).expect("bounds by key are in the tree, or cross")
}

impl<'a, K> Positions<'a, K> {
    /// The items from position `first` to position `last`, both included; nothing if they cross.
    ///
    /// # Errors
    /// [`Fault::IndexOutOfBounds`] if one of them lies outside of the tree.
    pub fn new(
        tree: &'a Node<K>,
        first: i32,
        last: i32,
        direction: Direction,
    ) -> Result<Positions<'a, K>, Fault> {
        let (path, remaining) = (Vec::new(), 0);
        let mut positions =
            Positions { chunk: [].iter(), remaining, direction, is_leaf: true, path };
        if first > last {
            return Ok(positions);
        }
        let bound = |index: i32| u32::try_from(index).ok().filter(|&index| index < tree.size());
        let first = bound(first).ok_or(Fault::IndexOutOfBounds)?;
        let last = bound(last).ok_or(Fault::IndexOutOfBounds)?;
        positions.remaining = last - first + 1;
        positions.path.reserve_exact(tree.depth() as usize - 1);
        positions.seek(tree, if direction == Direction::Ascending { first } else { last });
        Ok(positions)
    }

    fn seek(&mut self, tree: &'a Node<K>, mut index: u32) {
        let mut node = tree;
        while let Node::Branch(branch) = node {
            match branch.size_map.binary_search(&index) {
                Ok(key) => {
                    self.path.push((branch, key));
                    self.is_leaf = false;
                    return self.enter(&branch.keys[key..=key]);
                }
                Err(child) => {
                    self.path.push((branch, child));
                    index -= items_before(&branch.size_map, child);
                    node = &branch.children[child];
                }
            }
        }
        let (keys, index) = (node.keys(), index as usize);
        match self.direction {
            Direction::Ascending => self.enter(&keys[index..]),
            Direction::Descending => self.enter(&keys[..=index]),
        }
    }

    /// Makes a chunk of these keys, or of as many of them as are wanted.
    fn enter(&mut self, keys: &'a [K]) {
        let length = keys.len().min(self.remaining as usize);
        self.remaining -= count(length);
        self.chunk = match self.direction {
            Direction::Ascending => keys[..length].iter(),
            Direction::Descending => keys[keys.len() - length..].iter(),
        };
    }

    #[inline(never)]
    fn next_chunk(&mut self) -> Option<&'a K> {
        if self.remaining == 0 {
            return None;
        }
        let keys = match self.direction {
            Direction::Ascending => self.ascend(),
            Direction::Descending => self.descend(),
        };
        self.is_leaf = !self.is_leaf;
        self.enter(keys?);
        match self.direction {
            Direction::Ascending => self.chunk.next(),
            Direction::Descending => self.chunk.next_back(),
        }
    }

    /// From a leaf to the key after it, or from a key of a branch to the leaf after it.
    fn ascend(&mut self) -> Option<&'a [K]> {
        if self.is_leaf {
            while self.path.pop_if(|(branch, child)| *child == branch.keys.len()).is_some() {}
            let &(branch, key) = self.path.last()?;
            return Some(&branch.keys[key..=key]);
        }
        let (branch, child) = self.path.last_mut()?;
        *child += 1;
        let mut node = &branch.children[*child];
        while let Node::Branch(branch) = node {
            self.path.push((branch, 0));
            node = &branch.children[0];
        }
        Some(node.keys())
    }

    /// The mirror image of `ascend`.
    fn descend(&mut self) -> Option<&'a [K]> {
        if self.is_leaf {
            while self.path.pop_if(|(_, child)| *child == 0).is_some() {}
            let (branch, key) = self.path.last_mut()?;
            *key -= 1;
            return Some(&branch.keys[*key..=*key]);
        }
        let &(branch, child) = self.path.last()?;
        let mut node = &branch.children[child];
        while let Node::Branch(branch) = node {
            self.path.push((branch, branch.keys.len()));
            node = &branch.children[branch.keys.len()];
        }
        Some(node.keys())
    }
}

impl<'a, K> Iterator for Positions<'a, K> {
    type Item = &'a K;

    #[inline]
    fn next(&mut self) -> Option<&'a K> {
        let next = match self.direction {
            Direction::Ascending => self.chunk.next(),
            Direction::Descending => self.chunk.next_back(),
        };
        if next.is_some() { next } else { self.next_chunk() }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.chunk.len() + self.remaining as usize;
        (left, Some(left))
    }
}

impl<K> ExactSizeIterator for Positions<'_, K> {}
