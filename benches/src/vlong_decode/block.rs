//! Stepping through a PREFIX block: each cell stepped over costs one vlong, beside everything else.
//!
//! On the reference-counted cursor, which is what the original's seekers read from.
//! The step over a cell calls the decoding, as it calls the reading of lengths: LLVM inlines neither, for no contender.

use std::hint::black_box;

use common::fault::Fault;
use common::vlong::cursor::SharedCursor;
use common::vlong::prefix::{Cell, Key, Layout, PrefixEncoder, PrefixSeeker};
use measure::record::Role;
use measure::{Answer, Case, Parameter, Workload};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::HOT_PATH;
use super::containers::Fold;
use super::contenders::{
    CONTROL, Control, Decoder, FRONTIER, Frontier, LEGACY, Legacy, MERGED_421, Merged421,
    OPTIMIZED, Optimized,
};
use super::stream::value_of_size;

/// About 40 KB, near `HBase`'s usual 64.
const CELLS: usize = 1_500;
const CELLS_PER_ROW: usize = 3;
/// A pair of seeks per iteration.
const SEEK_PAIRS: usize = 32;

const LAYOUT: Layout = Layout { includes_tags: false, includes_sequence_ids: true };

/// Sequence ids of 1 byte (as in the test that the ticket quotes), of 7, and mixed.
pub(super) fn cases() -> Vec<Case> {
    let sizes: [(Parameter, &[usize]); 3] =
        [(1.into(), &[1]), (7.into(), &[7]), ("mixed".into(), &[1, 4, 5, 7])];
    let scans = sizes.map(|(vlong, sizes)| scan(vlong, sizes));
    let seeks = sizes.map(|(vlong, sizes)| seek(vlong, sizes));
    scans.into_iter().chain(seeks).collect()
}

/// All cells from the first to the last.
fn scan(vlong: Parameter, sizes: &'static [usize]) -> Case {
    let name = (HOT_PATH, "block_scan");
    let mut workload =
        Workload::new(name, &[("vlong", vlong)], CELLS as u64, move || block(sizes)).learnable();
    workload = scanning(workload, LEGACY, Legacy);
    workload = scanning(workload, OPTIMIZED, Optimized);
    workload = scanning(workload, MERGED_421, Merged421);
    workload = scanning(workload, FRONTIER, Frontier);
    workload = scanning(workload, CONTROL, Control);
    workload.case()
}

/// Seeks to random cells, each from the start of the block. A pair of them mirrors each other, to the cell `i` places
/// from the start and the one `i` places from the end, so that every iteration steps over one cell more than there are.
fn seek(vlong: Parameter, sizes: &'static [usize]) -> Case {
    let name = (HOT_PATH, "block_seek");
    let operations = CELLS as u64 + 1;
    let mut workload = Workload::new(name, &[("vlong", vlong)], operations, move || block(sizes))
        .learnable()
        .pass(SEEK_PAIRS)
        .heavy();
    workload = seeking(workload, LEGACY, Legacy);
    workload = seeking(workload, OPTIMIZED, Optimized);
    workload = seeking(workload, MERGED_421, Merged421);
    workload = seeking(workload, FRONTIER, Frontier);
    workload = seeking(workload, CONTROL, Control);
    workload.case()
}

