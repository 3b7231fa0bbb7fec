//! Counting twice: one case per hot path goes through callgrind a second time, in a process of its own.
//!
//! A program whose input is fixed executes the same instructions each time. Where it does not, something in the bench
//! is random (a seed, an address that is hashed, a clock), and then no count of that hot path is worth anything.

use std::collections::BTreeSet;

use measure::record::{ByteCount, CatalogueCase, CountEntry, SelfTest};

use super::instructions::InstructionCount;

/// The name of the self-test.
pub(super) const NAME: &str = "recount";

/// What somebody can do about unequal counts.
pub(super) const WAY_OUT: &str =
    "something random is measured: a seed, an address that is hashed, a clock";

/// So many instructions may each block differ by that an operation requests: malloc and free take other branches, and
/// join free blocks at other times, where the heap begins at another distance from a page. Seen: 9. A random seed moves
/// counts by more. Without allocations nothing of the kind can happen, and the counts must be equal.
const MOST_PER_BLOCK: u64 = 16;
/// Where nobody counted blocks, counts may differ by this share, whoever allocates.
const MOST_WITHOUT_BLOCKS: f64 = 0.01;

/// The entries that are counted again: of each hot path its first headline case, or else its first.
pub(super) fn entries(entries: &[CountEntry], selected: &[&CatalogueCase]) -> Vec<CountEntry> {
    let find = |entry: &CountEntry| selected.iter().find(|case| case.id == entry.case).copied();
    let hot_paths: BTreeSet<&str> =
        entries.iter().filter_map(find).map(|case| case.hot_path.as_str()).collect();
    let first = |hot_path: &str| {
        let own =
            || entries.iter().filter(|entry| find(entry).is_some_and(|it| it.hot_path == hot_path));
        own().find(|entry| find(entry).is_some_and(|it| it.headline)).or_else(|| own().next())
    };
    hot_paths.into_iter().filter_map(first).cloned().collect()
}

/// One self-test per hot path: whether what was counted again is what was counted first.
///
/// `bytes` says who allocates; without it everybody may.
pub(super) fn judge(
    first: &[InstructionCount],
    again: &[InstructionCount],
    bytes: &[ByteCount],
    selected: &[&CatalogueCase],
) -> Vec<SelfTest> {
    let mut cases: Vec<&str> = again.iter().map(|count| count.case.as_str()).collect();
    cases.dedup();
    let judged = cases.into_iter().map(|case| {
        let of_case = selected.iter().find(|it| it.id == case);
        let own: Vec<_> = again.iter().filter(|count| count.case == case).collect();
        let operations = of_case.map_or(1, |it| it.operations * it.pass * it.counted_passes);
        let unequal = own.iter().find_map(|count| difference(first, count, bytes, operations));
        let detail = match &unequal {
            Some(unequal) => format!("case \"{case}\": {unequal}"),
            None => format!("case \"{case}\": {} contenders counted twice, equal", own.len()),
        };
        SelfTest {
            name: NAME.into(),
            subject: of_case.map(|it| it.hot_path.clone()).unwrap_or_default(),
            passed: unequal.is_none(),
            detail,
        }
    });
    judged.collect()
}

/// How the two counts of one contender over so many operations differ, if they differ by more than they may.
fn difference(
    first: &[InstructionCount],
    again: &InstructionCount,
    bytes: &[ByteCount],
    operations: u64,
) -> Option<String> {
    let name = &again.contender;
    let same = |count: &&InstructionCount| count.case == again.case && count.contender == *name;
    let Some(before) = first.iter().find(same) else {
        return Some(format!("{name} was counted the second time only"));
    };
    let (before, after) = (before.per_pass.instructions, again.per_pass.instructions);
    let blocks = bytes.iter().find(|it| it.case == again.case && it.contender == *name);
    let most = blocks.map_or(MOST_WITHOUT_BLOCKS * before as f64, |it| {
        let each = it.blocks as f64 / it.operations.max(1) as f64;
        MOST_PER_BLOCK as f64 * each * operations as f64
    });
    (before.abs_diff(after) as f64 > most)
        .then(|| format!("{name} took {before} instructions, and {after} when counted again"))
}

#[cfg(test)]
mod tests;
