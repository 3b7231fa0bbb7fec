//! Writing a PREFIX block.
//!
//! Source: apache/hbase, `PrefixKeyDeltaEncoder` and `BufferedDataBlockEncoder.afterEncodingKeyValue`.
//! Ported: the bytes, exactly. Left out: the comparators' special handling of meta tables.
//! Differs: lengths that do not fit are an error.

use super::{Key, Layout, compressed_int};
use crate::fault::Fault;
use crate::vlong::format;

/// What a block stores.
#[derive(Clone, Copy, Debug)]
pub struct Cell<'a> {
    /// Keys ascend within a block.
    pub key: Key<'a>,
    /// Any bytes.
    pub value: &'a [u8],
    /// As stored, each tag with its length and type; not written unless the block includes tags.
    pub tags: &'a [u8],
    /// Not written unless the block includes it.
    pub sequence_id: i64,
}

/// A block in the making.
#[derive(Debug)]
pub struct PrefixEncoder {
    layout: Layout,
    block: Vec<u8>,
    unencoded_size: usize,
    previous: Vec<u8>,
    flat: Vec<u8>,
}

impl PrefixEncoder {
    /// An empty block.
    pub fn new(layout: Layout) -> PrefixEncoder {
        // The size is known at the end; its place is kept.
        let block = vec![0; 4];
        PrefixEncoder { layout, block, unencoded_size: 0, previous: Vec::new(), flat: Vec::new() }
    }

    /// Appends a cell, whose key must not sort before the last one.
    ///
    /// # Errors
    /// [`Fault::IllegalArgument`] if a part is longer than its length field can say; then nothing is appended.
    pub fn append(&mut self, cell: &Cell<'_>) -> Result<(), Fault> {
        let length = |bytes: usize| u32::try_from(bytes).map_err(|_| Fault::IllegalArgument);
        let [value_length, tags_length] = [length(cell.value.len())?, length(cell.tags.len())?];
        cell.key.write_flat(&mut self.flat)?;
        let common =
            Key::parse(&self.previous).map_or(0, |previous| cell.key.common_prefix(&previous));
        let suffix_length = length(self.flat.len() - common)?;

        compressed_int::append(&mut self.block, suffix_length);
        compressed_int::append(&mut self.block, value_length);
        compressed_int::append(&mut self.block, length(common)?);
        self.block.extend(&self.flat[common..]);
        self.block.extend(cell.value);
        self.unencoded_size += self.flat.len() + cell.value.len() + 8;
        if self.layout.includes_tags {
            compressed_int::append(&mut self.block, tags_length);
            self.block.extend(cell.tags);
            self.unencoded_size += 2 + cell.tags.len();
        }
        if self.layout.includes_sequence_ids {
            format::append(&mut self.block, cell.sequence_id);
            self.unencoded_size += format::encoded_size(cell.sequence_id);
        }
        std::mem::swap(&mut self.previous, &mut self.flat);
        Ok(())
    }

    /// Bytes written so far: where the next cell will begin.
    pub fn encoded_bytes(&self) -> usize {
        self.block.len()
    }

    /// The block from its unencoded size on.
    ///
    /// # Errors
    /// [`Fault::IllegalArgument`] if the unencoded size does not fit its four bytes.
    pub fn finish(mut self) -> Result<Vec<u8>, Fault> {
        let size = u32::try_from(self.unencoded_size).map_err(|_| Fault::IllegalArgument)?;
        self.block[..4].copy_from_slice(&size.to_be_bytes());
        Ok(self.block)
    }
}
