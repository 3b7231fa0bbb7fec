//! The ticket's workloads of one version: copy, copy and add.

use std::array;
use std::hint::black_box;

use common::tombstones::DeletionTime;
use measure::{Answer, Case, Origin, Role, Workload};

use super::HOT_PATH;
use super::operation::{List, Operation, Range, as_value, contenders, content, full, n, range};

/// One list from which so many copies are made in one iteration.
struct Forks<L> {
    base: L,
    copies: usize,
}

/// The ticket's list: `[2i, 2i + 1]`, one timestamp, capacity == size.
fn base_ranges(size: usize) -> Vec<Range> {
    let element = |index: i32| range(2 * index, 2 * index + 1, DeletionTime::build(1, 1));
    (0..as_value(size)).map(element).collect()
}

/// The ticket's range to add: far behind all others, so a pure append.
fn added_range() -> Range {
    range(100_000, 100_001, DeletionTime::build(1, 1))
}

/// So many copies in one iteration that it takes some microseconds, and less than 100.
fn copies_at_once(size: usize) -> usize {
    (32_000 / size).clamp(1, 64)
}

/// The copies of one list, each freed before the next.
pub(super) fn copy(size: usize, origin: Origin) -> Case {
    struct Copies;
    impl Operation<Vec<Range>> for Copies {
        fn join<L: List>(
            &self,
            workload: Workload<Vec<Range>>,
            role: Role,
        ) -> Workload<Vec<Range>> {
            workload.contender(
                role,
                |ranges| Forks::<L> { base: full(ranges), copies: copies_at_once(ranges.len()) },
                |forks| {
                    for _ in 1..forks.copies {
                        let copy = black_box(&forks.base).copy();
                        black_box(&copy);
                    }
                    black_box(&forks.base).copy()
                },
                |copy| content(&copy),
            )
        }
    }
    let operations = copies_at_once(size) as u64;
    let name = (HOT_PATH, "copy");
    let workload = Workload::new(name, &[n(size)], operations, move || base_ranges(size));
    contenders(workload.origin(origin), &Copies, origin == Origin::Ticket)
}

/// The same, freed outside of the measurement, as under a garbage collector.
pub(super) fn copy_dropped_outside<const COPIES: usize>(size: usize) -> Case {
    struct Copies<const COPIES: usize>;
    impl<const COPIES: usize> Operation<Vec<Range>> for Copies<COPIES> {
        fn join<L: List>(
            &self,
            workload: Workload<Vec<Range>>,
            role: Role,
        ) -> Workload<Vec<Range>> {
            workload.contender(
                role,
                |ranges| full::<L>(ranges),
                |base| -> [L; COPIES] { array::from_fn(|_| black_box(&*base).copy()) },
                |copies| all(&copies),
            )
        }
    }
    let parameters = [n(size), ("drop", "outside".into())];
    let name = (HOT_PATH, "copy");
    let workload = Workload::new(name, &parameters, COPIES as u64, move || base_ranges(size));
    // 28 bytes per range in a legacy copy.
    contenders(workload.keep_results(COPIES * 28 * size), &Copies::<COPIES>, true)
}

/// Copies of one list, each with one range appended.
pub(super) fn copy_and_add(size: usize) -> Case {
    struct Copies;
    impl Operation<Vec<Range>> for Copies {
        fn join<L: List>(
            &self,
            workload: Workload<Vec<Range>>,
            role: Role,
        ) -> Workload<Vec<Range>> {
            workload.contender(
                role,
                |ranges| Forks::<L> { base: full(ranges), copies: additions_at_once(ranges.len()) },
                |forks| {
                    for _ in 1..forks.copies {
                        let copy = copied_and_added(&forks.base);
                        black_box(&copy);
                    }
                    copied_and_added(&forks.base)
                },
                |copy| content(&copy),
            )
        }
    }
    let operations = additions_at_once(size) as u64;
    let name = (HOT_PATH, "copy_and_add");
    let workload = Workload::new(name, &[n(size)], operations, move || base_ranges(size));
    contenders(workload, &Copies, true)
}

fn additions_at_once(size: usize) -> usize {
    (16_000 / size).clamp(1, 64)
}

/// The same, freed outside of the measurement.
pub(super) fn copy_and_add_dropped_outside<const COPIES: usize>(size: usize) -> Case {
    struct Copies<const COPIES: usize>;
    impl<const COPIES: usize> Operation<Vec<Range>> for Copies<COPIES> {
        fn join<L: List>(
            &self,
            workload: Workload<Vec<Range>>,
            role: Role,
        ) -> Workload<Vec<Range>> {
            workload.contender(
                role,
                |ranges| full::<L>(ranges),
                |base| -> [L; COPIES] { array::from_fn(|_| copied_and_added(base)) },
                |copies| all(&copies),
            )
        }
    }
    let parameters = [n(size), ("drop", "outside".into())];
    let name = (HOT_PATH, "copy_and_add");
    let workload = Workload::new(name, &parameters, COPIES as u64, move || base_ranges(size));
    // Grown by half, for either contender.
    contenders(workload.keep_results(COPIES * 42 * size), &Copies::<COPIES>, true)
}

#[inline]
fn copied_and_added<L: List>(base: &L) -> L {
    let mut copy = black_box(base).copy();
    copy.add(black_box(added_range()));
    copy
}

fn all<L: List>(lists: &[L]) -> Answer {
    let mut answer = Answer::new();
    for list in lists {
        answer.merge(&content(list));
    }
    answer
}
