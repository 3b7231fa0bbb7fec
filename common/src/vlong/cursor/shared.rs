//! A cursor over one reference-counted buffer: `HBase`'s usual container.
//!
//! Source: apache/hbase, `nio/SingleByteBuff`.
//! Ported: the count is looked at before every access, and the position is a field that every access reads and writes.
//! Left out: `Unsafe` access, and the mark, for which `set_position` serves.
//! Differs: a released buffer gives `None` and [`Fault::IllegalArgument`], where Java throws at once.

use std::sync::Arc;

use super::{Cursor, ReferenceCount};
use crate::fault::Fault;

/// One shared buffer up to a limit.
#[derive(Debug)]
pub struct SharedCursor {
    bytes: Arc<[u8]>,
    references: Arc<ReferenceCount>,
    position: usize,
    limit: usize,
}

impl SharedCursor {
    /// At the start of `bytes`, held once.
    pub fn new(bytes: impl Into<Arc<[u8]>>) -> SharedCursor {
        let bytes = bytes.into();
        let (references, limit) = (Arc::new(ReferenceCount::new()), bytes.len());
        SharedCursor { bytes, references, position: 0, limit }
    }

    /// With fewer readable bytes; those behind `limit` exist and have no influence.
    ///
    /// # Panics
    /// If the buffer is shorter than `limit`.
    #[must_use]
    pub fn with_limit(mut self, limit: usize) -> SharedCursor {
        assert!(limit <= self.bytes.len(), "the limit lies inside the buffer");
        (self.limit, self.position) = (limit, self.position.min(limit));
        self
    }

    /// The count of its users, for those who share the buffer.
    pub fn references(&self) -> &Arc<ReferenceCount> {
        &self.references
    }

    /// The readable bytes, if somebody still holds the buffer.
    #[inline]
    fn readable(&self) -> Option<&[u8]> {
        if self.references.is_held() { self.bytes.get(..self.limit) } else { None }
    }
}

impl Cursor for SharedCursor {
    #[inline]
    fn position(&self) -> usize {
        self.position
    }

    #[inline]
    fn remaining(&self) -> usize {
        if self.references.is_held() { self.limit - self.position } else { 0 }
    }

    #[inline]
    fn get(&mut self) -> Option<u8> {
        let byte = *self.readable()?.get(self.position)?;
        self.position += 1;
        Some(byte)
    }

    #[inline]
    fn array_after_position<const N: usize>(&self, offset: usize) -> Option<[u8; N]> {
        self.readable()?.get(self.position..)?.get(offset..)?.first_chunk().copied()
    }

    #[inline]
    fn chunk(&self) -> &[u8] {
        self.readable().and_then(|bytes| bytes.get(self.position..)).unwrap_or_default()
    }

    #[inline]
    fn set_position(&mut self, position: usize) -> Option<()> {
        if !self.references.is_held() || position > self.limit {
            return None;
        }
        self.position = position;
        Some(())
    }

    #[inline]
    fn skip(&mut self, count: usize) -> Option<()> {
        if count > self.remaining() {
            return None;
        }
        self.position += count;
        Some(())
    }

    #[inline]
    fn copy_to(&mut self, target: &mut [u8]) -> Option<()> {
        target.copy_from_slice(self.readable()?.get(self.position..)?.get(..target.len())?);
        self.position += target.len();
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
