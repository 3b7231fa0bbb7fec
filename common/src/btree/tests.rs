use super::*;

#[test]
fn a_node_takes_two_words() {
    assert_eq!(size_of::<Node<u64>>(), 16);
    assert_eq!(size_of::<Branch<u64>>(), 48);
}

#[test]
fn the_empty_tree_is_one_object_for_all() {
    assert!(Node::<u64>::empty().is_same(&Node::empty()));
    assert!(Node::<u64>::empty().is_the_empty_one());
    let allocated: Node<u64> = Node::Leaf(Arc::from(&[][..]));
    assert!(!allocated.is_the_empty_one());
    assert!(!Node::Leaf(Arc::from([1_u64])).is_the_empty_one());
}

#[test]
fn fan_factor_is_the_next_power_of_two_and_at_least_two() {
    for (configured, keys) in [(1, 2), (2, 2), (3, 4), (5, 8), (31, 32), (32, 32), (33, 64)] {
        assert_eq!(FanFactor::new(configured).keys(), keys, "{configured}");
    }
}

/// Keys 0 to 4 in two leaves of two under fan-out 4.
fn five() -> Node<u64> {
    let children = [Node::Leaf(Arc::from([0, 1])), Node::Leaf(Arc::from([3, 4]))];
    Node::branch(Box::new([2]), Box::new(children), Box::new([2, 5]))
}

#[test]
fn a_well_formed_tree_is_told_from_wrong_ones() {
    let fan = FanFactor::new(4);
    assert!(is_well_formed(&five(), fan, &NaturalOrder));
    let leaf = |keys: &[u64]| Node::Leaf(Arc::from(keys));
    let of = |key, children: [Node<u64>; 2], sizes: [u32; 2]| {
        Node::branch(Box::new([key]), Box::new(children), Box::new(sizes))
    };
    let wrong = [
        ("order", of(2, [leaf(&[1, 0]), leaf(&[3, 4])], [2, 5])),
        ("bound", of(2, [leaf(&[0, 2]), leaf(&[3, 4])], [2, 5])),
        ("size map", of(2, [leaf(&[0, 1]), leaf(&[3, 4])], [2, 4])),
        ("siblings", of(2, [leaf(&[0, 1]), five()], [2, 8])),
        ("too few", of(2, [leaf(&[1]), leaf(&[3, 4])], [1, 4])),
        ("too many", leaf(&[0, 1, 2, 3, 4, 5])),
    ];
    for (what, tree) in wrong {
        assert!(!is_well_formed(&tree, fan, &NaturalOrder), "{what}");
    }
}

#[test]
fn both_directions_visit_every_stretch_of_positions() {
    let tree = five();
    for first in 0..5_i32 {
        for last in first..5 {
            let ascending: Vec<u64> = (first..=last).map(|key| key.unsigned_abs().into()).collect();
            let walk = |direction| Positions::new(&tree, first, last, direction).unwrap().copied();
            assert!(walk(Direction::Ascending).eq(ascending.iter().copied()));
            assert!(walk(Direction::Descending).eq(ascending.iter().rev().copied()));
        }
    }
}
