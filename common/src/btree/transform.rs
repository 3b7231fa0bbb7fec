//! What no revision changed of `transformAndFilter`: its first stage, and what goes into the tree built anew.

use std::sync::Arc;

use super::{Branch, Direction, Node, Positions, position};

/// What becomes of an item. Upstream: the same object, another object, null.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change<K> {
    /// It stays as it is, and so do the nodes around it.
    Keep,
    /// Another item, which keeps its place in the order.
    Replace(K),
    /// It goes, and the tree has to be built anew.
    Remove,
}

/// How far a tree was changed in place.
pub struct FirstStage<K> {
    /// The original's shape and sharing all unchanged nodes. Items from the first removed one on are the original's.
    pub tree: Node<K>,
    /// The position of the first item to be removed; the items after it have not been asked about.
    pub removed: Option<u32>,
}

/// Applies `change` in ascending order until it removes an item.
///
/// Cost: a copy of every node on the way to a replaced item; nothing if nothing changes.
pub fn first_stage<K: Clone>(
    tree: &Node<K>,
    change: &mut impl FnMut(&K) -> Change<K>,
) -> FirstStage<K> {
    let mut walk = Walk { change, passed: 0, stopped: false };
    let changed = walk.node(tree);
    let removed = walk.stopped.then_some(walk.passed);
    FirstStage { tree: changed.unwrap_or_else(|| tree.clone()), removed }
}

/// All items that stay, in ascending order, when the item at `removed` is the first to go.
///
/// Lazy: items of `head` before it as they are, then those of the original after it as `change` decides.
pub fn survivors<'a, K: Clone, F: FnMut(&K) -> Change<K>>(
    head: &'a Node<K>,
    original: &'a Node<K>,
    removed: u32,
    mut change: F,
) -> impl Iterator<Item = K> + use<'a, K, F> {
    let (removed, last) = (position(removed), position(original.size()) - 1);
    let between = |tree: &'a Node<K>, first, last| {
        Positions::new(tree, first, last, Direction::Ascending).expect("the item is in the tree")
    };
    let rest = between(original, removed + 1, last).filter_map(move |key| match change(key) {
        Change::Keep => Some(key.clone()),
        Change::Replace(key) => Some(key),
        Change::Remove => None,
    });
    between(head, 0, removed - 1).cloned().chain(rest)
}

struct Walk<'a, F> {
    change: &'a mut F,
    /// Items that stay, and so the position of the item that stopped the walk.
    passed: u32,
    stopped: bool,
}

impl<F> Walk<'_, F> {
    /// `None` if nothing changed.
    fn node<K: Clone>(&mut self, node: &Node<K>) -> Option<Node<K>>
    where
        F: FnMut(&K) -> Change<K>,
    {
        match node {
            Node::Leaf(keys) => self.leaf(keys).map(Node::Leaf),
            Node::Branch(branch) => {
                self.branch(branch).map(|changed| Node::Branch(Arc::new(changed)))
            }
        }
    }

    fn leaf<K: Clone>(&mut self, keys: &[K]) -> Option<Arc<[K]>>
    where
        F: FnMut(&K) -> Change<K>,
    {
        let mut copy: Option<Arc<[K]>> = None;
        for (index, key) in keys.iter().enumerate() {
            if let Some(key) = self.item(key) {
                let copy = copy.get_or_insert_with(|| Arc::from(keys));
                Arc::get_mut(copy).expect("nobody else has seen it")[index] = key;
            }
            if self.stopped {
                break;
            }
        }
        copy
    }

    fn branch<K: Clone>(&mut self, branch: &Branch<K>) -> Option<Branch<K>>
    where
        F: FnMut(&K) -> Change<K>,
    {
        let mut copy: Option<Branch<K>> = None;
        for (index, child) in branch.children.iter().enumerate() {
            if let Some(child) = self.node(child) {
                copy.get_or_insert_with(|| branch.clone()).children[index] = child;
            }
            if self.stopped || index == branch.keys.len() {
                break;
            }
            if let Some(key) = self.item(&branch.keys[index]) {
                copy.get_or_insert_with(|| branch.clone()).keys[index] = key;
            }
            if self.stopped {
                break;
            }
        }
        copy
    }

    /// The item's replacement, if it is replaced.
    #[inline]
    fn item<K>(&mut self, key: &K) -> Option<K>
    where
        F: FnMut(&K) -> Change<K>,
    {
        let replacement = match (self.change)(key) {
            Change::Keep => None,
            Change::Replace(key) => Some(key),
            Change::Remove => {
                self.stopped = true;
                return None;
            }
        };
        self.passed += 1;
        replacement
    }
}
