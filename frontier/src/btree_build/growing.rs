//! A tree that grows from its left, of keys that ascend, however many there will be.

use std::sync::Arc;

use common::btree::{Change, FanFactor, Node};

/// The keys of each level that are not in a node yet, leaves first.
///
/// A node is cut off when more keys than two of them take are there, so that what is left at the end is enough for one
/// node, or for two of at least half.
pub(super) struct Growing<K> {
    fan: usize,
    levels: Vec<Level<K>>,
}

struct Level<K> {
    keys: Vec<K>,
    /// Subtrees around the keys; none of leaves.
    children: Vec<Node<K>>,
}

impl<K: Clone> Growing<K> {
    pub(super) fn new(fan: FanFactor) -> Growing<K> {
        Growing { fan: fan.keys() as usize, levels: Vec::new() }
    }

    /// Adds the first `count` items of a tree as they are.
    pub(super) fn add_first(&mut self, tree: &Node<K>, count: u32) {
        let mut left = count as usize;
        visit(tree, &mut |keys| {
            let taken = keys.len().min(left);
            left -= taken;
            self.leaf().extend_from_slice(&keys[..taken]);
            self.cut();
            left > 0
        });
    }

    /// Adds what a change leaves of a tree's items behind the first `skipped`.
    pub(super) fn add_changed(
        &mut self,
        tree: &Node<K>,
        skipped: u32,
        change: &mut impl FnMut(&K) -> Change<K>,
    ) {
        let mut skipped = skipped as usize;
        visit(tree, &mut |keys| {
            let asked = &keys[keys.len().min(skipped)..];
            skipped -= keys.len() - asked.len();
            self.leaf().extend(asked.iter().filter_map(|key| match change(key) {
                Change::Keep => Some(key.clone()),
                Change::Replace(key) => Some(key),
                Change::Remove => None,
            }));
            self.cut();
            true
        });
    }

    /// The tree of everything that was added; empty again afterwards.
    pub(super) fn finish(&mut self) -> Node<K> {
        let mut level = 0;
        loop {
            let is_root = self.levels.get(level + 1).is_none_or(|above| above.children.is_empty());
            let keys = self.level(level).keys.len();
            if is_root && keys == 0 {
                // The only subtree, or nothing at all.
                return self.levels[level].children.pop().unwrap_or_else(Node::empty);
            }
            if keys > self.fan {
                self.cut_off(level, (keys - 1) / 2);
            } else if is_root {
                let keys = self.levels[level].keys.len();
                return self.levels[level].node(keys);
            }
            let keys = self.levels[level].keys.len();
            let last = self.levels[level].node(keys);
            self.level(level + 1).children.push(last);
            level += 1;
        }
    }

    fn leaf(&mut self) -> &mut Vec<K> {
        &mut self.level(0).keys
    }

    fn level(&mut self, level: usize) -> &mut Level<K> {
        if level == self.levels.len() {
            // Two nodes' keys and what one more old node brings before it is looked at.
            let keys = Vec::with_capacity(3 * self.fan + 2);
            self.levels.push(Level { keys, children: Vec::new() });
        }
        &mut self.levels[level]
    }

    /// Makes nodes of what is more than two of them take.
    fn cut(&mut self) {
        let mut level = 0;
        while self.levels.get(level).is_some_and(|it| it.keys.len() > 2 * self.fan) {
            while self.levels[level].keys.len() > 2 * self.fan {
                self.cut_off(level, self.fan);
            }
            level += 1;
        }
    }

    /// Makes a node of the first keys, and hands it up with the key behind it.
    fn cut_off(&mut self, level: usize, keys: usize) {
        let node = self.levels[level].node(keys);
        let separator = self.levels[level].keys.remove(0);
        let above = self.level(level + 1);
        above.children.push(node);
        above.keys.push(separator);
    }
}

impl<K: Clone> Level<K> {
    /// A node of the first keys, which leave the level.
    fn node(&mut self, keys: usize) -> Node<K> {
        if self.children.is_empty() {
            let leaf = Arc::from(&self.keys[..keys]);
            self.keys.drain(..keys);
            return Node::Leaf(leaf);
        }
        let children: Box<[Node<K>]> = self.children.drain(..=keys).collect();
        let mut items = 0;
        let position = |child: &Node<K>| {
            let position = items + child.size();
            items = position + 1;
            position
        };
        let size_map = children.iter().map(position).collect();
        Node::branch(self.keys.drain(..keys).collect(), children, size_map)
    }
}

/// Hands out all keys in order, as slices, until `see` answers false.
fn visit<K>(node: &Node<K>, see: &mut impl FnMut(&[K]) -> bool) -> bool {
    let keys = node.keys();
    if node.children().is_empty() {
        return see(keys);
    }
    node.children()
        .iter()
        .enumerate()
        .all(|(index, child)| visit(child, see) && keys.get(index..=index).is_none_or(&mut *see))
}
