//! Scanning and seeking in a PREFIX block.
//!
//! Source: apache/hbase, `BufferedDataBlockEncoder.BufferedEncodedSeeker` and the seeker of `PrefixKeyDeltaEncoder`.
//! Ported: decoding of a cell, rewind, next, and the seek with what it remembers of equal prefixes.
//! Left out: the cell objects handed out, and tag compression.
//! Differs: a key buffer grows only for bytes that are there, so a damaged length cannot ask for gigabytes.

use std::cmp::Ordering;
use std::mem;

use super::key::{self, KnownEqual};
use super::{Key, Layout, compressed_int};
use crate::fault::Fault;
use crate::vlong::cursor::Cursor;

/// Key buffers begin with so many bytes, so that usual keys never make them grow.
const FIRST_KEY_BUFFER_BYTES: usize = 512;

/// A position in a block: the current cell, decoded, and the one before it while a seek needs it.
///
/// `D` reads a vlong; each step over a cell reads one, whether it is wanted or not.
#[derive(Debug)]
pub struct PrefixSeeker<C, D> {
    cursor: C,
    read_vlong: D,
    layout: Layout,
    current: State,
    previous: State,
}

/// The current cell: its key as parts, everything else as places in the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurrentCell<'a> {
    /// The whole key.
    pub flat_key: &'a [u8],
    /// Offset in the block and length in bytes.
    pub value: (usize, usize),
    /// Offset in the block and length in bytes; length 0 if the block does not include tags.
    pub tags: (usize, usize),
    /// 0 if the block does not include it.
    pub sequence_id: i64,
    /// Offset in the block of the cell behind it.
    pub end: usize,
}

/// What a seek found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The current cell has the key.
    Exact,
    /// The current cell is the last one before the key, or the last of the block.
    Before,
    /// The key lies before the first cell looked at, and none is known that comes before it.
    BeforeAll,
}

impl Found {
    /// The number that upstream returns.
    pub fn code(self) -> i32 {
        match self {
            Found::Exact => 0,
            Found::Before => 1,
            // `INDEX_KEY_MAGIC`.
            Found::BeforeAll => -2,
        }
    }
}

#[derive(Debug)]
struct State {
    /// The flat key, then unused bytes.
    key_buffer: Vec<u8>,
    key_length: usize,
    /// Bytes that the key shares with the key before it.
    common: usize,
    value: (usize, usize),
    tags: (usize, usize),
    sequence_id: i64,
    end: usize,
    /// A previous cell is valid from a step forward until the next move of another kind.
    is_valid: bool,
}

impl State {
    fn new() -> State {
        State {
            key_buffer: vec![0; FIRST_KEY_BUFFER_BYTES],
            key_length: 0,
            common: 0,
            value: (0, 0),
            tags: (0, 0),
            sequence_id: 0,
            end: 0,
            is_valid: false,
        }
    }

    fn flat_key(&self) -> &[u8] {
        &self.key_buffer[..self.key_length]
    }

    /// Becomes what `next` is. Copies only the bytes behind the common prefix where the rest is known to be equal.
    fn copy_from_next(&mut self, next: &State) {
        if self.key_buffer.len() == next.key_buffer.len() {
            let start = if self.is_valid { next.common } else { 0 };
            self.key_buffer[start..next.key_length]
                .copy_from_slice(&next.key_buffer[start..next.key_length]);
        } else {
            self.key_buffer.clone_from(&next.key_buffer);
        }
        self.key_length = next.key_length;
        self.common = next.common;
        (self.value, self.tags) = (next.value, next.tags);
        (self.sequence_id, self.end) = (next.sequence_id, next.end);
        self.is_valid = true;
    }
}

