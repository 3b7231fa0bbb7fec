//! What legacy must do and the patch spares, seen by counting types instead of a clock or valgrind.
//!
//! The byte guards hold what is allocated, the gate's floors what is executed; here is what the algorithm asks for.

use std::cell::Cell;
use std::rc::Rc;

use common::btree::NoOp;
use common::fault::Fault;
use common::vlong::cursor::{Cursor, SharedCursor};

/// Counts how it is read.
struct Counting {
    inner: SharedCursor,
    single_bytes: Cell<usize>,
    wide_reads: Cell<usize>,
}

impl Cursor for Counting {
    fn position(&self) -> usize {
        self.inner.position()
    }

    fn remaining(&self) -> usize {
        self.inner.remaining()
    }

    fn get(&mut self) -> Option<u8> {
        self.single_bytes.set(self.single_bytes.get() + 1);
        self.inner.get()
    }

    fn array_after_position<const N: usize>(&self, offset: usize) -> Option<[u8; N]> {
        self.wide_reads.set(self.wide_reads.get() + 1);
        self.inner.array_after_position(offset)
    }

    fn chunk(&self) -> &[u8] {
        self.wide_reads.set(self.wide_reads.get() + 1);
        self.inner.chunk()
    }

    fn set_position(&mut self, position: usize) -> Option<()> {
        self.inner.set_position(position)
    }

    fn skip(&mut self, count: usize) -> Option<()> {
        self.inner.skip(count)
    }

    fn copy_to(&mut self, target: &mut [u8]) -> Option<()> {
        self.inner.copy_to(target)
    }
}

/// Reads of one byte, and of several at once, for a value of so many bytes before so many others.
fn reads(
    read_vlong: fn(&mut Counting) -> Result<i64, Fault>,
    size: u8,
    padding: usize,
) -> (usize, usize) {
    let first = if size == 1 { 0 } else { 0x91 - size };
    let bytes = [vec![first], vec![0x5a; usize::from(size) - 1 + padding]].concat();
    let (single_bytes, wide_reads) = (Cell::new(0), Cell::new(0));
    let mut cursor = Counting { inner: SharedCursor::new(bytes), single_bytes, wide_reads };
    assert!(read_vlong(&mut cursor).is_ok());
    assert_eq!(cursor.position(), usize::from(size));
    (cursor.single_bytes.get(), cursor.wide_reads.get())
}

#[test]
fn legacy_asks_for_every_byte_by_itself_and_the_patch_for_eight_where_they_are_there() {
    for size in 1..=9 {
        let all = (usize::from(size), 0);
        for padding in [0, 1, 8, 16] {
            assert_eq!(reads(legacy::vlong_decode::read_vlong, size, padding), all);
            assert_eq!(reads(control::vlong_decode::read_vlong, size, padding), all);
            let has_eight = usize::from(size) - 1 + padding >= 8;
            let expected = if size > 1 && has_eight { (1, 1) } else { all };
            assert_eq!(
                reads(optimized::vlong_decode::read_vlong, size, padding),
                expected,
                "{size} bytes and {padding}"
            );
        }
    }
}

/// A key that counts how often it is copied; moves are not seen.
#[derive(Debug)]
struct Key(Rc<Cell<u64>>);

impl Clone for Key {
    fn clone(&self) -> Key {
        self.0.set(self.0.get() + 1);
        Key(Rc::clone(&self.0))
    }
}

#[test]
fn legacy_copies_every_key_of_a_leaf_out_of_its_buffer_and_the_patch_copies_none() {
    for n in [1_i32, 31, 32, 33, 100, 1_000, 5_000] {
        let copies = Rc::new(Cell::new(0));
        let source = || (0..n).map(|_| Key(Rc::clone(&copies)));
        let tree = legacy::btree_build::Trees::new(32).build(source(), n, &mut NoOp);
        let of_legacy = copies.replace(0);
        assert_eq!(tree.map(|tree| tree.size()), Ok(n.unsigned_abs()));
        // Below the fan-out factor a leaf is filled where it stays.
        let least = if n < 32 { 0 } else { u64::from(n.unsigned_abs()) };
        assert!((least..=least + least / 16).contains(&of_legacy), "{n}: {of_legacy} copies");
        let tree = optimized::btree_build::Trees::new(32).build(source(), n, &mut NoOp);
        assert_eq!(tree.map(|tree| tree.size()), Ok(n.unsigned_abs()));
        assert_eq!(copies.get(), 0, "{n}");
    }
}
