//! `prefix_block`: a block's bytes, a scan, and seeks played in order, with every contender inside.

use common::fault::Fault;
use common::vlong::cursor::{Cursor, SharedCursor, SliceCursor};
use common::vlong::prefix::{Cell, Key, Layout, PrefixEncoder, PrefixSeeker};
use serde_json::Value;

use super::cases;
use super::containers::segmented;
use super::contenders::Contender;
use crate::replay::{Difference, Steps};

/// The segments that the originals were recorded in.
const SEGMENT_LENGTHS: [usize; 2] = [64, 5];

struct Block {
    layout: Layout,
    cells: Vec<OwnedCell>,
    encoded: Vec<u8>,
}

struct OwnedCell {
    key: OwnedKey,
    value: Vec<u8>,
    tags: Vec<u8>,
    sequence_id: i64,
    encoded_end: usize,
}

struct OwnedKey {
    row: Vec<u8>,
    family: Vec<u8>,
    qualifier: Vec<u8>,
    timestamp: i64,
    type_code: u8,
}

impl OwnedKey {
    const FIELDS: [&str; 5] = ["row_hex", "family_hex", "qualifier_hex", "timestamp", "type_code"];

    fn read(object: &Value) -> Result<OwnedKey, Difference> {
        Ok(OwnedKey {
            row: cases::hex(object, "row_hex")?,
            family: cases::hex(object, "family_hex")?,
            qualifier: cases::hex(object, "qualifier_hex")?,
            timestamp: cases::number(object, "timestamp")?,
            type_code: cases::byte(object, "type_code")?,
        })
    }

    fn parts(&self) -> Key<'_> {
        let OwnedKey { row, family, qualifier, timestamp, type_code } = self;
        Key { row, family, qualifier, timestamp: *timestamp, type_code: *type_code }
    }
}

impl Block {
    fn read(case: &Value) -> Result<Block, Difference> {
        let layout = Layout {
            includes_tags: cases::flag(case, "includes_tags")?,
            includes_sequence_ids: cases::flag(case, "includes_mvcc")?,
        };
        let mut fields = OwnedKey::FIELDS.to_vec();
        fields.extend(["value_hex", "encoded_end_bytes"]);
        fields.extend(layout.includes_tags.then_some("tags_hex"));
        fields.extend(layout.includes_sequence_ids.then_some("sequence_id"));
        let cell = |cell: &Value| {
            cases::only(cell, &fields)?;
            Ok(OwnedCell {
                key: OwnedKey::read(cell)?,
                value: cases::hex(cell, "value_hex")?,
                tags: if layout.includes_tags { cases::hex(cell, "tags_hex")? } else { Vec::new() },
                sequence_id: if layout.includes_sequence_ids {
                    cases::number(cell, "sequence_id")?
                } else {
                    0
                },
                encoded_end: cases::size(cell, "encoded_end_bytes")?,
            })
        };
        let cells =
            cases::list(case, "cells")?.iter().map(cell).collect::<Result<_, Difference>>()?;
        Ok(Block { layout, cells, encoded: cases::hex(case, "encoded_hex")? })
    }
}

pub(super) fn replay(case: &Value) -> Result<Steps, Difference> {
    cases::only(
        case,
        &["id", "op", "includes_tags", "includes_mvcc", "cells", "encoded_hex", "seeks"],
    )?;
    let block = Block::read(case)?;
    let seeks = cases::list(case, "seeks")?;
    let mut steps = encode(&block)?;
    for contender in Contender::ALL {
        let bytes = &block.encoded;
        let at = |container: &str| format!("{contender:?} in {container}");
        steps += play(&block, seeks, &at("byte_buffer"), contender, SliceCursor::new(bytes))?;
        steps += play(&block, seeks, &at("single"), contender, SharedCursor::new(&bytes[..]))?;
        for length in SEGMENT_LENGTHS {
            let cursor = segmented(bytes, &vec![length; bytes.len() / length]);
            steps += play(&block, seeks, &at(&format!("{length}s")), contender, cursor)?;
        }
    }
    Ok(steps)
}

