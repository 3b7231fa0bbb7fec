//! A cursor over several reference-counted buffers as if they were one.
//!
//! Source: apache/hbase, `nio/MultiByteBuff`.
//! Ported: the count is looked at before every access; a read inside one segment is one read, a read over two is
//! assembled byte by byte, each finding its segment; skipping walks the segments.
//! Left out: marks, duplicates and writing.
//! Differs: segments without readable bytes are left out when the cursor is made (upstream's `get` looks only one segment
//! further and fails at two in a row), and no read runs into the capacity behind a segment's limit.

use std::sync::Arc;

use super::{Cursor, ReferenceCount};
use crate::fault::Fault;

/// Several buffers up to a limit.
#[derive(Debug)]
pub struct SegmentedCursor {
    segments: Vec<Segment>,
    references: Arc<ReferenceCount>,
    /// Index of the segment that the position lies in or at the end of.
    current: usize,
    /// Position inside that segment.
    position_in_segment: usize,
}

#[derive(Debug)]
struct Segment {
    bytes: Box<[u8]>,
    /// So many of its bytes are readable; at least one.
    limit: usize,
    /// Readable bytes before this segment.
    start: usize,
}

impl Segment {
    #[inline]
    fn readable(&self) -> &[u8] {
        self.bytes.get(..self.limit).unwrap_or_default()
    }

    #[inline]
    fn end(&self) -> usize {
        self.start + self.limit
    }
}

impl SegmentedCursor {
    /// At the start of all segments together, held once.
    pub fn new(segments: Vec<Vec<u8>>) -> SegmentedCursor {
        let limit = segments.iter().map(Vec::len).sum();
        SegmentedCursor::with_limit(segments, limit)
    }

    /// With fewer readable bytes; those behind `limit` exist and have no influence.
    pub fn with_limit(segments: Vec<Vec<u8>>, limit: usize) -> SegmentedCursor {
        let mut start = 0;
        let mut kept = Vec::new();
        for bytes in segments {
            let segment_limit = bytes.len().min(limit - start);
            if segment_limit > 0 {
                kept.push(Segment { bytes: bytes.into_boxed_slice(), limit: segment_limit, start });
                start += segment_limit;
            }
        }
        let references = Arc::new(ReferenceCount::new());
        SegmentedCursor { segments: kept, references, current: 0, position_in_segment: 0 }
    }

    /// The count of its users, for those who share the buffers.
    pub fn references(&self) -> &Arc<ReferenceCount> {
        &self.references
    }

    #[inline]
    fn limit(&self) -> usize {
        self.segments.last().map_or(0, Segment::end)
    }

    /// The segment of an absolute index that is not before the current segment.
    #[inline]
    fn segment_of(&self, index: usize) -> Option<&Segment> {
        self.segments.get(self.current..)?.iter().find(|segment| index < segment.end())
    }
}

impl Cursor for SegmentedCursor {
    #[inline]
    fn position(&self) -> usize {
        let start = self.segments.get(self.current).map_or(0, |segment| segment.start);
        start + self.position_in_segment
    }

    #[inline]
    fn remaining(&self) -> usize {
        if self.references.is_held() { self.limit() - self.position() } else { 0 }
    }

    #[inline]
    fn get(&mut self) -> Option<u8> {
        if !self.references.is_held() {
            return None;
        }
        let mut segment = self.segments.get(self.current)?;
        if self.position_in_segment == segment.limit {
            segment = self.segments.get(self.current + 1)?;
            self.current += 1;
            self.position_in_segment = 0;
        }
        let byte = *segment.readable().get(self.position_in_segment)?;
        self.position_in_segment += 1;
        Some(byte)
    }

    #[inline]
    fn array_after_position<const N: usize>(&self, offset: usize) -> Option<[u8; N]> {
        if !self.references.is_held() {
            return None;
        }
        let index = self.position().checked_add(offset)?;
        let segment = self.segment_of(index)?;
        if let Some(array) = segment.readable().get(index - segment.start..)?.first_chunk() {
            return Some(*array);
        }
        let mut array = [0; N];
        for (byte, index) in array.iter_mut().zip(index..) {
            let segment = self.segment_of(index)?;
            *byte = *segment.readable().get(index - segment.start)?;
        }
        Some(array)
    }

    #[inline]
    fn chunk(&self) -> &[u8] {
        let here = self.segments.get(self.current).filter(|_| self.references.is_held());
        let Some(here) = here else { return &[] };
        match here.readable().get(self.position_in_segment..) {
            Some(rest) if !rest.is_empty() => rest,
            // Segments are never empty; the position stays behind the end of one until a byte is read.
            _ => self.segments.get(self.current + 1).map_or(&[], Segment::readable),
        }
    }

    #[inline]
    fn set_position(&mut self, position: usize) -> Option<()> {
        if !self.references.is_held() || position > self.limit() {
            return None;
        }
        self.current = 0;
        self.position_in_segment = 0;
        self.skip(position)
    }

    #[inline]
    fn skip(&mut self, count: usize) -> Option<()> {
        if count > self.remaining() {
            return None;
        }
        let mut left = count;
        // As upstream: a position at the end of a segment stays in that segment.
        while let Some(segment) = self.segments.get(self.current) {
            let here = segment.limit - self.position_in_segment;
            if left <= here {
                self.position_in_segment += left;
                break;
            }
            left -= here;
            self.current += 1;
            self.position_in_segment = 0;
        }
        Some(())
    }

    #[inline]
    fn copy_to(&mut self, target: &mut [u8]) -> Option<()> {
        if target.len() > self.remaining() {
            return None;
        }
        let mut copied = 0;
        while copied < target.len() {
            let segment = self.segments.get(self.current)?;
            let here = segment.readable().get(self.position_in_segment..)?;
            let count = here.len().min(target.len() - copied);
            target.get_mut(copied..copied + count)?.copy_from_slice(here.get(..count)?);
            copied += count;
            self.position_in_segment += count;
            if copied < target.len() {
                self.current += 1;
                self.position_in_segment = 0;
            }
        }
        Some(())
    }

    #[cold]
    fn shortage(&self, wanted: usize, available: usize) -> Fault {
        if self.references.is_held() {
            Fault::BufferUnderflow { wanted, available }
        } else {
            Fault::IllegalArgument
        }
    }
}
