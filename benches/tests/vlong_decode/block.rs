//! PREFIX blocks of random cells: a scan gives them back, a seek finds what a look through a sorted list finds, and damage
//! never panics.

use std::cmp::Reverse;

use common::fault::Fault;
use common::vlong::cursor::{Cursor, SegmentedCursor, SharedCursor, SliceCursor};
use common::vlong::prefix::{Cell, Found, Key, Layout, PrefixEncoder, PrefixSeeker};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::model::Contender;
use crate::tally::{compared, tally};

#[derive(Clone, Debug)]
struct OwnedCell {
    row: Vec<u8>,
    qualifier: Vec<u8>,
    timestamp: i64,
    type_code: u8,
    value: Vec<u8>,
    tags: Vec<u8>,
    sequence_id: i64,
}

impl OwnedCell {
    fn key(&self) -> Key<'_> {
        let OwnedCell { row, qualifier, timestamp, type_code, .. } = self;
        Key { row, family: b"f", qualifier, timestamp: *timestamp, type_code: *type_code }
    }

    /// Sorts as cells do, newer and higher type codes first.
    fn order(&self) -> impl Ord + '_ {
        (&self.row, &self.qualifier, Reverse(self.timestamp), Reverse(self.type_code))
    }
}

/// Few letters and short parts, so that neighbours share prefixes of every length.
fn cell() -> impl Strategy<Value = OwnedCell> {
    let part = || vec(prop_oneof![Just(0_u8), Just(b'a'), Just(b'b')], 0..4);
    let timestamp = prop_oneof![0..3_i64, any::<i64>()];
    let type_code = prop_oneof![Just(4_u8), Just(8), Just(14)];
    let bytes = || vec(any::<u8>(), 0..6);
    let sequence_id = (any::<i64>(), 0..64_u32).prop_map(|(value, shift)| value >> shift);
    (part(), part(), timestamp, type_code, bytes(), bytes(), sequence_id).prop_map(
        |(row, qualifier, timestamp, type_code, value, tags, sequence_id)| OwnedCell {
            row,
            qualifier,
            timestamp,
            type_code,
            value,
            tags,
            sequence_id,
        },
    )
}

fn cells() -> impl Strategy<Value = Vec<OwnedCell>> {
    vec(cell(), 1..24).prop_map(|mut cells| {
        cells.sort_by(|left, right| left.order().cmp(&right.order()));
        cells.dedup_by(|left, right| left.key() == right.key());
        cells
    })
}

fn layout() -> impl Strategy<Value = Layout> {
    (any::<bool>(), any::<bool>()).prop_map(|(includes_tags, includes_sequence_ids)| Layout {
        includes_tags,
        includes_sequence_ids,
    })
}

fn encoded(cells: &[OwnedCell], layout: Layout) -> Vec<u8> {
    let mut encoder = PrefixEncoder::new(layout);
    for cell in cells {
        let OwnedCell { value, tags, sequence_id, .. } = cell;
        let cell = Cell { key: cell.key(), value, tags, sequence_id: *sequence_id };
        encoder.append(&cell).expect("short parts");
    }
    encoder.finish().expect("a small block")
}

/// What a seek from the first of these cells finds by looking through the list, and the cell it ends at.
fn model(cells: &[OwnedCell], sought: &OwnedCell, before: bool) -> (Result<Found, Fault>, usize) {
    let smaller = cells.iter().filter(|cell| cell.order() < sought.order()).count();
    let is_there = cells.get(smaller).is_some_and(|cell| cell.key() == sought.key());
    match (is_there, smaller) {
        (true, index) if !before => (Ok(Found::Exact), index),
        (true, 0) => (Err(Fault::IllegalState), 0),
        (false, 0) => (Ok(Found::BeforeAll), 0),
        (_, smaller) => (Ok(Found::Before), smaller - 1),
    }
}

/// From the first cell or from the current one.
#[derive(Clone, Debug)]
struct Seek {
    sought: OwnedCell,
    before: bool,
    rewinds: bool,
}

