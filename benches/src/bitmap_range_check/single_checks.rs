//! The check alone: the ticket's 64 null maps of 64 rows, one check on each in an iteration.
//!
//! Odd maps have position 63 marked and nothing else, even ones are empty: half of the answers are true, and the
//! mark is the last bit that a scanner meets. A check costs a few nanoseconds, so how it is called matters: there is
//! a case in which it is inlined, and one, `called=1`, in which no contender is.
//!
//! Limit `words_read`: the words lie side by side and a check loads one and masks it. Nothing can be faster, since the
//! answer depends on every word, and a word that was not loaded cannot have been looked at.

use std::hint::black_box;

use common::bitmap::BitMap;
use control::bitmap_range_check as control;
use frontier::bitmap_range_check as frontier;
use legacy::bitmap_range_check as legacy;
use measure::record::Role;
use measure::{Answer, Case, Parameter, Workload};
use optimized::bitmap_range_check as optimized;

use super::HOT_PATH;
use super::peers::{Arrow, Bitvec, Fixedbitset, Peer, Roaring};

const MAPS: u64 = 64;

pub(super) fn cases() -> Vec<Case> {
    let prefix = Check { workload: "prefix", start: 0, length: 64, size: 64 };
    let partial = Check { workload: "partial", start: 1, length: 63, size: 64 };
    let long = |check: Check| Check { size: 128, ..check };
    vec![
        of_words(inlined(prefix.among(&[]))).headline().case(),
        called(prefix.among(&[("called", 1.into())])).case(),
        of_words(inlined(partial.among(&[])))
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
            Role::Frontier,
            Columns::new,
            |c| c.mask(frontier::contains_marked_bit),
            Answer::from,
        )
        .contender(
            Role::Control,
            Columns::new,
            |c| c.mask(control::contains_marked_bit),
            Answer::from,
        )
        .contender(Arrow::IDENTITY, Columns::of::<Arrow>, |c| c.mask(Arrow::check), Answer::from)
        .contender(Bitvec::IDENTITY, Columns::of::<Bitvec>, |c| c.mask(Bitvec::check), Answer::from)
        .contender(
            Fixedbitset::IDENTITY,
            Columns::of::<Fixedbitset>,
            |c| c.mask(Fixedbitset::check),
            Answer::from,
        )
        .contender(
            Roaring::IDENTITY,
            Columns::of::<Roaring>,
            |c| c.mask(Roaring::check),
            Answer::from,
        )
}

fn called(workload: Workload<Check>) -> Workload<Check> {
    workload
        .contender(Role::Legacy, Columns::new, |c| c.mask(called_legacy), Answer::from)
        .contender(Role::Optimized, Columns::new, |c| c.mask(called_optimized), Answer::from)
        .contender(Role::Frontier, Columns::new, |c| c.mask(called_frontier), Answer::from)
        .contender(Role::Control, Columns::new, |c| c.mask(called_control), Answer::from)
}

fn of_words(workload: Workload<Check>) -> Workload<Check> {
    workload.contender(
        (Role::Limit, "words_read"),
        Columns::of_words,
        |c| c.mask(|word, start, length| *word >> start << (64 - length) != 0),
        Answer::from,
    )
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
fn called_frontier(map: &BitMap, start: i32, length: i32) -> bool {
    frontier::contains_marked_bit(map, start, length)
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

/// The maps in a contender's own form, with the range as run-time values.
struct Columns<M> {
    maps: Vec<M>,
    start: i32,
    length: i32,
}

impl Check {
    fn columns<M>(self, of: impl Fn(BitMap) -> M) -> Columns<M> {
        let map = |index| {
            let mut map = BitMap::create(self.size.into()).expect("a size from 0 on");
            if index % 2 == 1 {
                map.mark(63);
            }
            of(map)
        };
        Columns {
            maps: (0..MAPS).map(map).collect(),
            start: self.start.into(),
            length: self.length.into(),
        }
    }
}

impl Columns<BitMap> {
    fn new(check: &Check) -> Columns<BitMap> {
        check.columns(|map| map)
    }
}

impl Columns<u64> {
    fn of_words(check: &Check) -> Columns<u64> {
        check.columns(|map| map.extract_bits(0, 64))
    }
}

impl Columns<()> {
    fn of<P: Peer>(check: &Check) -> Columns<P> {
        check.columns(|map| P::of(&map))
    }
}

impl<M> Columns<M> {
    /// Checks every map; bit i of the result is the answer for map i.
    // Arguments and result pass `black_box` for every check, so that no part of one is shared by all 64.
    #[inline]
    fn mask(&self, check: impl Fn(&M, i32, i32) -> bool) -> u64 {
        let mut mask = 0;
        for (index, map) in self.maps.iter().enumerate() {
            let marked = check(black_box(map), black_box(self.start), black_box(self.length));
            mask |= u64::from(black_box(marked)) << index;
        }
        mask
    }
}
