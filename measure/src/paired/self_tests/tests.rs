//! Where measured loops may lie, and what tells one layout from another.

use super::*;

/// One case whose loops lie at these addresses; nothing of it can be run.
fn at(addresses: &[usize]) -> Vec<Case> {
    let mut case = workload("compute", |it| mix(it)).case();
    case.contenders.truncate(addresses.len());
    for (contender, address) in case.contenders.iter_mut().zip(addresses) {
        contender.address = *address;
    }
    vec![case]
}

#[test]
fn loops_are_distinct_and_aligned_to_what_the_build_aligns() {
    for (cases, alignment, expected) in [
        (at(&[0x1000, 0x1040]), 64, true),
        (at(&[0x1000, 0x1010]), 64, false),
        (at(&[0x1000, 0x1010]), 16, true),
        (at(&[0x1000, 0x1018]), 16, false),
        (at(&[0x1000, 0x1000]), 16, false),
    ] {
        let test = addresses(&cases, alignment);
        assert_eq!(test.passed, expected, "{}", test.detail);
    }
}

#[test]
fn a_layout_is_the_same_wherever_it_is_loaded_and_another_where_anything_moves() {
    let here = layout(&at(&[0x1000, 0x1040]));
    assert_eq!(layout(&at(&[0x7000_1000, 0x7000_1040])), here);
    for other in [[0x1000, 0x1080], [0x1040, 0x1000]] {
        assert_ne!(layout(&at(&other)), here, "{other:?}");
    }
}