fn scanning<D: Decoder>(
    workload: Workload<Vec<u8>>,
    identity: (Role, &'static str),
    decoder: D,
) -> Workload<Vec<u8>> {
    let prepare = move |block: &Vec<u8>| seeker(block, decoder);
    workload.contender(identity, prepare, scanned, Answer::from)
}

fn seeking<D: Decoder>(
    workload: Workload<Vec<u8>>,
    identity: (Role, &'static str),
    decoder: D,
) -> Workload<Vec<u8>> {
    let prepare = move |block: &Vec<u8>| (seeker(block, decoder), Targets::of(block));
    let run = |(seeker, targets): &mut (_, Targets)| sought(seeker, targets.next());
    workload.contender(identity, prepare, run, Answer::from)
}

fn seeker<D: Decoder>(
    block: &[u8],
    decoder: D,
) -> PrefixSeeker<SharedCursor, impl Fn(&mut SharedCursor) -> Result<i64, Fault> + use<D>> {
    let read_vlong = move |cursor: &mut SharedCursor| decoder.read(cursor);
    PrefixSeeker::new(SharedCursor::new(block), LAYOUT, read_vlong).expect("a whole block")
}

#[inline]
fn scanned<F: Fn(&mut SharedCursor) -> Result<i64, Fault>>(
    seeker: &mut PrefixSeeker<SharedCursor, F>,
) -> Fold {
    let mut fold = Fold::default();
    let mut more = black_box(&mut *seeker).rewind().map(|()| true);
    while let Ok(true) = more {
        fold.push(Ok(seeker.current().sequence_id));
        more = black_box(&mut *seeker).advance();
    }
    fold.push(more.map(i64::from));
    fold.ends_at(seeker.current().end)
}

#[inline]
fn sought<F: Fn(&mut SharedCursor) -> Result<i64, Fault>>(
    seeker: &mut PrefixSeeker<SharedCursor, F>,
    targets: &[Vec<u8>; 2],
) -> Fold {
    let mut fold = Fold::default();
    let mut end = 0;
    for target in targets {
        let key = Key::parse(target).ok_or(Fault::IllegalArgument);
        let found = black_box(&mut *seeker)
            .rewind()
            .and(key)
            .and_then(|key| black_box(&mut *seeker).seek(black_box(&key), false));
        fold.push(found.map(|found| found.code().into()));
        fold.push(Ok(seeker.current().sequence_id));
        end += seeker.current().end;
    }
    fold.ends_at(end)
}

/// The keys sought, in pairs, and whose turn it is.
struct Targets {
    pairs: Vec<[Vec<u8>; 2]>,
    turn: usize,
}

impl Targets {
    fn of(block: &[u8]) -> Targets {
        let mut seeker = seeker(block, Legacy);
        let mut keys = vec![seeker.current().flat_key.to_vec()];
        while seeker.advance().expect("a whole block") {
            keys.push(seeker.current().flat_key.to_vec());
        }
        let mut random = ChaCha8Rng::seed_from_u64(28_258);
        let pair = |_| {
            let index = random.random_range(0..keys.len());
            [index, keys.len() - 1 - index].map(|index| keys[index].clone())
        };
        Targets { pairs: (0..SEEK_PAIRS).map(pair).collect(), turn: 0 }
    }

    #[inline]
    fn next(&mut self) -> &[Vec<u8>; 2] {
        let turn = self.turn;
        self.turn = if turn + 1 == self.pairs.len() { 0 } else { turn + 1 };
        &self.pairs[turn]
    }
}

/// A block with sequence ids of random sizes out of `sizes`; everything else is the same for all.
pub(super) fn block(sizes: &[usize]) -> Vec<u8> {
    let mut random = ChaCha8Rng::seed_from_u64(28_257);
    let mut ids = ChaCha8Rng::seed_from_u64(28_259);
    let mut encoder = PrefixEncoder::new(LAYOUT);
    let mut user = 0_u64;
    for row in 0..CELLS / CELLS_PER_ROW {
        user += random.random_range(1..if row == 0 { 1_000 } else { 20 });
        let row = format!("user{user:012}");
        for qualifier in [b"quala", b"qualb", b"qualc"] {
            let timestamp = 1_700_000_000_000 + random.random_range(0..1_000_000);
            let key =
                Key { row: row.as_bytes(), family: b"cf", qualifier, timestamp, type_code: 4 };
            let value: [u8; 8] = random.random();
            let size = sizes[ids.random_range(0..sizes.len())];
            // Sequence ids are never negative.
            let sequence_id = loop {
                let id = value_of_size(&mut ids, size);
                if id >= 0 {
                    break id;
                }
            };
            let cell = Cell { key, value: &value, tags: &[], sequence_id };
            encoder.append(&cell).expect("short parts");
        }
    }
    encoder.finish().expect("a small block")
}
