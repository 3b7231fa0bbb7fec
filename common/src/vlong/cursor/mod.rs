//! Where a value is read from: three containers behind one trait.
//!
//! The container decides what a read of single bytes costs. [`SliceCursor`] is what Rust code would use, its position
//! held in a register; [`SharedCursor`] is `HBase`'s: its position stands in memory and each access looks at a reference
//! count first; [`SegmentedCursor`] is the same over several buffers.
//!
//! Source: apache/hbase, `nio/ByteBuff`, `SingleByteBuff` and `MultiByteBuff`.
//! Ported: what `readVLong` and the encoded seekers call; `chunk` is ours, for decoders that upstream does not have.
//! Left out: writing, and the difference of heap and direct
//! buffers, which Rust does not have.
//! Differs: every access is checked against the limit. Upstream's `getIntAfterPosition` may read beyond it, and
//! `getShort` over two segments may read between a segment's limit and its capacity.

mod reference_count;
mod segmented;
mod shared;
mod slice;

pub use self::reference_count::ReferenceCount;
pub use self::segmented::SegmentedCursor;
pub use self::shared::SharedCursor;
pub use self::slice::SliceCursor;
use crate::fault::Fault;

/// Bytes up to a limit, and a position in them. No access goes beyond the limit or panics.
pub trait Cursor {
    /// Bytes from the start of the container to the next one that is read.
    fn position(&self) -> usize;

    /// Bytes from the position to the limit.
    fn remaining(&self) -> usize;

    /// The next byte; the position moves behind it. `None` at the limit, where nothing moves.
    fn get(&mut self) -> Option<u8>;

    /// The `N` bytes from `offset` behind the position on; the position stays. `None` if the limit comes before their
    /// end.
    fn array_after_position<const N: usize>(&self, offset: usize) -> Option<[u8; N]>;

    /// The bytes from the position on that lie in one piece, at least one if any remain; the position stays.
    fn chunk(&self) -> &[u8];

    /// Moves the position. `None` if that is behind the limit, where nothing moves.
    fn set_position(&mut self, position: usize) -> Option<()>;

    /// Moves the position by `count` bytes. `None` if so many do not remain, and then nothing moves.
    fn skip(&mut self, count: usize) -> Option<()>;

    /// Fills `target` from the position on and moves behind what was copied. `None` if so many bytes do not remain, and
    /// then nothing moves.
    fn copy_to(&mut self, target: &mut [u8]) -> Option<()>;

    /// Why an access gave `None`, said by whoever knows the value: it takes `wanted` bytes, `available` were there.
    #[cold]
    fn shortage(&self, wanted: usize, available: usize) -> Fault {
        Fault::BufferUnderflow { wanted, available }
    }
}

#[cfg(test)]
mod tests;