fn encode(block: &Block) -> Result<Steps, Difference> {
    let fault = |fault: Fault| Difference::new("encoding", "no fault", fault);
    let mut encoder = PrefixEncoder::new(block.layout);
    let mut steps = 1;
    for (index, OwnedCell { key, value, tags, sequence_id, encoded_end }) in
        block.cells.iter().enumerate()
    {
        let cell = Cell { key: key.parts(), value, tags, sequence_id: *sequence_id };
        encoder.append(&cell).map_err(fault)?;
        let step = format!("end of encoded cell {index}");
        Difference::unless_equal(step, encoded_end, &encoder.encoded_bytes())?;
        steps += 1;
    }
    Difference::unless_equal("encoded", &block.encoded, &encoder.finish().map_err(fault)?)?;
    Ok(steps)
}

/// A scan over all cells, then the seeks.
fn play<C: Cursor>(
    block: &Block,
    seeks: &[Value],
    at: &str,
    contender: Contender,
    cursor: C,
) -> Result<Steps, Difference> {
    let fault = |fault: Fault| Difference::new(at, "no fault", fault);
    let read_vlong = move |cursor: &mut C| contender.read_vlong(cursor);
    let mut seeker = PrefixSeeker::new(cursor, block.layout, read_vlong).map_err(fault)?;
    let mut steps = 0;
    seeker.rewind().map_err(fault)?;
    for index in 0..block.cells.len() {
        stands_at(block, &seeker, &format!("{at}, scan"), index)?;
        let more = index + 1 < block.cells.len();
        let advanced = seeker.advance().map_err(fault)?;
        Difference::unless_equal(format!("{at}, advance from {index}"), &more, &advanced)?;
        steps += 2;
    }
    for (index, seek) in seeks.iter().enumerate() {
        cases::only(seek, &["rewind_first", "key", "seek_before", "expected"])?;
        cases::only(&seek["key"], &OwnedKey::FIELDS)?;
        let expected = &seek["expected"];
        cases::only(expected, &["result", "error", "java", "current_cell_index"])?;
        if cases::flag(seek, "rewind_first")? {
            seeker.rewind().map_err(fault)?;
        }
        let key = OwnedKey::read(&seek["key"])?;
        let found = seeker.seek(&key.parts(), cases::flag(seek, "seek_before")?);
        let got = match found {
            Ok(found) => found.code().to_string(),
            Err(Fault::IllegalState) => "illegal_state".into(),
            Err(other) => format!("{other:?}"),
        };
        let wanted = match expected["result"].as_i64() {
            Some(code) => code.to_string(),
            None => cases::text(expected, "error")?.into(),
        };
        Difference::unless_equal(format!("{at}, seek {index}"), &wanted, &got)?;
        let cell = cases::size(expected, "current_cell_index")?;
        stands_at(block, &seeker, &format!("{at}, seek {index}"), cell)?;
        steps += 2;
    }
    Ok(steps)
}

/// Whether the seeker's current cell is the one with this index, wholly.
fn stands_at<C: Cursor, D: Fn(&mut C) -> Result<i64, Fault>>(
    block: &Block,
    seeker: &PrefixSeeker<C, D>,
    step: &str,
    index: usize,
) -> Result<(), Difference> {
    let expected = block
        .cells
        .get(index)
        .ok_or_else(|| Difference::new(step, "a cell of the block", index))?;
    let current = seeker.current();
    let bytes = |(offset, length): (usize, usize)| block.encoded[offset..offset + length].to_vec();
    let got = (
        Key::parse(current.flat_key),
        bytes(current.value),
        bytes(current.tags),
        current.sequence_id,
        current.end,
    );
    let OwnedCell { key, value, tags, sequence_id, encoded_end } = expected;
    let wanted = (Some(key.parts()), value.clone(), tags.clone(), *sequence_id, *encoded_end);
    Difference::unless_equal(format!("{step}, cell {index}"), &wanted, &got)
}
