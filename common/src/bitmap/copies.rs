//! Copies between maps, within and across the forms.
//!
//! Source: apache/tsfile, `merge` of `BitMapLongImpl` and `BitMapArrayImpl`, `append`, `copyOfRange` and `getRegion`
//! of `BitMap`, PR #871. Ported: all. Left out: nothing. Differs: `copyOfRange` is a method of the target.

use super::{BitMap, check_range};
use crate::fault::Fault;

/// Where a copy reads from.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// Another map.
    Map(&'a BitMap),
    /// The target itself: later reads see earlier writes.
    Itself,
}

impl<'a> From<&'a BitMap> for Source<'a> {
    fn from(map: &'a BitMap) -> Source<'a> {
        Source::Map(map)
    }
}

impl Source<'_> {
    #[inline]
    fn map<'m>(&'m self, target: &'m BitMap) -> &'m BitMap {
        match self {
            Source::Map(map) => map,
            Source::Itself => target,
        }
    }
}

impl BitMap {
    /// Marks from `to_start` on what is marked among `length` positions of the source from `from_start` on.
    ///
    /// A length of 0 or less does nothing, before any check. The array form goes 64 positions at a time.
    ///
    /// # Errors
    /// A start below 0, an end past the size of its map.
    #[inline]
    pub fn merge<'a>(
        &mut self,
        from: impl Into<Source<'a>>,
        from_start: i32,
        to_start: i32,
        length: i32,
    ) -> Result<(), Fault> {
        if length <= 0 {
            return Ok(());
        }
        let from = from.into();
        check_range(from_start, length, from.map(self).size())?;
        check_range(to_start, length, self.size())?;
        if let BitMap::Word(_) = self {
            let bits = from.map(self).extract_bits(from_start, length);
            self.or_bits(bits, to_start);
            return Ok(());
        }
        let mut done = 0;
        while done < length {
            let step = (length - done).min(64);
            let bits = from.map(self).extract_bits(from_start.wrapping_add(done), step);
            self.or_bits(bits, to_start.wrapping_add(done));
            done += step;
        }
        Ok(())
    }

    #[inline]
    fn or_bits(&mut self, bits: u64, start: i32) {
        match self {
            BitMap::Word(form) => form.or_bits(bits, start),
            BitMap::Array(form) => form.or_bits(bits, start),
        }
    }

    /// Overwrites `length` positions from `to_start` on with those of the source from `from_start` on, one by one.
    ///
    /// # Errors
    /// An end past the size of its map, also for a length of 0. A start below 0 is not checked.
    pub fn copy_of_range<'a>(
        &mut self,
        from: impl Into<Source<'a>>,
        from_start: i32,
        to_start: i32,
        length: i32,
    ) -> Result<(), Fault> {
        let from = from.into();
        if from_start.wrapping_add(length) > from.map(self).size()
            || to_start.wrapping_add(length) > self.size()
        {
            return Err(Fault::IndexOutOfBounds);
        }
        self.overwrite(from, from_start, to_start, length);
        Ok(())
    }

    /// Overwrites `length` positions from `to_start` on with the first ones of the source, one by one.
    ///
    /// Nothing is checked, and no size changes.
    pub fn append<'a>(&mut self, from: impl Into<Source<'a>>, to_start: i32, length: i32) {
        self.overwrite(from.into(), 0, to_start, length);
    }

    fn overwrite(&mut self, from: Source<'_>, from_start: i32, to_start: i32, length: i32) {
        for index in 0..length {
            let to = to_start.wrapping_add(index);
            if from.map(self).is_marked(from_start.wrapping_add(index)) {
                self.mark(to);
            } else {
                self.unmark(to);
            }
        }
    }

    /// A new map of `length` positions, in the array form whatever this one's is.
    ///
    /// # Errors
    /// An end past the size; a length of -16 or below.
    pub fn region(&self, start: i32, length: i32) -> Result<BitMap, Fault> {
        let mut region = BitMap::new(length)?;
        region.copy_of_range(self, start, 0, length)?;
        Ok(region)
    }
}
