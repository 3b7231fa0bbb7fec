//! What a run compares beside the answers of its cases: random histories of related lists, row by row.

use common::tombstones::{Bound, DeletionTime, Kind};
use control::range_tombstone_list::RangeTombstoneList as Control;
use frontier::range_tombstone_list::RangeTombstoneList as Frontier;
use legacy::range_tombstone_list::RangeTombstoneList as Legacy;
use measure::Check;
use optimized::range_tombstone_list::RangeTombstoneList as Optimized;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::HOT_PATH;
use super::operation::{List, Range, as_value, content, empty};

/// Related lists, and so many steps on them.
const LISTS: usize = 4;
const STEPS: usize = 200;
/// Rows that ranges delete.
const ROWS: usize = 48;

/// The timestamp that deletes each row; 0 if none does.
type Model = [i64; ROWS];

/// Both forms against the latest timestamp per row, and against each other.
pub fn checks() -> Vec<Check> {
    vec![Check { hot_path: HOT_PATH, topic: "random histories of related lists", compare }]
}

fn compare(seed: u64) -> Result<u64, String> {
    let before = history::<Legacy<i32, 1>>("legacy", seed)?;
    let after = history::<Optimized<i32, 1>>("optimized", seed)?;
    // Called here like the others, or LLVM would inline it in other places than legacy.
    let control = history::<Control<i32, 1>>("control", seed)?;
    let beyond = history::<Frontier<i32, 1>>("frontier", seed)?;
    for (index, (before, after)) in before.iter().zip(&after).enumerate() {
        if content(before) != content(&beyond[index]) {
            return Err(format!("list {index} of the frontier is not that of legacy"));
        }
        if content(before) != content(&control[index]) {
            return Err(format!("list {index} of the control is not that of legacy"));
        }
        if content(before) != content(after) {
            let (before, after) = (content(before), content(after));
            return Err(format!("list {index} is {after} with the patch and {before} without"));
        }
    }
    Ok((4 * STEPS * LISTS * ROWS + 3 * LISTS) as u64)
}

/// Copies, additions and merges; after each step every list is asked for every row, not only the one written.
fn history<L: List>(name: &str, seed: u64) -> Result<Vec<L>, String> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut lists: Vec<L> = (0..LISTS).map(|_| empty(0)).collect();
    let mut models = [[0; ROWS]; LISTS];
    for step in 0..STEPS {
        let (to, from) = (random.random_range(0..LISTS), random.random_range(0..LISTS));
        match random.random_range(0..8) {
            0 => {
                lists[to] = lists[from].copy();
                models[to] = models[from];
            }
            1 => {
                let other = lists[from].copy();
                lists[to].add_all(&other);
                let other = models[from];
                models[to].iter_mut().zip(other).for_each(|(own, other)| *own = (*own).max(other));
            }
            _ => add(&mut lists[to], &mut models[to], &mut random),
        }
        for (list, model) in lists.iter().zip(&models) {
            check(list, model).map_err(|wrong| format!("{name}, step {step}: {wrong}"))?;
        }
    }
    Ok(lists)
}

fn add<L: List>(list: &mut L, model: &mut Model, random: &mut ChaCha8Rng) {
    let first = random.random_range(0..ROWS);
    let width = random.random_range(0..12.min(ROWS - first));
    let timestamp = random.random_range(1..8);
    let inclusive = (random.random::<bool>(), random.random::<bool>());
    // Bounds that exclude a row stand outside of the rows that they delete.
    let value = |inclusive: bool, inside: usize, outside: i32| {
        as_value(inside) + if inclusive { 0 } else { outside }
    };
    let start_kind = if inclusive.0 { Kind::InclusiveStart } else { Kind::ExclusiveStart };
    let end_kind = if inclusive.1 { Kind::InclusiveEnd } else { Kind::ExclusiveEnd };
    list.add(Range {
        start: Bound::new(start_kind, &[value(inclusive.0, first, -1)]),
        end: Bound::new(end_kind, &[value(inclusive.1, first + width, 1)]),
        deletion_time: DeletionTime::build(timestamp, 1),
    });
    for row in &mut model[first..=first + width] {
        *row = (*row).max(timestamp);
    }
}

fn check<L: List>(list: &L, model: &Model) -> Result<(), String> {
    for (row, &expected) in model.iter().enumerate() {
        let name = Bound::row([as_value(row)]);
        let got = list.search_deletion_time(&name).map_or(0, DeletionTime::marked_at);
        if got != expected {
            return Err(format!(
                "row {row} is deleted at {got}, the latest range is of {expected}"
            ));
        }
    }
    Ok(())
}
