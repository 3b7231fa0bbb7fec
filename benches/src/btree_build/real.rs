//! Rows `real_keys` and `real_builder`: flights from New York in January 2013.

use common::btree::Node;
use measure::{Case, Identity, Origin, Workload};

use super::HOT_PATH;
use super::contenders::{Prepared, Upstream, answer, with_every_form};
use super::others::{self, Other};
use crate::Scale;
use crate::data::{Flight, flights};

/// New York's winter time; the file is grouped by local days.
const UTC_OFFSET_S: i64 = -5 * 3600;
const SECONDS_PER_DAY: i64 = 24 * 3600;

pub(super) fn cases(scale: Scale) -> Vec<Case> {
    let (flights, days) = match scale {
        Scale::Full => (27_004, 31),
        Scale::Smoke => (1_000, 2),
    };
    let keys = Workload::new((HOT_PATH, "real_keys"), &[], 1, move || keys(flights));
    let tail_numbers = move || tail_numbers_by_day(days);
    let days = Workload::new((HOT_PATH, "real_builder"), &[], 1, tail_numbers).pass(days);
    vec![
        others::with_all(with_every_form!(keys.origin(Origin::Real).heavy(), build)).case(),
        with_sorted_vec(with_every_form!(days.origin(Origin::Real).heavy(), builder)).case(),
    ]
}

/// Hour and number of the first flights, sorted and each once: 26,596 of all 27,004.
pub(super) fn keys(count: usize) -> Vec<u64> {
    let key = |flight: &Flight| {
        u64::try_from(flight.time_hour_s << 16 | flight.flight).expect("after 1970")
    };
    let mut keys: Vec<u64> = flights()[..count].iter().map(key).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Tail numbers as they come, day by day; a flight without one is skipped.
///
/// References of a word and a length, as upstream's keys are references: copying one does not count.
pub(super) fn tail_numbers_by_day(days: usize) -> Vec<Vec<&'static str>> {
    let day = |flight: &Flight| (flight.time_hour_s + UTC_OFFSET_S).div_euclid(SECONDS_PER_DAY);
    let tail_numbers = |flights: &'static [Flight]| {
        let known = flights.iter().filter(|flight| !flight.tailnum.is_empty());
        known.map(|flight| flight.tailnum.as_str()).collect()
    };
    flights().chunk_by(|a, b| day(a) == day(b)).take(days).map(tail_numbers).collect()
}

fn build<T: Upstream<u64>>(workload: Workload<Vec<u64>>, identity: Identity) -> Workload<Vec<u64>> {
    let run = |state: &mut Prepared<T, u64>| -> Node<u64> { state.build() };
    workload.contender(identity, |keys| Prepared::new(keys), run, |tree| answer(&tree))
}

type Days = Vec<Vec<&'static str>>;

/// Which aircraft flew on a day; one day per iteration.
fn builder<T: Upstream<&'static str>>(
    workload: Workload<Days>,
    identity: Identity,
) -> Workload<Days> {
    let prepare = |days: &Days| Walk::<T> {
        days: days.iter().map(|day| Prepared::new(day)).collect(),
        next: 0,
    };
    let run = |walk: &mut Walk<T>| -> Node<&'static str> {
        let day = &walk.days[walk.next];
        walk.next = (walk.next + 1) % walk.days.len();
        day.gather()
    };
    workload.contender(identity, prepare, run, |tree| answer(&tree))
}

/// The peer that is nearest: copy, sort, remove equal ones.
fn with_sorted_vec(workload: Workload<Days>) -> Workload<Days> {
    let run = |(days, next): &mut (Days, usize)| -> Vec<&'static str> {
        let day = &days[*next];
        *next = (*next + 1) % days.len();
        others::made(day)
    };
    let prepare = |days: &Days| (days.clone(), 0);
    let identity = <Vec<&'static str> as Other<&'static str>>::IDENTITY;
    workload.contender(identity, prepare, run, |keys| others::answer(&keys))
}

struct Walk<T> {
    days: Vec<Prepared<T, &'static str>>,
    next: usize,
}
