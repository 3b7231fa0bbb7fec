//! Cases that describe a whole sequence: pairs and few adds, growth, chains and forks, allocation.

use common::tombstones::{EMPTY_LIST_HEAP, RangeTombstone, RangeTombstones, heap_of_columns};

use super::fields::{Fields, integer};
use super::text::{digest, read_range, read_ranges, write_list};
use crate::replay::{Difference, Steps};

pub(super) fn small<const COLUMNS: usize, L: RangeTombstones<i32, COLUMNS>>(
    fields: &Fields,
    recorded_class: bool,
) -> Result<Steps, Difference> {
    let before = fields.compared();
    if !fields.has("first") {
        let mut list: L = new(fields, fields.integer("capacity_in")?)?;
        let text = fields.text("ranges_in")?;
        let ranges = read_ranges(text);
        for range in ranges.ok_or_else(|| fields.difference("ranges_in", "ranges", text))? {
            list.add(range);
        }
        fields.expect_text("ranges", &write_list(&list))?;
        fields.skip("capacity");
        if recorded_class {
            fields.expect_integer("capacity", list.capacity())?;
        }
        return Ok(fields.compared() - before);
    }
    let first = fields.text("first")?;
    for pair in fields.list("second_and_ranges")? {
        let (Some(second), Some(expected)) = (pair[0].as_str(), pair[1].as_str()) else {
            return Err(fields.difference("second_and_ranges", "two texts", pair));
        };
        let mut list: L = new(fields, 0)?;
        for text in [first, second] {
            let range = read_range(text);
            list.add(range.ok_or_else(|| fields.difference("first", "a range", text))?);
        }
        let place = format!("then {second}");
        fields.expect(&place, &expected, &write_list(&list).as_str())?;
    }
    Ok(fields.compared() - before)
}

pub(super) fn growth<const COLUMNS: usize, L: RangeTombstones<i32, COLUMNS>>(
    fields: &Fields,
    recorded_class: bool,
) -> Result<Steps, Difference> {
    let before = fields.compared();
    let factor = fields.value("growth_factor")?;
    let factor =
        factor.as_f64().ok_or_else(|| fields.difference("growth_factor", "a number", factor))?;
    let list = L::with_growth_factor(fields.integer("capacity_in")?, factor);
    let mut list = list.map_err(|fault| fields.difference("capacity_in", "a list", fault))?;
    let mut capacities = vec![list.capacity()];
    for index in 0..fields.integer("append_count")? {
        list.add(range(4 * index, 1, 1, 1));
        if capacities.last() != Some(&list.capacity()) {
            capacities.push(list.capacity());
        }
    }
    let expected = fields.list("capacities")?;
    if recorded_class {
        fields.expect("count", &expected.len(), &capacities.len())?;
        for (expected, capacity) in expected.iter().zip(&capacities) {
            fields.expect("capacities", &integer(expected), &Some(*capacity))?;
        }
    }
    Ok(fields.compared() - before)
}

pub(super) fn chain_or_fork<const COLUMNS: usize, L: RangeTombstones<i32, COLUMNS>>(
    fields: &Fields,
    recorded_class: bool,
) -> Result<Steps, Difference> {
    let before = fields.compared();
    match fields.text("kind")? {
        "chain" => chain::<COLUMNS, L>(fields, recorded_class)?,
        "fork" => fork::<COLUMNS, L>(fields, recorded_class)?,
        other => return Err(fields.difference("kind", "chain or fork", other)),
    }
    Ok(fields.compared() - before)
}

fn chain<const COLUMNS: usize, L: RangeTombstones<i32, COLUMNS>>(
    fields: &Fields,
    recorded_class: bool,
) -> Result<(), Difference> {
    let count: i64 = fields.integer("count")?;
    let mut pattern = Pattern::of(fields)?;
    let mut versions: Vec<L> = vec![new(fields, 0)?];
    for index in 0..count {
        let tombstone = pattern.range(index, count)?;
        let mut next = versions[versions.len() - 1].copy();
        match fields.text("via")? {
            "add" => next.add(tombstone),
            "add_all" => {
                let mut update: L = new(fields, 1)?;
                update.add(tombstone);
                next.add_all(&update);
            }
            other => return Err(fields.difference("via", "add or add_all", other)),
        }
        versions.push(next);
    }
    for expected in fields.list("version_size_capacity_digest")? {
        let list = integer(&expected[0]).and_then(|version: usize| versions.get(version));
        let list = list.ok_or_else(|| fields.difference("version", expected, "no such version"))?;
        state(fields, list, [&expected[1], &expected[2], &expected[3]], recorded_class)?;
    }
    fields.expect_integer("sum_of_sizes", versions.iter().map(L::len).sum::<usize>())?;
    fields.skip("sum_of_capacities");
    if recorded_class {
        let sum = versions.iter().map(L::capacity).sum::<usize>();
        fields.expect_integer("sum_of_capacities", sum)?;
    }
    Ok(())
}

fn fork<const COLUMNS: usize, L: RangeTombstones<i32, COLUMNS>>(
    fields: &Fields,
    recorded_class: bool,
) -> Result<(), Difference> {
    let count: i64 = fields.integer("count")?;
    let mut base: L = new(fields, fields.integer("capacity_in")?)?;
    for index in 0..count {
        base.add(Pattern::plain("append").range(index, count)?);
    }
    let mut pattern = Pattern::of(fields)?;
    let expected = fields.list("child_size_capacity_digest")?;
    let mut children = Vec::new();
    for index in (count..).take(expected.len()) {
        let mut child = base.copy();
        child.add(pattern.range(index, count)?);
        children.push(child);
    }
    for (expected, child) in expected.iter().zip(&children) {
        state(fields, child, [&expected[0], &expected[1], &expected[2]], recorded_class)?;
    }
    fields.expect_text("base_digest", &digest(&base))?;
    fields.skip("base_capacity");
    if recorded_class {
        fields.expect_integer("base_capacity", base.capacity())?;
    }
    Ok(())
}

