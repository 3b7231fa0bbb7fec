//! A cursor over borrowed bytes: what Rust code would use.
//!
//! Source: stands for the plain `java.nio.ByteBuffer`, whose overload of `readVLong` has the same body.
//! Ported: as the trait says. Left out: capacity behind the limit, which a slice does not have.
//! Differs: the position is a local of the caller, so the compiler keeps it in a register.

use super::Cursor;

/// Borrowed bytes up to their end.
#[derive(Clone, Copy, Debug)]
pub struct SliceCursor<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl<'a> SliceCursor<'a> {
    /// At the start of `bytes`.
    #[inline]
    pub fn new(bytes: &'a [u8]) -> SliceCursor<'a> {
        SliceCursor { bytes, position: 0 }
    }
}

impl Cursor for SliceCursor<'_> {
    #[inline]
    fn position(&self) -> usize {
        self.position
    }

    #[inline]
    fn remaining(&self) -> usize {
        self.bytes.len() - self.position
    }

    #[inline]
    fn get(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.position)?;
        self.position += 1;
        Some(byte)
    }

    #[inline]
    fn array_after_position<const N: usize>(&self, offset: usize) -> Option<[u8; N]> {
        self.bytes.get(self.position..)?.get(offset..)?.first_chunk().copied()
    }

    #[inline]
    fn chunk(&self) -> &[u8] {
        self.bytes.get(self.position..).unwrap_or_default()
    }

    #[inline]
    fn set_position(&mut self, position: usize) -> Option<()> {
        if position > self.bytes.len() {
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
        target.copy_from_slice(self.bytes.get(self.position..)?.get(..target.len())?);
        self.position += target.len();
        Some(())
    }
}
