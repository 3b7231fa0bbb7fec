//! The null maps of real columns: the check that the writer makes on each, over its whole length.
//!
//! Weather of three stations in 9 columns and the flights' 6 nullable columns, in tablets of 64 rows: 6,222 maps, of
//! which most have no null, some are full, and few are in between. The last tablet of each series is shorter.

use std::hint::black_box;

use common::bitmap::BitMap;
use control::bitmap_range_check as control;
use frontier::bitmap_range_check as frontier;
use legacy::bitmap_range_check as legacy;
use measure::record::{Origin, Role};
use measure::{Answer, Case, Parameter, Workload};
use optimized::bitmap_range_check as optimized;

use super::HOT_PATH;
use super::peers::{Arrow, Bitvec, Fixedbitset, Peer, Roaring};
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

fn walk(slices: usize, parameters: &[(&'static str, Parameter)]) -> Workload<Vec<BitMap>> {
    let input = move || null_maps(slices);
    Workload::new((HOT_PATH, "real_nulls"), parameters, SLICE as u64, input)
        .origin(Origin::Real)
        .pass(slices)
        .heavy()
        .contender(
            Role::Legacy,
            |maps| Walk::new(maps, BitMap::clone),
            |w| w.next_mask(legacy::contains_marked_bit),
            Answer::from,
        )
        .contender(
            Role::Optimized,
            |maps| Walk::new(maps, BitMap::clone),
            |w| w.next_mask(optimized::contains_marked_bit),
            Answer::from,
        )
        .contender(
            Role::Frontier,
            |maps| Walk::new(maps, BitMap::clone),
            |w| w.next_mask(frontier::contains_marked_bit),
            Answer::from,
        )
        .contender(
            Role::Control,
            |maps| Walk::new(maps, BitMap::clone),
            |w| w.next_mask(control::contains_marked_bit),
            Answer::from,
        )
        .contender(
            Arrow::IDENTITY,
            |maps| Walk::new(maps, Arrow::of),
            |w| w.next_mask(Arrow::check),
            Answer::from,
        )
        .contender(
            Bitvec::IDENTITY,
            |maps| Walk::new(maps, Bitvec::of),
            |w| w.next_mask(Bitvec::check),
            Answer::from,
        )
        .contender(
            Fixedbitset::IDENTITY,
            |maps| Walk::new(maps, Fixedbitset::of),
            |w| w.next_mask(Fixedbitset::check),
            Answer::from,
        )
        .contender(
            Roaring::IDENTITY,
            |maps| Walk::new(maps, Roaring::of),
            |w| w.next_mask(Roaring::check),
            Answer::from,
        )
        .contender(
            (Role::Limit, "words_read"),
            |maps| Walk::new(maps, |map| map.extract_bits(0, 64)),
            |w| w.next_mask(|word, start, length| *word >> start << (64 - length) != 0),
            Answer::from,
        )
}

/// All maps in a contender's own form, each with its size, walked in slices over and over.
struct Walk<M> {
    maps: Vec<(M, i32)>,
    position: usize,
}

impl<M> Walk<M> {
    fn new(maps: &[BitMap], of: impl Fn(&BitMap) -> M) -> Walk<M> {
        let maps = maps.iter().map(|map| (of(map), map.size())).collect();
        Walk { maps, position: 0 }
    }

    /// Checks the next slice; bit i of the result is the answer for its map i.
    #[inline]
    fn next_mask(&mut self, check: impl Fn(&M, i32, i32) -> bool) -> u64 {
        let mut mask = 0;
        let slice = &self.maps[self.position..self.position + SLICE];
        for (index, (map, rows)) in slice.iter().enumerate() {
            let marked = check(black_box(map), black_box(0), black_box(*rows));
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
