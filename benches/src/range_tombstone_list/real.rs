//! Real input: the flights from New York as the intervals in which an aircraft was in the air.

use std::hint::black_box;
use std::mem;

use common::tombstones::DeletionTime;
use measure::{Answer, Case, Origin, Role, Workload};

use super::HOT_PATH;
use super::operation::{List, Operation, Range, contenders, content, empty, range};
use crate::data::flights;

/// So many ranges reach the list in one merge, as a batch of writes does.
const AT_ONCE: usize = 16;

/// The first flights with an air time, in file order: from take-off to landing in minutes, the row number as
/// timestamp. They overlap heavily and come nearly in order.
pub(super) fn flight_ranges(count: usize) -> Vec<Range> {
    let flown = flights().iter().filter_map(|flight| Some((flight, flight.air_time?)));
    let interval = |(number, (flight, air_time)): (i64, (&crate::data::Flight, i64))| {
        let scheduled = flight.time_hour_s / 60 + flight.sched_dep_time % 100;
        let departure = scheduled + flight.dep_delay.expect("a flight in the air has departed");
        let minute = |minute: i64| i32::try_from(minute).expect("minutes since 1970 fit");
        let time = DeletionTime::build(number, flight.time_hour_s);
        range(minute(departure), minute(departure + air_time), time)
    };
    (1..).zip(flown.take(count)).map(interval).collect()
}

struct Merges<L> {
    updates: Vec<L>,
    current: L,
    next: usize,
}

/// One merge: what the list held afterwards, and at the end of a pass the list itself.
struct Merged<L> {
    size: usize,
    list: Option<L>,
}

/// One operation is one merge of 16 ranges into a copy of the current version, which stays alive meanwhile. A pass
/// merges all of them, beginning with an empty list.
pub(super) fn intervals(count: usize) -> Case {
    struct Intervals;
    impl Operation<Vec<Range>> for Intervals {
        fn join<L: List>(
            &self,
            workload: Workload<Vec<Range>>,
            role: Role,
        ) -> Workload<Vec<Range>> {
            workload.contender(
                role,
                |ranges| {
                    let updates = ranges.chunks(AT_ONCE).map(update::<L>).collect();
                    Merges { updates, current: empty(0), next: 0 }
                },
                |merges| {
                    let mut version = black_box(&merges.current).copy();
                    version.add_all(black_box(&merges.updates[merges.next]));
                    black_box(&version);
                    let size = version.len();
                    merges.current = version;
                    merges.next += 1;
                    let mut list = None;
                    if merges.next == merges.updates.len() {
                        merges.next = 0;
                        list = Some(mem::replace(&mut merges.current, empty(0)));
                    }
                    Merged { size, list }
                },
                |merged| {
                    let mut answer = Answer::from(merged.size as u64);
                    merged.list.iter().for_each(|list| answer.merge(&content(list)));
                    answer
                },
            )
        }
    }
    let workload =
        Workload::new((HOT_PATH, "real_intervals"), &[], 1, move || flight_ranges(count));
    let workload = workload.origin(Origin::Real).pass(count.div_ceil(AT_ONCE)).heavy();
    contenders(workload, &Intervals, true)
}

/// A batch of writes is a list of its own, made one range at a time.
fn update<L: List>(ranges: &[Range]) -> L {
    let mut update: L = empty(1);
    for &range in ranges {
        update.add(range);
    }
    update
}