fn scan_and_seek<C: Cursor>(
    cursor: C,
    contender: Contender,
    layout: Layout,
    cells: &[OwnedCell],
    seeks: &[Seek],
) -> Result<(), TestCaseError> {
    let read_vlong = move |cursor: &mut C| contender.read_vlong(cursor);
    let mut seeker = PrefixSeeker::new(cursor, layout, read_vlong).expect("a whole block");
    for (index, cell) in cells.iter().enumerate() {
        prop_assert_eq!(Key::parse(seeker.current().flat_key), Some(cell.key()));
        let sequence_id = if layout.includes_sequence_ids { cell.sequence_id } else { 0 };
        prop_assert_eq!(seeker.current().sequence_id, sequence_id);
        prop_assert_eq!(seeker.advance(), Ok(index + 1 < cells.len()));
    }
    compared(cells.len() + seeks.len());
    let mut at = cells.len() - 1;
    for Seek { sought, before, rewinds } in seeks {
        if *rewinds {
            seeker.rewind().expect("a whole block");
            at = 0;
        }
        let (found, index) = model(&cells[at..], sought, *before);
        at += index;
        prop_assert_eq!(seeker.seek(&sought.key(), *before), found);
        prop_assert_eq!(Key::parse(seeker.current().flat_key), Some(cells[at].key()));
        // The seeker goes on from where it stands.
        let more = at + 1 < cells.len();
        prop_assert_eq!(seeker.advance(), Ok(more));
        at += usize::from(more);
        prop_assert_eq!(Key::parse(seeker.current().flat_key), Some(cells[at].key()));
    }
    Ok(())
}

proptest! {
    #[test]
    fn scans_and_seeks_agree_with_a_sorted_list(
        cells in cells(),
        layout in layout(),
        others in vec((cell(), any::<bool>(), any::<bool>()), 0..8),
        known in vec((any::<prop::sample::Index>(), any::<bool>(), any::<bool>()), 0..8),
    ) {
        let _tally = tally("vlong_decode");
        let block = encoded(&cells, layout);
        let known = known.iter().map(|(index, before, rewinds)| {
            (index.get(&cells).clone(), *before, *rewinds)
        });
        let mut seeks: Vec<Seek> = others
            .iter()
            .cloned()
            .chain(known)
            .map(|(sought, before, rewinds)| Seek { sought, before, rewinds })
            .collect();
        // In order of their keys, most seeks that go on from the current cell have something to find.
        seeks.sort_by(|left, right| left.sought.order().cmp(&right.sought.order()));
        for contender in Contender::ALL {
            scan_and_seek(SliceCursor::new(&block), contender, layout, &cells, &seeks)?;
            scan_and_seek(SharedCursor::new(&block[..]), contender, layout, &cells, &seeks)?;
            let segments = block.chunks(5).map(<[u8]>::to_vec).collect();
            scan_and_seek(SegmentedCursor::new(segments), contender, layout, &cells, &seeks)?;
        }
    }

    #[test]
    fn damaged_blocks_give_an_answer_or_an_error(
        cells in cells(),
        layout in layout(),
        damage in vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        kept in any::<prop::sample::Index>(),
        sought in cell(),
    ) {
        let mut block = encoded(&cells, layout);
        for (index, byte) in damage {
            let index = index.index(block.len());
            block[index] = byte;
        }
        block.truncate(kept.index(block.len()) + 1);
        for contender in Contender::ALL {
            let read_vlong = move |cursor: &mut SliceCursor<'_>| contender.read_vlong(cursor);
            let cursor = SliceCursor::new(&block);
            if let Ok(mut seeker) = PrefixSeeker::new(cursor, layout, read_vlong) {
                let _ = seeker.seek(&sought.key(), true);
                while let Ok(true) = seeker.advance() {}
                if seeker.rewind().is_ok() {
                    let _ = seeker.seek(&sought.key(), false);
                }
            }
        }
    }
}