impl<C, D> PrefixSeeker<C, D>
where
    C: Cursor,
    D: Fn(&mut C) -> Result<i64, Fault>,
{
    /// At the first cell of the block that begins where `cursor` does.
    ///
    /// # Errors
    /// As for [`PrefixSeeker::advance`].
    pub fn new(cursor: C, layout: Layout, read_vlong: D) -> Result<PrefixSeeker<C, D>, Fault> {
        let (current, previous) = (State::new(), State::new());
        let mut seeker = PrefixSeeker { cursor, read_vlong, layout, current, previous };
        seeker.rewind()?;
        Ok(seeker)
    }

    /// Back to the first cell.
    ///
    /// # Errors
    /// As for [`PrefixSeeker::advance`].
    pub fn rewind(&mut self) -> Result<(), Fault> {
        self.cursor.set_position(0).ok_or_else(|| self.cursor.shortage(4, 0))?;
        self.cursor.skip(4).ok_or_else(|| self.cursor.shortage(4, self.cursor.remaining()))?;
        // The first key has nothing before it to share bytes with.
        self.current.key_length = 0;
        self.decode_next()?;
        self.previous.is_valid = false;
        Ok(())
    }

    /// On to the next cell; `false` at the last one, which stays.
    ///
    /// # Errors
    /// If the block is damaged: [`Fault::BufferUnderflow`] if it ends inside a cell, [`Fault::IndexOutOfBounds`] if a
    /// key shares more bytes than the key before it has, [`Fault::IllegalArgument`] if a length has more than five
    /// bytes. Only [`PrefixSeeker::rewind`] makes sense after that.
    pub fn advance(&mut self) -> Result<bool, Fault> {
        if self.cursor.remaining() == 0 {
            return Ok(false);
        }
        self.decode_next()?;
        self.previous.is_valid = false;
        Ok(true)
    }

    /// The cell that the seeker stands at.
    pub fn current(&self) -> CurrentCell<'_> {
        let State { value, tags, sequence_id, end, .. } = self.current;
        CurrentCell { flat_key: self.current.flat_key(), value, tags, sequence_id, end }
    }

    /// From the current cell on to the one with `key`, or to the last one before it; with `before`, to the last one
    /// before it in any case. Linear: PREFIX has no places to restart from.
    ///
    /// # Errors
    /// [`Fault::IllegalState`] if `before` is asked for and no cell before is known; the seeker stays where it is.
    /// [`Fault::IndexOutOfBounds`] if a key's lengths do not fit into it. Otherwise as for [`PrefixSeeker::advance`].
    pub fn seek(&mut self, key: &Key<'_>, before: bool) -> Result<Found, Fault> {
        let mut known = KnownEqual::default();
        self.previous.is_valid = false;
        loop {
            let current = Key::parse(self.current.flat_key()).ok_or(Fault::IndexOutOfBounds)?;
            match key::compare(key, &current, self.current.common, &mut known) {
                Ordering::Equal if !before => return Ok(Found::Exact),
                Ordering::Equal if !self.previous.is_valid => return Err(Fault::IllegalState),
                Ordering::Less if !self.previous.is_valid => return Ok(Found::BeforeAll),
                Ordering::Equal | Ordering::Less => {
                    self.move_to_previous()?;
                    return Ok(Found::Before);
                }
                Ordering::Greater if self.cursor.remaining() == 0 => return Ok(Found::Before),
                Ordering::Greater => {
                    self.previous.copy_from_next(&self.current);
                    self.decode_next()?;
                }
            }
        }
    }

    fn move_to_previous(&mut self) -> Result<(), Fault> {
        mem::swap(&mut self.current, &mut self.previous);
        self.previous.is_valid = false;
        let end = self.current.end;
        self.cursor.set_position(end).ok_or_else(|| self.cursor.shortage(end, 0))
    }

    #[inline]
    fn decode_next(&mut self) -> Result<(), Fault> {
        let cursor = &mut self.cursor;
        let suffix_length = compressed_int::read(cursor)?;
        let value_length = compressed_int::read(cursor)?;
        let common = compressed_int::read(cursor)?;
        let state = &mut self.current;
        if common > state.key_length {
            return Err(Fault::IndexOutOfBounds);
        }
        let remaining = cursor.remaining();
        if suffix_length > remaining {
            return Err(cursor.shortage(suffix_length, remaining));
        }
        let key_length = common + suffix_length;
        if key_length > state.key_buffer.len() {
            state.key_buffer.resize(key_length.next_power_of_two(), 0);
        }
        let suffix = &mut state.key_buffer[common..key_length];
        cursor.copy_to(suffix).ok_or_else(|| cursor.shortage(suffix_length, 0))?;
        (state.key_length, state.common) = (key_length, common);
        state.value = take(cursor, value_length)?;
        if self.layout.includes_tags {
            let tags_length = compressed_int::read(cursor)?;
            state.tags = take(cursor, tags_length)?;
        }
        if self.layout.includes_sequence_ids {
            state.sequence_id = (self.read_vlong)(cursor)?;
        }
        state.end = cursor.position();
        Ok(())
    }
}

/// Steps over `length` bytes and says where they are.
#[inline]
fn take<C: Cursor>(cursor: &mut C, length: usize) -> Result<(usize, usize), Fault> {
    let offset = cursor.position();
    cursor.skip(length).ok_or_else(|| cursor.shortage(length, cursor.remaining()))?;
    Ok((offset, length))
}
