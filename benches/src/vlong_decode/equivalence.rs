//! What a run compares beside the answers of its cases: random bytes, of which half begin a longer value.

use common::fault::Fault;
use common::vlong::cursor::{Cursor, SegmentedCursor, SharedCursor, SliceCursor};
use common::vlong::format;
use measure::Check;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::HOT_PATH;
use super::contenders::{Control, Decoder, Frontier, Legacy, Merged421, Optimized};

/// So many inputs of one seed, each read to its end in three containers.
const INPUTS: usize = 64;

/// Every form in every container against the definition of the format.
pub fn checks() -> Vec<Check> {
    vec![Check { hot_path: HOT_PATH, topic: "random bytes in every container", compare }]
}

fn compare(seed: u64) -> Result<u64, String> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut compared = 0;
    for _ in 0..INPUTS {
        let bytes = random_bytes(&mut random);
        let expected = definition(&bytes);
        let cut = random.random_range(0..=bytes.len());
        for (name, got) in [
            ("legacy", read_all(Legacy, &bytes, cut)),
            ("optimized", read_all(Optimized, &bytes, cut)),
            ("merged_421", read_all(Merged421, &bytes, cut)),
            ("frontier", read_all(Frontier, &bytes, cut)),
            ("control", read_all(Control, &bytes, cut)),
        ] {
            for (container, got) in ["slice", "shared", "segmented"].iter().zip(got) {
                if got != expected {
                    return Err(format!(
                        "{name} reads {got:?} from {bytes:02x?} in a {container} cursor cut at {cut}, \
                         the definition is {expected:?}"
                    ));
                }
                compared += got.len() as u64;
            }
        }
    }
    Ok(compared)
}

fn random_bytes(random: &mut ChaCha8Rng) -> Vec<u8> {
    let first: Vec<u8> = (0x80..=0x8f).collect();
    let byte = |random: &mut ChaCha8Rng| {
        if random.random() {
            *first.choose(random).expect("sixteen bytes")
        } else {
            random.random()
        }
    };
    (0..random.random_range(0..64)).map(|_| byte(random)).collect()
}

/// What is read until the first error, which is the last entry.
type Reads = Vec<Result<i64, Fault>>;

fn read_all(decoder: impl Decoder, bytes: &[u8], cut: usize) -> [Reads; 3] {
    let (head, tail) = bytes.split_at(cut);
    [
        read_to_end(decoder, SliceCursor::new(bytes)),
        read_to_end(decoder, SharedCursor::new(bytes)),
        read_to_end(
            decoder,
            SegmentedCursor::with_limit(vec![head.into(), tail.into()], bytes.len()),
        ),
    ]
}

fn read_to_end(decoder: impl Decoder, mut cursor: impl Cursor) -> Reads {
    let mut reads = Vec::new();
    loop {
        let read = decoder.read(&mut cursor);
        reads.push(read);
        if read.is_err() {
            return reads;
        }
    }
}

/// The format byte by byte: a first byte, then the magnitude from its highest byte, inverted if negative.
fn definition(mut bytes: &[u8]) -> Reads {
    let mut reads = Vec::new();
    loop {
        let available = bytes.len();
        let Some(&first) = bytes.first() else {
            reads.push(Err(Fault::BufferUnderflow { wanted: 1, available }));
            return reads;
        };
        let wanted = format::decoded_size(first.cast_signed());
        if wanted > available {
            reads.push(Err(Fault::BufferUnderflow { wanted, available }));
            return reads;
        }
        let (value, rest) = bytes.split_at(wanted);
        let magnitude = value[1..].iter().fold(0_i64, |sum, &byte| sum << 8 | i64::from(byte));
        let negative = (0x80..=0x87).contains(&first);
        reads.push(Ok(match wanted {
            1 => i64::from(first.cast_signed()),
            _ if negative => !magnitude,
            _ => magnitude,
        }));
        bytes = rest;
    }
}
