//! Slices and searches against their plain definitions.

use common::tombstones::{Bound, Kind, RangeTombstone, RangeTombstones, is_empty_slice};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::notation::range;
use crate::tally::{compared, tally};
use crate::{Frontier, Legacy, Optimized, new};

/// So many ranges, some of which touch the next, with random brackets. One value of gap is enough between them.
fn random_list<L: RangeTombstones<i32, 1>>(size: usize, random: &mut ChaCha8Rng) -> L {
    let mut list: L = new(0);
    let mut start = 0;
    for index in 0..size {
        let end = start + random.random_range(1..4);
        let open = ["[", "("][random.random_range(0..2)];
        let close = ["]", ")"][random.random_range(0..2)];
        list.add(range(&format!("{open}{start},{end}{close}@{index}")));
        start = end + random.random_range(0..3);
    }
    list
}

/// Every range cut to the slice, without those of which nothing is left.
fn clipped<L: RangeTombstones<i32, 1>>(
    list: &L,
    start: Bound<i32, 1>,
    end: Bound<i32, 1>,
) -> Vec<RangeTombstone<i32, 1>> {
    let clip = |range: RangeTombstone<i32, 1>| {
        let later = if range.start.compare(&start).is_lt() { start } else { range.start };
        let earlier = if end.compare(&range.end).is_lt() { end } else { range.end };
        range.between(later, earlier)
    };
    let not_empty = |range: &RangeTombstone<i32, 1>| !is_empty_slice(&range.start, &range.end);
    list.ranges(false).map(clip).filter(not_empty).collect()
}

fn random_bound(random: &mut ChaCha8Rng, kinds: [Kind; 2], most: i32) -> Bound<i32, 1> {
    if random.random_range(0..10) == 0 {
        return Bound::new(kinds[0], &[]);
    }
    Bound::new(kinds[random.random_range(0..2)], &[random.random_range(-2..most + 3)])
}

#[test]
fn a_slice_is_every_range_cut_to_it_both_ways_around_multiples_of_64() {
    fn check<L: RangeTombstones<i32, 1>>(random: &mut ChaCha8Rng) {
        for size in [0, 1, 2, 3, 7, 63, 64, 65, 127, 128, 129] {
            let list: L = random_list(size, random);
            let most = list.ranges(true).next().map_or(0, |last| last.end.components()[0]);
            for _ in 0..400 {
                let start = [Kind::InclusiveStart, Kind::ExclusiveStart];
                let end = [Kind::InclusiveEnd, Kind::ExclusiveEnd];
                let (start, end) =
                    (random_bound(random, start, most), random_bound(random, end, most));
                if is_empty_slice(&start, &end) {
                    continue;
                }
                let mut expected = clipped(&list, start, end);
                let forward: Vec<_> = list.slice(start, end, false).collect();
                assert_eq!(forward, expected, "{start:?} to {end:?} of {size}");
                expected.reverse();
                let backward: Vec<_> = list.slice(start, end, true).collect();
                compared(2);
                assert_eq!(backward, expected, "{start:?} to {end:?} of {size}, reversed");
            }
        }
    }
    let _tally = tally("range_tombstone_list");
    for seed in 0..10 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        check::<Legacy<1>>(&mut random);
        check::<Optimized<1>>(&mut random);
        check::<Frontier<1>>(&mut random);
    }
}

#[test]
fn a_search_finds_the_range_that_covers_or_the_first_one_after() {
    let _tally = tally("range_tombstone_list");
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for size in [0, 1, 2, 5, 64, 129] {
        let list: Optimized<1> = random_list(size, &mut random);
        let most = list.ranges(true).next().map_or(0, |last| last.end.components()[0]);
        let to = i32::try_from(size).unwrap();
        for value in -2..most + 3 {
            let row = Bound::row([value]);
            let covers = |range: &RangeTombstone<i32, 1>| {
                range.start.compare(&row).is_lt() && row.compare(&range.end).is_lt()
            };
            let index = (0..size).find(|&index| covers(&list.entry(index)));
            let after =
                list.ranges(false).filter(|range| range.start.compare(&row).is_lt()).count();
            let absent = -i32::try_from(after).unwrap() - 1;
            let expected = index.map_or(absent, |index| i32::try_from(index).unwrap());
            assert_eq!(list.search_internal(&row, 0, to), Ok(expected), "{value} of {size}");
            compared(1);
        }
    }
}
