//! Iteration between two positions or two keys, in either direction.

use super::search::items_before;
use super::{
    Branch, Comparator, Node, ceil_index, floor_index, higher_index, lower_index, position,
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
    /// From the root: a branch, and the child that was entered or the key that is next, whichever `in_leaf` says.
    path: Vec<(&'a Branch<K>, usize)>,
    keys: &'a [K],
    index: usize,
    in_leaf: bool,
    remaining: u32,
    direction: Direction,
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
        let mut positions = Positions {
            path: Vec::new(),
            keys: &[],
            index: 0,
            in_leaf: true,
            remaining: 0,
            direction,
        };
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
                    self.in_leaf = false;
                    return;
                }
                Err(child) => {
                    self.path.push((branch, child));
                    index -= items_before(&branch.size_map, child);
                    node = &branch.children[child];
                }
            }
        }
        (self.keys, self.index) = (node.keys(), index as usize);
    }

    /// From the last key of a leaf to the key after the leaf, or from a key of a branch to the leaf after it.
    fn ascend(&mut self) {
        if self.in_leaf {
            while let Some(&(branch, child)) = self.path.last() {
                if child < branch.keys.len() {
                    break;
                }
                self.path.pop();
            }
            self.in_leaf = false;
            return;
        }
        let Some((branch, index)) = self.path.last_mut() else { return };
        *index += 1;
        let mut node = &branch.children[*index];
        while let Node::Branch(branch) = node {
            self.path.push((branch, 0));
            node = &branch.children[0];
        }
        (self.keys, self.index, self.in_leaf) = (node.keys(), 0, true);
    }

    /// The mirror image of `ascend`.
    fn descend(&mut self) {
        if self.in_leaf {
            while let Some((_, child)) = self.path.last_mut() {
                if *child > 0 {
                    *child -= 1;
                    break;
                }
                self.path.pop();
            }
            self.in_leaf = false;
            return;
        }
        let Some(&(branch, index)) = self.path.last() else { return };
        let mut node = &branch.children[index];
        while let Node::Branch(branch) = node {
            self.path.push((branch, branch.keys.len()));
            node = &branch.children[branch.keys.len()];
        }
        (self.keys, self.index, self.in_leaf) = (node.keys(), node.keys().len() - 1, true);
    }

    /// Moves on; only called if there is an item to move to.
    #[inline]
    fn step(&mut self) {
        match self.direction {
            Direction::Ascending if self.in_leaf && self.index + 1 < self.keys.len() => {
                self.index += 1;
            }
            Direction::Ascending => self.ascend(),
            Direction::Descending if self.in_leaf && self.index > 0 => self.index -= 1,
            Direction::Descending => self.descend(),
        }
    }
}

impl<'a, K> Iterator for Positions<'a, K> {
    type Item = &'a K;

    #[inline]
    fn next(&mut self) -> Option<&'a K> {
        self.remaining = self.remaining.checked_sub(1)?;
        let item = if self.in_leaf {
            &self.keys[self.index]
        } else {
            let (branch, index) = self.path[self.path.len() - 1];
            &branch.keys[index]
        };
        if self.remaining > 0 {
            self.step();
        }
        Some(item)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.remaining as usize, Some(self.remaining as usize))
    }
}

impl<K> ExactSizeIterator for Positions<'_, K> {}
