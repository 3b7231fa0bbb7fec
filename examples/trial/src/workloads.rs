//! What is measured on both sides: operations under 10 us of the classes that behave unlike on a shared machine.

use std::collections::BTreeMap;
use std::hint::black_box;

use rand::{Rng, RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Takes the workloads one by one, each with a type of its own.
pub trait Visitor {
    /// `short` operations fit so often into a batch that half a margin can be injected by running more of them.
    fn visit<I: 'static>(
        &mut self,
        name: &'static str,
        short: bool,
        prepare: fn() -> I,
        run: impl Fn(&mut I) -> u64 + Copy + Send + 'static,
    );
}

/// All workloads.
pub fn each(visitor: &mut impl Visitor) {
    visitor.visit("compute", true, || numbers(100), |it| chain(it));
    visitor.visit("branches", true, || numbers(100), |it| branches(it));
    visitor.visit("varint", true, encoded, |it| decode(it));
    visitor.visit(
        "allocate",
        true,
        || 0,
        |_: &mut u8| u64::from(*black_box(Box::new([1_u8; 48])).last().unwrap_or(&0)),
    );
    visitor.visit("search", true, || sorted(4_000), |it| search(it));
    visitor.visit("copy_8_kib", false, || numbers(1_000), |it| black_box(it.clone()).len() as u64);
    visitor.visit("gather_256_kib", false, || (numbers(32_768), start()), |it| gather(it));
    visitor.visit("boxes", false, || numbers(32), |it| boxes(it));
    visitor.visit("tree", false, || numbers(48), |it| tree(it));
    visitor.visit("sort", false, || numbers(200), |it| sort(it));
}

/// Equal in every process: placement is what varies, not the input.
fn numbers(count: usize) -> Vec<u64> {
    let mut random = ChaCha8Rng::seed_from_u64(count as u64);
    (0..count).map(|_| random.next_u64()).collect()
}

#[inline(never)]
fn chain(numbers: &mut [u64]) -> u64 {
    numbers.iter().fold(0, |sum: u64, number| sum.rotate_left(5) ^ number)
}

#[inline(never)]
fn branches(numbers: &mut [u64]) -> u64 {
    let mut sum = 0_u64;
    for number in black_box(numbers) {
        if black_box(*number) & 1 == 0 {
            sum = sum.wrapping_add(3);
        } else {
            sum = sum.wrapping_mul(5);
        }
    }
    sum
}

/// Numbers of one to eight bytes behind their length, in runs of sixteen: the bytes, where each run starts, and a state.
struct Encoded {
    bytes: Vec<u8>,
    starts: Vec<usize>,
    state: u64,
}

fn encoded() -> Encoded {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let (mut bytes, mut starts) = (Vec::new(), Vec::new());
    for _ in 0..4_096 {
        starts.push(bytes.len());
        for _ in 0..16 {
            let length = random.random_range(1..=8);
            bytes.push(length);
            bytes.extend((0..length).map(|_| random.random::<u8>()));
        }
    }
    Encoded { bytes, starts, state: start() }
}

/// Decodes a run drawn at random: a walk in order would be learnt in part, and more of it would not cost its share.
#[inline(never)]
fn decode(encoded: &mut Encoded) -> u64 {
    encoded.state = next(encoded.state);
    let mut at = encoded.starts[(encoded.state >> 40) as usize % encoded.starts.len()];
    let mut sum = 0_u64;
    for _ in 0..16 {
        let length = usize::from(encoded.bytes[at]);
        let payload = &encoded.bytes[at + 1..=at + length];
        sum = sum.wrapping_add(payload.iter().fold(0, |value, byte| value << 8 | u64::from(*byte)));
        at += 1 + length;
    }
    sum
}

/// Where a random walk begins. Not the same twice: both sides are the same code here, and walking in step the second
/// would find its branches learnt by the first.
fn start() -> u64 {
    rand::random()
}

fn next(state: u64) -> u64 {
    state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407)
}

fn sorted(count: usize) -> (Vec<u64>, u64) {
    let mut numbers = numbers(count);
    numbers.sort_unstable();
    (numbers, start())
}

/// Four searches for keys that no predictor knows.
#[inline(never)]
fn search((sorted, state): &mut (Vec<u64>, u64)) -> u64 {
    let mut found = 0;
    for _ in 0..4 {
        *state = next(*state);
        found += sorted.partition_point(|number| number < state) as u64;
    }
    found
}

#[inline(never)]
fn gather((numbers, state): &mut (Vec<u64>, u64)) -> u64 {
    let mut sum = 0_u64;
    for _ in 0..500 {
        *state = next(*state);
        let at = (*state >> 40) as usize % numbers.len();
        sum = sum.wrapping_add(numbers[at]);
    }
    sum
}

#[inline(never)]
fn boxes(numbers: &mut [u64]) -> u64 {
    let boxes: Vec<Box<u64>> = numbers.iter().map(|number| Box::new(*number)).collect();
    black_box(&boxes).iter().fold(0, |sum: u64, number| sum.wrapping_add(**number))
}

#[inline(never)]
fn tree(numbers: &mut [u64]) -> u64 {
    let tree: BTreeMap<u64, u64> = numbers.iter().map(|number| (*number, number >> 3)).collect();
    black_box(&tree).values().fold(0, |sum: u64, number| sum.wrapping_add(*number))
}

#[inline(never)]
fn sort(numbers: &mut [u64]) -> u64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    black_box(&sorted)[sorted.len() / 2]
}
