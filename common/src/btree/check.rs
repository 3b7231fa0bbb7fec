//! Upstream's own idea of a well-formed tree.

use std::cmp::Ordering;

use super::{Comparator, FanFactor, Node, count, java_len};

/// Whether a tree is well-formed, as upstream's check before 4.1 has it.
///
/// Keys ascend strictly, within and between nodes; nodes below the root are at least half full; size maps are sums;
/// siblings are all leaves or all branches. Laxer than what a build makes: a branch may have one key too many.
pub fn is_well_formed<K, C: Comparator<K>>(tree: &Node<K>, fan: FanFactor, order: &C) -> bool {
    Check { fan, order }.node(tree, None, None, true)
}

struct Check<'a, C> {
    fan: FanFactor,
    order: &'a C,
}

impl<C> Check<'_, C> {
    fn node<K>(&self, node: &Node<K>, lower: Option<&K>, upper: Option<&K>, root: bool) -> bool
    where
        C: Comparator<K>,
    {
        let keys = node.keys();
        let filled = match node {
            // As upstream: the length of the padded array counts, not the number of keys.
            Node::Leaf(_) => count(java_len(node)),
            Node::Branch(_) => count(keys.len()),
        };
        let fewest = if root { 0 } else { self.fan.minimal_node_size() };
        if !(fewest..=self.fan.keys() + 1).contains(&filled) {
            return false;
        }
        let bounded = lower.into_iter().chain(keys).chain(upper);
        if !bounded.is_sorted_by(|a, b| self.order.compare(a, b) == Ordering::Less) {
            return false;
        }
        let Node::Branch(branch) = node else { return true };
        let mut items = 0;
        for (index, child) in branch.children.iter().enumerate() {
            let lower = if index == 0 { lower } else { keys.get(index - 1) };
            let upper = keys.get(index).or(upper);
            let sibling =
                std::mem::discriminant(child) == std::mem::discriminant(&branch.children[0]);
            items += child.size();
            if !sibling || branch.size_map[index] != items || !self.node(child, lower, upper, false)
            {
                return false;
            }
            items += 1;
        }
        branch.children.len() == keys.len() + 1 && branch.size_map.len() == branch.children.len()
    }
}
