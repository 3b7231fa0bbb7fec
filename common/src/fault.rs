//! The errors of the originals that a caller can observe.

use std::fmt;

/// What the original Java throws after a check of its own; array accesses that Java lets fail panic here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// `IndexOutOfBoundsException` and its kin, thrown by an explicit check.
    IndexOutOfBounds,
    /// `NegativeArraySizeException`.
    NegativeArraySize,
    /// `IllegalArgumentException`.
    IllegalArgument,
    /// `IllegalStateException`.
    IllegalState,
    /// `NullPointerException`.
    NullPointer,
    /// `BufferUnderflowException`: `wanted` bytes were asked for and `available` were left.
    BufferUnderflow {
        /// Bytes of the whole value, its first byte included.
        wanted: usize,
        /// Bytes from the start of the value to the end of the input.
        available: usize,
    },
    /// `BufferOverflowException`: `wanted` bytes were to be written and `available` had room.
    BufferOverflow {
        /// Bytes of the whole value.
        wanted: usize,
        /// Bytes from the start of the value to the end of the buffer.
        available: usize,
    },
    /// `NoSuchElementException`: an iterator ended early.
    NoSuchElement,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::IndexOutOfBounds => f.write_str("index out of bounds"),
            Fault::NegativeArraySize => f.write_str("negative array size"),
            Fault::IllegalArgument => f.write_str("illegal argument"),
            Fault::IllegalState => f.write_str("illegal state"),
            Fault::NullPointer => f.write_str("null pointer"),
            Fault::BufferUnderflow { wanted, available } => {
                write!(f, "the value takes {wanted} bytes and only {available} are left")
            }
            Fault::BufferOverflow { wanted, available } => {
                write!(f, "the value takes {wanted} bytes and there is room for {available}")
            }
            Fault::NoSuchElement => f.write_str("no such element"),
        }
    }
}

impl std::error::Error for Fault {}
