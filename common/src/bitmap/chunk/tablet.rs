//! What is written into a chunk: rows of several columns at once.
//!
//! Source: apache/iotdb, `InsertTabletNode` as the write path sees it, and the reordering of its columns in
//! `AlignedWritableMemChunk`. Ported: times, values, null maps, statuses, reordering.
//! Left out: everything else of the node. Differs: a column's place in the chunk is given by number, where upstream
//! looks it up by name.

use crate::bitmap::BitMap;

/// Rows of a device, column by column.
#[derive(Clone, Debug)]
pub struct Tablet {
    /// One for each row.
    pub times: Vec<i64>,
    /// One for each column; nothing where a column is absent, which makes its rows null.
    pub columns: Vec<Option<Vec<i32>>>,
    /// One for each column, as large as the tablet has rows; nothing where no row is null.
    pub bit_maps: Option<Vec<Option<BitMap>>>,
    /// The column of the chunk for each column.
    pub places: Vec<usize>,
}

/// What became of a row before it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is written.
    Success,
    /// It was rejected, and all its values are null.
    Failure,
}

/// A tablet in the order of a chunk's columns.
pub(super) struct Rows<'a> {
    pub(super) times: &'a [i64],
    pub(super) columns: Vec<Option<&'a Vec<i32>>>,
    pub(super) bit_maps: Option<Vec<Option<&'a BitMap>>>,
    pub(super) results: Option<&'a [Status]>,
}

impl<'a> Rows<'a> {
    /// Cost: one allocation, and one more if there are null maps; a reference for each column of the chunk.
    pub(super) fn new(tablet: &'a Tablet, columns: usize, results: Option<&'a [Status]>) -> Self {
        Rows {
            times: &tablet.times,
            columns: reordered(&tablet.columns, &tablet.places, columns),
            bit_maps: tablet.bit_maps.as_ref().map(|maps| reordered(maps, &tablet.places, columns)),
            results,
        }
    }

    pub(super) fn bit_map(&self, column: usize) -> Option<&'a BitMap> {
        self.bit_maps.as_ref()?[column]
    }
}

fn reordered<'a, T>(all: &'a [Option<T>], places: &[usize], columns: usize) -> Vec<Option<&'a T>> {
    let mut reordered = vec![None; columns];
    for (one, &place) in all.iter().zip(places) {
        reordered[place] = one.as_ref();
    }
    reordered
}
