//! What the files tell of a tree: hashes, shapes, size maps.

use common::btree::{Node, java_len, node_bytes};
use serde_json::{Map, Value, json};

use super::compare::fields;
use super::contenders::Item;

/// Shapes longer than this are recorded as counts and a hash.
const LONGEST_SHAPE: usize = 400;

/// FNV-1a, 32 bits, over little-endian words.
pub(super) fn hash(words: impl IntoIterator<Item = u32>) -> u32 {
    let bytes = words.into_iter().flat_map(u32::to_le_bytes);
    bytes.fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Key then tag of each item.
pub(super) fn items_hash<'a>(items: impl IntoIterator<Item = &'a Item>) -> u32 {
    let words = items.into_iter().flat_map(|item| [item.key, item.tag]);
    hash(words.map(i32::cast_unsigned))
}

/// Items as the files write them.
pub(super) fn items<'a>(items: impl IntoIterator<Item = &'a Item>) -> Value {
    items.into_iter().map(|item| json!([item.key, item.tag])).collect()
}

/// The nodes of a tree level by level.
pub(super) fn levels<K>(tree: &Node<K>) -> Vec<Vec<&Node<K>>> {
    let mut levels = vec![vec![tree]];
    loop {
        let last = levels.last().expect("the root is a level");
        let next: Vec<&Node<K>> = last.iter().flat_map(|node| node.children()).collect();
        if next.is_empty() {
            return levels;
        }
        levels.push(next);
    }
}

/// Key counts by level, such as `2/22,21x2`.
pub(super) fn shape<K>(tree: &Node<K>) -> String {
    let level = |nodes: &Vec<&Node<K>>| {
        let counts: Vec<usize> = nodes.iter().map(|node| node.keys().len()).collect();
        let run = |run: &[usize]| match run.len() {
            1 => run[0].to_string(),
            length => format!("{}x{length}", run[0]),
        };
        counts.chunk_by(|a, b| a == b).map(run).collect::<Vec<_>>().join(",")
    };
    levels(tree).iter().map(level).collect::<Vec<_>>().join("/")
}

/// Every fact about the layout of a tree that some topic records.
pub(super) fn layout(tree: &Node<Item>) -> Map<String, Value> {
    let levels = levels(tree);
    let nodes = || levels.iter().flatten();
    let key_counts = nodes().map(|node| u32::try_from(node.keys().len()).expect("a small node"));
    let branches = || nodes().filter(|node| !node.children().is_empty());
    let size_maps: Vec<&[u32]> = branches().map(|node| node.size_map()).collect();
    let mut facts = fields(json!({
        "depth": tree.depth(),
        "level_nodes": levels.iter().map(Vec::len).collect::<Vec<_>>(),
        "key_counts_hash": hash(key_counts),
        "size_maps_hash": hash(size_maps.iter().copied().flatten().copied()),
        "size_maps": size_maps,
        "node_bytes": node_bytes(tree),
    }));
    let shape = shape(tree);
    if shape.len() <= LONGEST_SHAPE {
        facts.insert("shape".into(), shape.into());
    }
    facts.extend(contents(tree));
    facts
}

/// What a caller sees of a tree.
pub(super) fn contents(tree: &Node<Item>) -> Map<String, Value> {
    fields(json!({
        "size": tree.size(),
        "items_hash": items_hash(tree),
        "items": items(tree),
        "array_length": java_len(tree),
        "is_empty_singleton": tree.is_the_empty_one(),
    }))
}
