//! What a run compares beside the answers of its cases: random ranges of random maps, in both forms.

use common::bitmap::BitMap;
use measure::Check;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::HOT_PATH;

/// So many maps of one seed, and so many ranges of each map.
const MAPS: usize = 64;
const RANGES: usize = 64;

type RangeCheck = fn(&BitMap, i32, i32) -> bool;

const CONTENDERS: [(&str, RangeCheck); 4] = [
    ("legacy", legacy::bitmap_range_check::contains_marked_bit),
    ("optimized", optimized::bitmap_range_check::contains_marked_bit),
    ("frontier", frontier::bitmap_range_check::contains_marked_bit),
    ("control", control::bitmap_range_check::contains_marked_bit),
];

/// Every contender against a loop over single positions.
pub fn checks() -> Vec<Check> {
    vec![Check { hot_path: HOT_PATH, topic: "random ranges of random maps", compare }]
}

fn compare(seed: u64) -> Result<u64, String> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut compared = 0;
    for _ in 0..MAPS {
        let map = random_map(&mut random);
        for _ in 0..RANGES {
            let start = random.random_range(0..map.size());
            let length = random.random_range(1..=map.size() - start);
            let expected = (start..start + length).any(|position| map.is_marked(position));
            for (name, check) in CONTENDERS {
                let got = check(&map, start, length);
                if got != expected {
                    return Err(format!(
                        "{name} answers {got} for ({start}, {length}) of {map}, a loop {expected}"
                    ));
                }
                compared += 1;
            }
        }
    }
    Ok(compared)
}

/// Up to 130 positions, of which none to all are marked; in the array form or as the factory makes it.
fn random_map(random: &mut ChaCha8Rng) -> BitMap {
    let size = random.random_range(1..=130);
    let make = if random.random() { BitMap::new } else { BitMap::create };
    let mut map = make(size).expect("a size from 0 on");
    // Most ranges of an evenly filled map hold a mark, so sparse ones are as likely as full ones.
    let one_in = random.random_range(1..=size);
    for position in 0..size {
        if random.random_range(0..one_in) == 0 {
            map.mark(position);
        }
    }
    map
}
