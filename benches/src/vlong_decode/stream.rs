//! Values back to back: sizes that no predictor learns, and columns of real data.

use common::vlong::format;
use measure::record::Origin;
use measure::{Case, Parameter, Workload};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::HOT_PATH;
use super::containers::{Container, Fold};
use super::contenders::{self, Decoder, Reader};
use super::peers;
use crate::data;

/// A branch predictor learned up to about 16,000 random sizes by heart, so many it does not.
const UNIFORM_VALUES: usize = 65_536;
/// So many of them are read per iteration.
const UNIFORM_VALUES_PER_ITERATION: usize = 1_024;

/// Scheduled time, two delays, distance, and the time since the row before.
const COLUMNS: usize = 5;
/// 27,004 rows are 157 iterations of these.
const ROWS_PER_ITERATION: usize = 172;
const ROW_ITERATIONS: usize = 157;

/// Encoded sizes uniform from 1 to 9 bytes, either sign.
pub(super) fn uniform<K: Container>(cursor: &'static str) -> Case {
    let mut workload = uniform_of::<K>(cursor, UNIFORM_VALUES);
    if cursor == "shared" {
        workload = workload.headline();
    }
    let lengths = [UNIFORM_VALUES / 2, UNIFORM_VALUES * 2];
    workload.other_lengths(lengths.map(|length| uniform_of::<K>(cursor, length).case())).case()
}

fn uniform_of<K: Container>(cursor: &'static str, values: usize) -> Workload<Vec<u8>> {
    let parameters = [("n", (values as u64).into()), ("cursor", cursor.into())];
    let operations = UNIFORM_VALUES_PER_ITERATION as u64;
    let input = move || encoded(&uniform_values(values));
    let workload = Workload::new((HOT_PATH, "stream"), &parameters, operations, input)
        .pass(values / UNIFORM_VALUES_PER_ITERATION)
        .heavy();
    let workload = contenders::with_all::<Onward<K, UNIFORM_VALUES_PER_ITERATION>>(workload);
    peers::with_all::<UNIFORM_VALUES_PER_ITERATION>(workload)
}

/// Values of one byte, of which a predictor learns the size at once: where arithmetic cannot beat a branch.
pub(super) fn one_byte<K: Container>(cursor: &'static str) -> Case {
    let parameters = [("bytes", 1.into()), ("cursor", cursor.into())];
    let operations = UNIFORM_VALUES_PER_ITERATION as u64;
    let input = || {
        let mut random = ChaCha8Rng::seed_from_u64(28_260);
        let values: Vec<i64> = (0..UNIFORM_VALUES).map(|_| value_of_size(&mut random, 1)).collect();
        encoded(&values)
    };
    let workload = Workload::new((HOT_PATH, "stream"), &parameters, operations, input)
        .pass(UNIFORM_VALUES / UNIFORM_VALUES_PER_ITERATION)
        .heavy();
    contenders::with_all::<Onward<K, UNIFORM_VALUES_PER_ITERATION>>(workload).case()
}

/// Flights of January 2013 as integer columns, interleaved row by row.
pub(super) fn real_columns<K: Container>(cursor: &'static str) -> Case {
    // There are no more rows than these, so the other length is the first half of them.
    let half = [("cursor", cursor.into()), ("rows", "half".into())];
    let half = real_columns_of::<K>(&half, ROW_ITERATIONS / 2).case();
    real_columns_of::<K>(&[("cursor", cursor.into())], ROW_ITERATIONS).other_lengths([half]).case()
}

fn real_columns_of<K: Container>(
    parameters: &[(&'static str, Parameter)],
    iterations: usize,
) -> Workload<Vec<u8>> {
    const VALUES: usize = COLUMNS * ROWS_PER_ITERATION;
    let input = move || encoded(&flight_values()[..iterations * VALUES]);
    let workload = Workload::new((HOT_PATH, "real_columns"), parameters, VALUES as u64, input)
        .origin(Origin::Real)
        .pass(iterations)
        .heavy();
    peers::with_all::<VALUES>(contenders::with_all::<Onward<K, VALUES>>(workload))
}

pub(super) fn uniform_values(count: usize) -> Vec<i64> {
    let mut random = ChaCha8Rng::seed_from_u64(28_256);
    (0..count)
        .map(|_| {
            let size = random.random_range(1..=format::LONGEST_BYTES);
            value_of_size(&mut random, size)
        })
        .collect()
}

/// A random value whose encoding takes `size` bytes.
pub(super) fn value_of_size(random: &mut ChaCha8Rng, size: usize) -> i64 {
    if size == 1 {
        return random.random_range(-112..=127);
    }
    let surplus_bits = (64 - 8 * (size - 1)).max(1);
    loop {
        let magnitude = (random.random::<u64>() >> surplus_bits).cast_signed();
        let value = if random.random() { !magnitude } else { magnitude };
        if format::encoded_size(value) == size {
            return value;
        }
    }
}

/// Scheduled time in milliseconds, departure and arrival delay in minutes, distance in miles, and the milliseconds since
/// the scheduled time of the row before.
pub(super) fn flight_values() -> Vec<i64> {
    let flights = data::flights();
    assert_eq!(flights.len(), ROWS_PER_ITERATION * ROW_ITERATIONS, "iterations end with a row");
    let mut before = None;
    flights
        .iter()
        .flat_map(|flight| {
            let scheduled = (flight.time_hour_s + flight.sched_dep_time % 100 * 60) * 1000;
            let since = scheduled - before.replace(scheduled).unwrap_or(scheduled);
            // A cancelled flight has no delays: such a column keeps a zero in its place and the null elsewhere.
            let [departure, arrival] =
                [flight.dep_delay, flight.arr_delay].map(Option::unwrap_or_default);
            [scheduled, departure, arrival, flight.distance, since]
        })
        .collect()
}

pub(super) fn encoded(values: &[i64]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for &value in values {
        format::append(&mut bytes, value);
    }
    bytes
}

/// Walks on by so many values per iteration.
struct Onward<K, const VALUES: usize>(K);

impl<K: Container, const VALUES: usize> Reader for Onward<K, VALUES> {
    type Input = Vec<u8>;

    fn prepare(bytes: &Vec<u8>) -> Self {
        Onward(K::over(bytes))
    }

    #[inline]
    fn run<D: Decoder>(&mut self, decoder: D) -> Fold {
        self.0.read_on(decoder, VALUES)
    }
}