fn state<const COLUMNS: usize, L: RangeTombstones<i32, COLUMNS>>(
    fields: &Fields,
    list: &L,
    [size, capacity, text]: [&serde_json::Value; 3],
    recorded_class: bool,
) -> Result<(), Difference> {
    fields.expect("size", &integer(size), &Some(list.len()))?;
    if recorded_class {
        fields.expect("capacity", &integer(capacity), &Some(list.capacity()))?;
    }
    fields.expect("digest", &text.as_str(), &Some(digest(list).as_str()))
}

/// The bytes of the original's objects, from the capacities that the port has: 48 for a list object, the arrays, and 24
/// for each bound that a split makes.
pub(super) fn allocation<L: RangeTombstones<i32, 1>>(fields: &Fields) -> Result<Steps, Difference> {
    if fields.has("count") {
        let count = fields.integer("count")?;
        let mut current: L = new(fields, 0)?;
        let mut arrays = heap_of_columns(current.capacity());
        for index in 0..count {
            let mut next = current.copy();
            arrays += heap_of_columns(next.capacity());
            next.add(range(4 * index, 1, index + 1, index + 1));
            arrays += heap_of_columns(next.capacity());
            current = next;
        }
        fields.expect_integer("chain_array_bytes", arrays)?;
        fields.expect_integer("chain_bytes", arrays + EMPTY_LIST_HEAP * (count + 1))?;
        // The memtable around the list is not ported.
        fields.skip("memtable_merges_bytes");
        return Ok(fields.compared());
    }
    let mut base: L = new(fields, fields.integer("capacity")?)?;
    for index in 0..fields.integer("size")? {
        base.add(range(2 * index, 1, 1, 1));
    }
    let copy_bytes = EMPTY_LIST_HEAP + heap_of_columns(base.copy().capacity());
    fields.expect_integer("copy_bytes", copy_bytes)?;
    for (name, added) in [
        ("copy_and_add_append_bytes", range(100_000, 1, 1, 1)),
        ("copy_and_add_front_bytes", range(-5, 1, 1, 1)),
        ("copy_and_add_swallowed_bytes", range(0, 1, 0, 1)),
        ("copy_and_add_split_bytes", range(0, 0, 9, 1)),
    ] {
        if !fields.has(name) {
            continue;
        }
        let mut copy = base.copy();
        let capacity = copy.capacity();
        copy.add(added);
        let grown = if copy.capacity() == capacity { 0 } else { heap_of_columns(copy.capacity()) };
        let starts =
            |list: &L| -> Vec<_> { (0..list.len()).map(|index| list.start(index)).collect() };
        let known = |bound| starts(&base).contains(bound) || *bound == added.start;
        let made = starts(&copy).iter().filter(|bound| !known(bound)).count();
        fields.expect_integer(name, copy_bytes + grown + 24 * i64::try_from(made).unwrap())?;
    }
    Ok(fields.compared())
}

fn new<const COLUMNS: usize, L: RangeTombstones<i32, COLUMNS>>(
    fields: &Fields,
    capacity: i32,
) -> Result<L, Difference> {
    L::new(capacity).map_err(|fault| fields.difference("capacity", "a list", fault))
}

fn range<const COLUMNS: usize>(
    start: i64,
    width: i64,
    timestamp: i64,
    time: i64,
) -> RangeTombstone<i32, COLUMNS> {
    read_range(&format!("[{start}..{}]@{timestamp}/{time}", start + width)).expect("of plain ints")
}

/// The patterns of chains and forks; the generator moves on with each range.
struct Pattern<'a> {
    name: &'a str,
    state: u64,
}

impl<'a> Pattern<'a> {
    fn of(fields: &Fields<'a>) -> Result<Pattern<'a>, Difference> {
        Ok(Pattern { name: fields.text("pattern")?, state: fields.integer("pattern_seed")? })
    }

    fn plain(name: &'a str) -> Pattern<'a> {
        Pattern { name, state: 0 }
    }

    /// The next output of splitmix64, modulo `limit`.
    fn below(&mut self, limit: i64) -> i64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        i64::try_from(z % limit.unsigned_abs()).expect("below a positive limit")
    }

    fn range<const COLUMNS: usize>(
        &mut self,
        i: i64,
        n: i64,
    ) -> Result<RangeTombstone<i32, COLUMNS>, Difference> {
        Ok(match self.name {
            "append" => range(4 * i, 1, i + 1, i + 1),
            "append_adjacent_integers" => range(2 * i, 1, i + 1, 1),
            "prepend" => range(4 * (n - i), 1, 1, i + 1),
            "random_slot" => range(4 * self.below(8 * n), 1, i + 1, 1),
            "overlapping" => {
                let (start, width) = (self.below(4 * n), 1 + self.below(16));
                let timestamp = self.below(64);
                let text = format!("[{start}..{})@{timestamp}/{}", start + width, i + 1);
                read_range(&text).expect("of plain ints")
            }
            "repeated_bounds" => range(5, 4, i / 3, i + 1),
            other => return Err(Difference::new("pattern", "a known pattern", other)),
        })
    }
}
