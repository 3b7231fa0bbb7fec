//! How a workload keeps its bytes between iterations, and the two ways in which it reads them.

use std::hint::black_box;

use common::fault::Fault;
use common::vlong::cursor::{Cursor, SegmentedCursor, SharedCursor, SliceCursor};
use measure::Answer;

use super::contenders::Decoder;

/// Segments are as long as a memory page.
const SEGMENT_BYTES: usize = 4096;

/// What a read that fails counts as; no workload has this value.
const FAILED: i64 = i64::MIN + 0x5eed;

/// Everything that an iteration read, in two words.
#[derive(Default)]
pub(super) struct Fold {
    values: u64,
    position: u64,
}

impl Fold {
    /// Two instructions per value, and a wrong value, order or count changes the outcome.
    #[inline]
    pub(super) fn push(&mut self, read: Result<i64, Fault>) {
        let value = black_box(read.unwrap_or(FAILED));
        self.values = self.values.wrapping_add(value.cast_unsigned()).rotate_left(1);
    }

    /// Where the reads ended, which tells whether each moved as far as it should.
    #[inline]
    pub(super) fn ends_at(mut self, position: usize) -> Fold {
        self.position = position as u64;
        self
    }
}

impl From<Fold> for Answer {
    fn from(fold: Fold) -> Answer {
        Answer::from_iter([fold.values, fold.position])
    }
}

/// Bytes that reads begin at the start of, or walk through.
pub(super) trait Container: 'static {
    fn over(bytes: &[u8]) -> Self;

    /// Reads the first value again and again, each time with a fresh cursor.
    fn read_again<D: Decoder>(&mut self, decoder: D, reads: usize) -> Fold;

    /// Reads the next values, from the start again when the end is reached.
    fn read_on<D: Decoder>(&mut self, decoder: D, reads: usize) -> Fold;
}

/// Bytes read through a slice cursor, whose position is a local variable.
pub(super) struct Sliced {
    bytes: Vec<u8>,
    position: usize,
}

impl Container for Sliced {
    fn over(bytes: &[u8]) -> Sliced {
        Sliced { bytes: bytes.into(), position: 0 }
    }

    #[inline]
    fn read_again<D: Decoder>(&mut self, decoder: D, reads: usize) -> Fold {
        let (mut fold, mut position) = (Fold::default(), 0);
        for _ in 0..reads {
            let mut cursor = black_box(SliceCursor::new(&self.bytes));
            fold.push(decoder.read(&mut cursor));
            position = cursor.position();
        }
        fold.ends_at(position)
    }

    #[inline]
    fn read_on<D: Decoder>(&mut self, decoder: D, reads: usize) -> Fold {
        // The cursor is not passed through `black_box` for each read: its position in a register is what sets this
        // container apart, and no read can be hoisted, since each begins where the one before it ended.
        let mut cursor = SliceCursor::new(&self.bytes);
        let start = if self.position == self.bytes.len() { 0 } else { self.position };
        let moved = cursor.set_position(start);
        debug_assert!(moved.is_some(), "the position was one of this cursor");
        let mut fold = Fold::default();
        for _ in 0..reads {
            fold.push(decoder.read(&mut cursor));
        }
        self.position = cursor.position();
        fold.ends_at(self.position)
    }
}

/// Bytes read through a cursor that owns them, its position in memory.
pub(super) struct Owned<C>(C);

/// A cursor that owns its bytes.
pub(super) trait OverBytes: Cursor + 'static {
    fn over(bytes: &[u8]) -> Self;
}

impl OverBytes for SharedCursor {
    fn over(bytes: &[u8]) -> SharedCursor {
        SharedCursor::new(bytes)
    }
}

impl OverBytes for SegmentedCursor {
    fn over(bytes: &[u8]) -> SegmentedCursor {
        SegmentedCursor::new(bytes.chunks(SEGMENT_BYTES).map(<[u8]>::to_vec).collect())
    }
}

impl<C: OverBytes> Container for Owned<C> {
    fn over(bytes: &[u8]) -> Owned<C> {
        Owned(C::over(bytes))
    }

    #[inline]
    fn read_again<D: Decoder>(&mut self, decoder: D, reads: usize) -> Fold {
        let mut fold = Fold::default();
        for _ in 0..reads {
            // The ticket's benchmark resets its buffer inside the operation, too.
            let reset = self.0.set_position(0);
            debug_assert!(reset.is_some(), "the buffer is held");
            fold.push(decoder.read(black_box(&mut self.0)));
        }
        fold.ends_at(self.0.position())
    }

    #[inline]
    fn read_on<D: Decoder>(&mut self, decoder: D, reads: usize) -> Fold {
        if self.0.remaining() == 0 {
            let reset = self.0.set_position(0);
            debug_assert!(reset.is_some(), "the buffer is held");
        }
        let mut fold = Fold::default();
        for _ in 0..reads {
            fold.push(decoder.read(black_box(&mut self.0)));
        }
        fold.ends_at(self.0.position())
    }
}
