//! What a user could take instead: published bitmaps, asked whether a range of them has a set bit.
//!
//! Each by the operation that its own documentation has for that question, or by the nearest one.

use std::ops::Range;

use arrow_buffer::{BooleanBuffer, BooleanBufferBuilder};
use bitvec::vec::BitVec;
use common::bitmap::BitMap;
use fixedbitset::FixedBitSet;
use measure::record::Role;
use roaring::RoaringBitmap;

/// A null map in another crate's form.
pub(super) trait Peer {
    /// Named after its crate.
    const IDENTITY: (Role, &str);

    /// The same positions, marked alike.
    fn of(map: &BitMap) -> Self;

    /// Whether a position of the range is marked.
    fn check(&self, start: i32, length: i32) -> bool;
}

/// `arrow-buffer`: a bit set of a shared buffer. A slice of it counts a reference.
pub(super) struct Arrow(BooleanBuffer);

/// `bitvec`: a slice of single bits.
pub(super) struct Bitvec(BitVec<u64>);

/// `fixedbitset`: blocks of machine words; it has this very question.
pub(super) struct Fixedbitset(FixedBitSet);

/// `roaring`: compressed by content. It has no question for any; how many is the nearest.
pub(super) struct Roaring(RoaringBitmap);

impl Peer for Arrow {
    const IDENTITY: (Role, &str) = (Role::Peer, "arrow-buffer");

    fn of(map: &BitMap) -> Arrow {
        let mut builder = BooleanBufferBuilder::new(positions(map).len());
        positions(map).for_each(|position| builder.append(map.is_marked(position)));
        Arrow(builder.finish())
    }

    #[inline]
    fn check(&self, start: i32, length: i32) -> bool {
        let range = range(start, length);
        self.0.slice(range.start, range.len()).has_true()
    }
}

impl Peer for Bitvec {
    const IDENTITY: (Role, &str) = (Role::Peer, "bitvec");

    fn of(map: &BitMap) -> Bitvec {
        Bitvec(positions(map).map(|position| map.is_marked(position)).collect())
    }

    #[inline]
    fn check(&self, start: i32, length: i32) -> bool {
        self.0[range(start, length)].any()
    }
}

impl Peer for Fixedbitset {
    const IDENTITY: (Role, &str) = (Role::Peer, "fixedbitset");

    fn of(map: &BitMap) -> Fixedbitset {
        let mut set = FixedBitSet::with_capacity(positions(map).len());
        marked(map).for_each(|position| set.insert(position as usize));
        Fixedbitset(set)
    }

    #[inline]
    fn check(&self, start: i32, length: i32) -> bool {
        self.0.contains_any_in_range(range(start, length))
    }
}

impl Peer for Roaring {
    const IDENTITY: (Role, &str) = (Role::Peer, "roaring");

    fn of(map: &BitMap) -> Roaring {
        Roaring(marked(map).collect())
    }

    #[inline]
    fn check(&self, start: i32, length: i32) -> bool {
        let range = start.cast_unsigned()..(start + length).cast_unsigned();
        self.0.range_cardinality(range) != 0
    }
}

fn positions(map: &BitMap) -> Range<i32> {
    0..map.size()
}

fn marked(map: &BitMap) -> impl Iterator<Item = u32> + '_ {
    positions(map).filter(|&position| map.is_marked(position)).map(i32::cast_unsigned)
}

#[inline]
fn range(start: i32, length: i32) -> Range<usize> {
    let start = start.cast_unsigned() as usize;
    start..start + length.cast_unsigned() as usize
}
