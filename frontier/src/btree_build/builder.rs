//! The Builder, with the order of a list looked at while it is stored where it stays.

use std::slice;
use std::sync::Arc;

use common::btree::{self, Comparator, Node};
use common::fault::Fault;

use super::{Source, Trees, ascends};

/// Gathers keys in any order and builds a tree of them.
///
/// The shared Builder in everything but this: the first list is taken for one that ascends, and is made a tree at once,
/// its order checked on the way. If it does ascend and nothing else is added, that tree is the result; otherwise its keys
/// go where they would have gone from the beginning.
pub struct Builder<'t, K, C> {
    trees: &'t Trees<K>,
    shared: btree::Builder<'t, K, C, Trees<K>>,
    tree: Option<Node<K>>,
}

impl<'t, K: Clone, C: Comparator<K>> Builder<'t, K, C> {
    /// An empty Builder. No block before something is added that does not ascend.
    pub fn new(trees: &'t Trees<K>, comparator: C) -> Builder<'t, K, C> {
        let shared = btree::Builder::from_buffer(trees, comparator, Vec::new());
        Builder { trees, shared, tree: None }
    }

    /// Adds a list in its order.
    ///
    /// Cost: for the first list, if it ascends, a tree of it and a comparison for each key; else as the shared Builder.
    ///
    /// # Panics
    /// If the list is shorter than it says.
    pub fn add_all(&mut self, list: impl ExactSizeIterator<Item = K>) {
        let is_first = self.tree.is_none() && self.shared.is_empty() && self.shared.is_auto();
        match u32::try_from(list.len()) {
            Ok(size) if is_first && size <= i32::MAX.unsigned_abs() => self.add_first(list, size),
            _ => self.shared().add_all(list),
        }
    }

    /// The tree. The Builder keeps what was added.
    ///
    /// # Errors
    /// As the shared Builder: none that its methods can bring about.
    pub fn build(&mut self) -> Result<Node<K>, Fault> {
        if let Some(tree) = &self.tree {
            return Ok(tree.clone());
        }
        let (values, is_open) = (self.shared.values(), !self.shared.is_detected());
        if self.shared.is_auto() && is_open && ascends(values, self.shared.comparator()) {
            return Ok(self.trees.build_from_slice(values));
        }
        self.shared.build()
    }

    /// Everything else that a Builder can do: the shared one, with all that was added.
    pub fn shared(&mut self) -> &mut btree::Builder<'t, K, C, Trees<K>> {
        if let Some(tree) = self.tree.take() {
            self.shared
                .add_all(Exactly { items: tree.iter().cloned(), left: tree.size() as usize });
        }
        &mut self.shared
    }

    fn add_first(&mut self, list: impl ExactSizeIterator<Item = K>, size: u32) {
        let comparator = self.shared.comparator().clone();
        let all = list.len();
        let mut checked = Checked { list, comparator, last: None, taken: 0, ascends: true };
        let tree = self.trees.build_internal(&mut checked, size);
        if checked.ascends {
            self.tree = Some(tree);
            return;
        }
        let mut gathered = Vec::with_capacity(checked.taken);
        add_in_order(&tree, checked.taken, &mut gathered);
        let items = gathered.into_iter().chain(checked.list);
        self.shared.add_all(Exactly { items, left: all });
    }
}

/// A list that ought to ascend. From where it does not, nothing more is taken of it, and what is made of it is filled up
/// with leaves without keys.
struct Checked<I, K, C> {
    list: I,
    comparator: C,
    last: Option<K>,
    taken: usize,
    ascends: bool,
}

impl<K: Clone, I: Iterator<Item = K>, C: Comparator<K>> Checked<I, K, C> {
    fn next(&mut self) -> K {
        self.list.next().expect("a list is as long as it says")
    }

    /// Whether the next keys come behind all before them, and ascend themselves.
    fn check(&mut self, keys: &[K]) {
        let follows = |last: &K| {
            keys.first().is_none_or(|first| self.comparator.compare(last, first).is_lt())
        };
        self.ascends = self.last.as_ref().is_none_or(follows) && ascends(keys, &self.comparator);
        self.taken += keys.len();
        self.last = keys.last().cloned();
    }
}

impl<K: Clone, I: Iterator<Item = K>, C: Comparator<K>> Source<K> for Checked<I, K, C> {
    fn leaf(&mut self, size: usize) -> Arc<[K]> {
        if !self.ascends {
            return Arc::default();
        }
        let leaf: Arc<[K]> = (0..size).map(|_| self.next()).collect();
        self.check(&leaf);
        leaf
    }

    fn key(&mut self) -> K {
        match &self.last {
            Some(any) if !self.ascends => any.clone(),
            _ => {
                let key = self.next();
                self.check(slice::from_ref(&key));
                key
            }
        }
    }
}

/// The first `count` keys, in the order in which they were put in.
fn add_in_order<K: Clone>(node: &Node<K>, count: usize, keys: &mut Vec<K>) {
    if node.children().is_empty() {
        keys.extend_from_slice(node.keys());
    }
    for (index, child) in node.children().iter().enumerate() {
        add_in_order(child, count, keys);
        if keys.len() < count {
            keys.extend(node.keys().get(index).cloned());
        }
    }
}

/// An iterator of a known length.
struct Exactly<I> {
    items: I,
    left: usize,
}

impl<I: Iterator> Iterator for Exactly<I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        self.left = self.left.saturating_sub(1);
        self.items.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<I: Iterator> ExactSizeIterator for Exactly<I> {}
