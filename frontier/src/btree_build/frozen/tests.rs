use common::btree::NaturalOrder;

use super::*;

/// Every key and every gap between two, for every size up to three levels and around where a level begins.
#[test]
fn every_key_and_gap_is_found_where_a_sorted_list_has_it() {
    for (fan, sizes) in
        [(2, 0..70), (4, 0..300), (32, 0..40), (32, 1_020..1_100), (32, 33_700..33_900)]
    {
        for size in sizes {
            let keys: Vec<u32> = (0..size).map(|index| 2 * index + 1).collect();
            let frozen = Frozen::new(&keys, FanFactor::new(fan));
            assert_eq!(frozen.keys(), keys);
            let step = if size > 1_000 { 37 } else { 1 };
            for key in (0..=2 * size + 1).step_by(step) {
                let expected = keys.binary_search(&key);
                assert_eq!(
                    frozen.find_index(&key, &NaturalOrder),
                    expected,
                    "{fan}, {size}, {key}"
                );
            }
        }
    }
}

/// The room for all levels is known before they are filled.
#[test]
fn guides_are_as_many_as_the_levels_say() {
    for (size, guides) in
        [(0, 0), (32, 0), (33, 1), (64, 1), (65, 2), (1_056, 32), (1_057, 33 + 1), (5_000, 156 + 4)]
    {
        let keys: Vec<u32> = (0..size).collect();
        assert_eq!(Frozen::new(&keys, FanFactor::new(32)).guides.len(), guides, "{size}");
    }
}
