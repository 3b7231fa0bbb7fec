//! Looking up rows: what readers do all the time, and what the patch must not make slower.

use std::hint::black_box;

use common::tombstones::DeletionTime;
use measure::{Answer, Case, Role, Workload};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::HOT_PATH;
use super::operation::{List, Name, Operation, Range, as_value, contenders, full, link};

/// Rows per iteration.
const ROWS: usize = 256;
/// Iterations until the rows begin again: more rows than a branch predictor remembers.
const PASS: usize = 16;

struct Lookups<L> {
    list: L,
    rows: Vec<Name>,
    next: usize,
}

type Input = (Vec<Range>, Vec<Name>);

/// The timestamps that delete random rows, half of which lie in a gap.
pub(super) fn search(size: usize) -> Case {
    struct Search;
    impl Operation<Input> for Search {
        fn join<L: List>(&self, workload: Workload<Input>, role: Role) -> Workload<Input> {
            workload.contender(
                role,
                |(ranges, rows)| Lookups::<L> { list: full(ranges), rows: rows.clone(), next: 0 },
                |lookups| {
                    let mut found = [0; ROWS];
                    let rows = &lookups.rows[lookups.next..][..ROWS];
                    for (row, found) in rows.iter().zip(&mut found) {
                        let time = black_box(&lookups.list).search_deletion_time(black_box(row));
                        *found = black_box(time.map_or(i64::MIN, DeletionTime::marked_at));
                    }
                    lookups.next = (lookups.next + ROWS) % lookups.rows.len();
                    found
                },
                |found| found.into_iter().map(i64::cast_unsigned).collect::<Answer>(),
            )
        }
    }
    let input = move || {
        let mut random = ChaCha8Rng::seed_from_u64(21_492);
        let mut row = || Name::row([random.random_range(-2..as_value(4 * size) + 2)]);
        let rows = (0..ROWS * PASS).map(|_| row()).collect();
        ((0..size).map(link).collect(), rows)
    };
    let parameters = [("n", (size as u64).into())];
    let workload = Workload::new((HOT_PATH, "search"), &parameters, ROWS as u64, input);
    contenders(workload.pass(PASS), &Search, true)
}
