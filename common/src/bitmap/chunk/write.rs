//! Writing a tablet: the caller of the range check, twice a column and block.
//!
//! Source, what is left out, what differs: see the parent module.

use super::tablet::Rows;
use super::{BLOCK_ROWS, Chunk, NullMaps, Status, Tablet, add};
use crate::bitmap::BitMap;

/// Consecutive rows of a tablet that go into one block.
#[derive(Clone, Copy)]
struct Step {
    /// The first row in the tablet.
    source: usize,
    block: usize,
    /// The first row in the block.
    element: usize,
    /// 1 to 64 rows.
    length: usize,
}

impl Chunk {
    /// Appends the rows `start .. end` of a tablet. `contains_marked` is the check that the ticket changed.
    ///
    /// With null maps and values in every column it is asked twice for each column and block: before values are
    /// copied, and before nulls are.
    ///
    /// # Panics
    /// If a place, a column or a null map does not reach as far as the rows do.
    #[inline]
    pub fn write(
        &mut self,
        tablet: &Tablet,
        (start, end): (usize, usize),
        results: Option<&[Status]>,
        contains_marked: impl Fn(&BitMap, i32, i32) -> bool + Copy,
    ) {
        let rows = Rows::new(tablet, self.column_count(), results);
        self.check_expansion();
        let mut source = start;
        while source < end {
            let (block, element) = (self.row_count / BLOCK_ROWS, self.row_count % BLOCK_ROWS);
            let room = BLOCK_ROWS - element;
            let length = room.min(end - source);
            self.put(&rows, Step { source, block, element, length }, contains_marked);
            source += length;
            // As upstream: a block that is filled by the last row gets its successor at the next write.
            if source < end {
                self.check_expansion();
            }
        }
    }

    fn put(
        &mut self,
        rows: &Rows<'_>,
        step: Step,
        contains_marked: impl Fn(&BitMap, i32, i32) -> bool + Copy,
    ) {
        let Step { source, block, element, length } = step;
        self.timestamps[block][element..element + length]
            .copy_from_slice(&rows.times[source..source + length]);
        self.copy_values(rows, step, contains_marked);
        self.row_count += length;
        self.mark_nulls(rows, step, contains_marked);
    }

    /// Adds a block if the last one is full: times at once, values and null maps when they are needed.
    fn check_expansion(&mut self) {
        if !self.row_count.is_multiple_of(BLOCK_ROWS) {
            return;
        }
        self.values.iter_mut().for_each(|blocks| add(blocks, None));
        for blocks in self.bit_maps.iter_mut().flatten().flatten() {
            add(blocks, None);
        }
        add(&mut self.timestamps, Box::new([0; BLOCK_ROWS]));
    }

    fn copy_values(
        &mut self,
        rows: &Rows<'_>,
        step: Step,
        contains_marked: impl Fn(&BitMap, i32, i32) -> bool + Copy,
    ) {
        let Step { source, element, length, .. } = step;
        for (column, values) in rows.columns.iter().enumerate() {
            let Some(values) = values else { continue };
            if contains_non_null_value(rows, column, step, contains_marked) {
                self.values_of_block(column, step)[element..element + length]
                    .copy_from_slice(&values[source..source + length]);
            }
        }
    }

    /// The values of a block, made when the first of them is not null; rows before it become explicit nulls.
    fn values_of_block(&mut self, column: usize, step: Step) -> &mut [i32; BLOCK_ROWS] {
        let Step { block, element, .. } = step;
        if self.values[column][block].is_none() {
            if element > 0 {
                let marked = self.null_map_of_block(column, block).mark_range(0, row(element));
                marked.expect("inside the block");
            }
            self.values[column][block] = Some(Box::new([0; BLOCK_ROWS]));
        }
        self.values[column][block].as_mut().expect("made above")
    }

    fn mark_nulls(
        &mut self,
        rows: &Rows<'_>,
        step: Step,
        contains_marked: impl Fn(&BitMap, i32, i32) -> bool + Copy,
    ) {
        let Step { source, block, element, length } = step;
        let (source, start, length) = (row(source), row(element), row(length));
        let failures = failures(rows, step);
        for column in 0..self.column_count() {
            if self.values[column][block].is_none() {
                continue;
            }
            let mut marked = Ok(());
            if rows.columns[column].is_none() {
                marked =
                    marked.and(self.null_map_of_block(column, block).mark_range(start, length));
            }
            if let Some(map) = rows.bit_map(column)
                && contains_marked(map, source, length)
            {
                let target = self.null_map_of_block(column, block);
                marked = marked.and(target.merge(map, source, start, length));
            }
            if let Some(failures) = &failures {
                let target = self.null_map_of_block(column, block);
                marked = marked.and(target.merge(failures, start & 7, start, length));
            }
            marked.expect("inside the block and the tablet");
        }
    }

    /// The null map of a block, made on demand with all the lists that lead to it.
    fn null_map_of_block(&mut self, column: usize, block: usize) -> &mut BitMap {
        let (columns, blocks) = (self.values.len(), self.values[column].len());
        let bit_maps = self.bit_maps.get_or_insert_with(|| vec![None; columns]);
        let of_column = bit_maps[column].get_or_insert_with(|| nothings(blocks));
        of_column[block].get_or_insert_with(|| {
            let size = row(BLOCK_ROWS);
            Box::new(BitMap::create(size).expect("a size from 0 on"))
        })
    }
}

/// Whether a value of these rows has to be kept; the first of the two checks.
fn contains_non_null_value(
    rows: &Rows<'_>,
    column: usize,
    step: Step,
    contains_marked: impl Fn(&BitMap, i32, i32) -> bool,
) -> bool {
    let Step { source, length, .. } = step;
    let map = rows.bit_map(column).filter(|map| contains_marked(map, row(source), row(length)));
    let results = rows.results.filter(|results| contains_failure(results, step));
    if map.is_none() && results.is_none() {
        return true;
    }
    // As upstream: bit by bit until the first that is not null.
    (source..source + length).any(|index| {
        !map.is_some_and(|map| map.is_marked(row(index)))
            && results.is_none_or(|results| results[index] == Status::Success)
    })
}

fn contains_failure(results: &[Status], step: Step) -> bool {
    results[step.source..step.source + step.length].contains(&Status::Failure)
}

/// Rejected rows as a null map whose first position is as far into a byte as the first row is into the block's.
fn failures(rows: &Rows<'_>, step: Step) -> Option<BitMap> {
    let Step { source, element, length, .. } = step;
    let results = rows.results.filter(|results| contains_failure(results, step))?;
    let shift = element % 8;
    let mut map = BitMap::new(row(shift + length)).expect("a size from 0 on");
    for index in 0..length {
        if results[source + index] == Status::Failure {
            map.mark(row(shift + index));
        }
    }
    Some(map)
}

fn nothings(blocks: usize) -> NullMaps {
    (0..blocks).map(|_| None).collect()
}

/// A row as the maps count it.
#[inline]
fn row(index: usize) -> i32 {
    i32::try_from(index).expect("a tablet has fewer than 2^31 rows")
}
