//! The null maps of real columns: the check that the writer makes on each, over its whole length.
//!
//! Weather of three stations in 9 columns and the flights' 6 nullable columns, in tablets of 64 rows: 6,222 maps, of
//! which most have no null, some are full, and few are in between. The last tablet of each series is shorter.

use std::hint::black_box;

use common::bitmap::BitMap;
use control::bitmap_range_check as control;
use legacy::bitmap_range_check as legacy;
use measure::record::{Origin, Role};
use measure::{Answer, Case, Parameter, Workload};
use optimized::bitmap_range_check as optimized;

use super::HOT_PATH;
use crate::Scale;
use crate::data::{Flight, Reading, flights, readings};

const ROWS: usize = 64;

/// Maps of one iteration: a divisor of 6,222, so that a pass is whole.
const SLICE: usize = 51;

pub(super) fn case(scale: Scale) -> Case {
    let slices = match scale {
        Scale::Full => 122,
        Scale::Smoke => 4,
    };
    let rows = ("rows", (ROWS as u64).into());
    // There are no more maps than these, so the other length is the first half of them.
    let half = walk(slices / 2, &[rows, ("maps", "half".into())]).case();
    walk(slices, &[rows]).other_lengths([half]).case()
}

fn walk(slices: usize, parameters: &[(&'static str, Parameter)]) -> Workload<Walk> {
    let input = move || Walk { maps: null_maps(slices), position: 0 };
    Workload::new((HOT_PATH, "real_nulls"), parameters, SLICE as u64, input)
        .origin(Origin::Real)
        .pass(slices)
        .heavy()
        .contender(
            Role::Legacy,
            Walk::clone,
            |w| w.next_mask(legacy::contains_marked_bit),
            Answer::from,
        )
        .contender(
            Role::Optimized,
            Walk::clone,
            |w| w.next_mask(optimized::contains_marked_bit),
            Answer::from,
        )
        .contender(
            Role::Control,
            Walk::clone,
            |w| w.next_mask(control::contains_marked_bit),
            Answer::from,
        )
}

/// All maps, walked in slices over and over.
#[derive(Clone)]
struct Walk {
    maps: Vec<BitMap>,
    position: usize,
}

impl Walk {
    /// Checks the next slice; bit i of the result is the answer for its map i.
    #[inline]
    fn next_mask(&mut self, check: impl Fn(&BitMap, i32, i32) -> bool) -> u64 {
        let mut mask = 0;
        for (index, map) in self.maps[self.position..self.position + SLICE].iter().enumerate() {
            let marked = check(black_box(map), black_box(0), black_box(map.size()));
            mask |= u64::from(black_box(marked)) << index;
        }
        self.position = (self.position + SLICE) % self.maps.len();
        mask
    }
}

fn null_maps(slices: usize) -> Vec<BitMap> {
    let mut maps = Vec::new();
    for station in ["EWR", "JFK", "LGA"] {
        let series: Vec<&Reading> =
            readings().iter().filter(|reading| reading.origin == station).collect();
        for tablet in series.chunks(ROWS) {
            let columns = 0..tablet[0].nulls.len();
            maps.extend(columns.map(|column| null_map(tablet, |reading| reading.nulls[column])));
        }
    }
    let nullable: [fn(&Flight) -> bool; 6] = [
        |flight| flight.tailnum.is_empty(),
        |flight| flight.dep_time.is_none(),
        |flight| flight.dep_delay.is_none(),
        |flight| flight.arr_time.is_none(),
        |flight| flight.arr_delay.is_none(),
        |flight| flight.air_time.is_none(),
    ];
    for tablet in flights().chunks(ROWS) {
        maps.extend(nullable.iter().map(|is_null| null_map(tablet, is_null)));
    }
    assert!(maps.len() >= SLICE * slices && maps.len() % SLICE == 0, "a pass takes every map once");
    maps.truncate(SLICE * slices);
    maps
}

fn null_map<T>(tablet: &[T], is_null: impl Fn(&T) -> bool) -> BitMap {
    let size = tablet.len().try_into().expect("at most 64 rows");
    let mut map = BitMap::create(size).expect("a size from 0 on");
    for (position, _) in (0..).zip(tablet).filter(|(_, row)| is_null(row)) {
        map.mark(position);
    }
    map
}
