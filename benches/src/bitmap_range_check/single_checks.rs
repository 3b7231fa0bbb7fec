//! The check alone: the ticket's 64 null maps of 64 rows, one check on each in an iteration.
//!
//! Odd maps have position 63 marked and nothing else, even ones are empty: half of the answers are true, and the
//! mark is the last bit that a scanner meets. A check costs a few nanoseconds, so how it is called matters: there is
//! a case in which it is inlined, and one, `called=1`, in which no contender is.

use std::hint::black_box;

use common::bitmap::BitMap;
use control::bitmap_range_check as control;
use legacy::bitmap_range_check as legacy;
use measure::record::Role;
use measure::{Answer, Case, Parameter, Workload};
use optimized::bitmap_range_check as optimized;

use super::HOT_PATH;

const MAPS: u64 = 64;

pub(super) fn cases() -> Vec<Case> {
    let prefix = Check { workload: "prefix", start: 0, length: 64, size: 64 };
    let partial = Check { workload: "partial", start: 1, length: 63, size: 64 };
    let long = |check: Check| Check { size: 128, ..check };
    vec![
        inlined(prefix.among(&[])).headline().case(),
        called(prefix.among(&[("called", 1.into())])).case(),
        inlined(partial.among(&[]))
            .contender(BIT_BY_BIT, Columns::new, |c| c.mask(bit_by_bit), Answer::from)
            .case(),
        called(partial.among(&[("called", 1.into())]))
            .contender(BIT_BY_BIT, Columns::new, |c| c.mask(called_bit_by_bit), Answer::from)
            .case(),
        inlined(long(prefix).among(&[("form", "array".into())])).case(),
        inlined(long(partial).among(&[("form", "array".into())])).case(),
    ]
}

const BIT_BY_BIT: (Role, &str) = (Role::Variant, "bit_by_bit");

fn inlined(workload: Workload<Check>) -> Workload<Check> {
    workload
        .contender(
            Role::Legacy,
            Columns::new,
            |c| c.mask(legacy::contains_marked_bit),
            Answer::from,
        )
        .contender(
            Role::Optimized,
            Columns::new,
            |c| c.mask(optimized::contains_marked_bit),
            Answer::from,
        )
        .contender(
            Role::Control,
            Columns::new,
            |c| c.mask(control::contains_marked_bit),
            Answer::from,
        )
}

fn called(workload: Workload<Check>) -> Workload<Check> {
    workload
        .contender(Role::Legacy, Columns::new, |c| c.mask(called_legacy), Answer::from)
        .contender(Role::Optimized, Columns::new, |c| c.mask(called_optimized), Answer::from)
        .contender(Role::Control, Columns::new, |c| c.mask(called_control), Answer::from)
}

#[inline(never)]
fn called_legacy(map: &BitMap, start: i32, length: i32) -> bool {
    legacy::contains_marked_bit(map, start, length)
}

#[inline(never)]
fn called_optimized(map: &BitMap, start: i32, length: i32) -> bool {
    optimized::contains_marked_bit(map, start, length)
}

#[inline(never)]
fn called_control(map: &BitMap, start: i32, length: i32) -> bool {
    control::contains_marked_bit(map, start, length)
}

#[inline(never)]
fn called_bit_by_bit(map: &BitMap, start: i32, length: i32) -> bool {
    bit_by_bit(map, start, length)
}

/// What upstream tried for ranges that do not start at 0, and rejected.
#[inline]
pub(super) fn bit_by_bit(map: &BitMap, start: i32, length: i32) -> bool {
    (start..start + length).any(|position| map.is_marked(position))
}

/// What is asked, and the size of the maps: 64 gives the word form, above that the array form.
#[derive(Clone, Copy)]
struct Check {
    workload: &'static str,
    start: u8,
    length: u8,
    size: u8,
}

impl Check {
    fn among(self, more: &[(&'static str, Parameter)]) -> Workload<Check> {
        let range =
            [("start", u64::from(self.start).into()), ("length", u64::from(self.length).into())];
        let parameters = [&range[..], more].concat();
        Workload::new((HOT_PATH, self.workload), &parameters, MAPS, move || self).learnable()
    }
}

/// The maps, with the range as run-time values.
struct Columns {
    maps: Vec<BitMap>,
    start: i32,
    length: i32,
}

impl Columns {
    fn new(check: &Check) -> Columns {
        let map = |index| {
            let mut map = BitMap::create(check.size.into()).expect("a size from 0 on");
            if index % 2 == 1 {
                map.mark(63);
            }
            map
        };
        Columns {
            maps: (0..MAPS).map(map).collect(),
            start: check.start.into(),
            length: check.length.into(),
        }
    }

    /// Checks every map; bit i of the result is the answer for map i.
    // Arguments and result pass `black_box` for every check, so that no part of one is shared by all 64.
    #[inline]
    fn mask(&self, check: impl Fn(&BitMap, i32, i32) -> bool) -> u64 {
        let mut mask = 0;
        for (index, map) in self.maps.iter().enumerate() {
            let marked = check(black_box(map), black_box(self.start), black_box(self.length));
            mask |= u64::from(black_box(marked)) << index;
        }
        mask
    }
}
