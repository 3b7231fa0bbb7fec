//! Four streams at once, a value of each in turn: what a caller has who reads several blocks or restart points.
//!
//! Every contender gets the same four cursors and may read them as it likes; the ports have nothing but their single
//! read, whose waits overlap already as far as its branches are predicted.

use std::array;

use common::fault::Fault;
use common::vlong::cursor::{Cursor, SliceCursor};
use frontier::vlong_decode::read_interleaved;
use measure::record::Role;
use measure::{Answer, Case, Workload};

use super::HOT_PATH;
use super::containers::Fold;
use super::contenders::{
    CONTROL, Control, Decoder, FRONTIER, Frontier, LEGACY, Legacy, MERGED_421, Merged421,
    OPTIMIZED, Optimized,
};
use super::stream::{encoded, uniform_values};

const STREAMS: usize = 4;
const VALUES: usize = 65_536;
/// Of each stream, in one iteration.
const ROUNDS: usize = 256;

type Cursors<'a> = [SliceCursor<'a>; STREAMS];

pub(super) fn case() -> Case {
    let parameters =
        [("n", (VALUES as u64).into()), ("cursor", "slice".into()), ("streams", 4.into())];
    let input = || {
        let values = uniform_values(VALUES);
        values.chunks(VALUES / STREAMS).map(encoded).collect()
    };
    let workload: Workload<Vec<Vec<u8>>> =
        Workload::new((HOT_PATH, "stream"), &parameters, (STREAMS * ROUNDS) as u64, input)
            .pass(VALUES / STREAMS / ROUNDS)
            .heavy();
    let workload = one_by_one(workload, LEGACY, Legacy);
    let workload = one_by_one(workload, OPTIMIZED, Optimized);
    let workload = one_by_one(workload, MERGED_421, Merged421);
    let workload = with(workload, FRONTIER, |cursors: &mut Cursors<'_>| read_interleaved(cursors));
    let workload = one_by_one(workload, CONTROL, Control);
    // The frontier's single read on the same cursors: what the missing branch is worth.
    one_by_one(workload, (Role::Variant, "one_by_one"), Frontier).case()
}

fn one_by_one<D: Decoder>(
    workload: Workload<Vec<Vec<u8>>>,
    identity: (Role, &'static str),
    decoder: D,
) -> Workload<Vec<Vec<u8>>> {
    with(workload, identity, move |cursors: &mut Cursors<'_>| {
        let mut values = [0; STREAMS];
        for (value, cursor) in values.iter_mut().zip(cursors) {
            *value = decoder.read(cursor)?;
        }
        Ok(values)
    })
}

fn with<F>(
    workload: Workload<Vec<Vec<u8>>>,
    identity: (Role, &'static str),
    read: F,
) -> Workload<Vec<Vec<u8>>>
where
    F: Fn(&mut Cursors<'_>) -> Result<[i64; STREAMS], Fault> + Copy + 'static,
{
    workload.contender(identity, |bytes| Streams::of(bytes), move |s| s.read_on(read), Answer::from)
}

struct Streams {
    bytes: Vec<Vec<u8>>,
    positions: [usize; STREAMS],
}

impl Streams {
    fn of(bytes: &[Vec<u8>]) -> Streams {
        Streams { bytes: bytes.to_vec(), positions: [0; STREAMS] }
    }

    #[inline]
    fn read_on(
        &mut self,
        read: impl Fn(&mut Cursors<'_>) -> Result<[i64; STREAMS], Fault>,
    ) -> Fold {
        let mut cursors: Cursors<'_> = array::from_fn(|stream| {
            let bytes = &self.bytes[stream];
            let mut cursor = SliceCursor::new(bytes);
            let start = self.positions[stream];
            let moved = cursor.set_position(if start == bytes.len() { 0 } else { start });
            debug_assert!(moved.is_some(), "the position was one of this cursor");
            cursor
        });
        let mut fold = Fold::default();
        for _ in 0..ROUNDS {
            // No stream of these ends inside a value, so that a fault shows as a wrong answer.
            for value in read(&mut cursors).unwrap_or_default() {
                fold.push(Ok(value));
            }
        }
        self.positions = cursors.map(|cursor| cursor.position());
        fold.ends_at(self.positions.iter().sum())
    }
}
