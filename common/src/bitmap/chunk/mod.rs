//! The in-memory chunk of an aligned device: columns of one device in blocks of 64 rows, with lazy null maps.
//!
//! Source: apache/iotdb, `AlignedTVList` between PR #18276 (lazy value arrays) and PR #18358, of which only the
//! range check differs. Ported: `putAlignedValues` with everything under it, `isNullValue`, `clear`; the
//! reordering of columns is `AlignedWritableMemChunk`'s.
//! Left out: value types other than INT32, row indices, sortedness, the pool of arrays, accounting.
//! Differs: a list's header lies in its owner and not in an object of its own; a null map is one object, not two;
//! a reference takes 8 bytes. Lists grow as Java's `ArrayList` does, from 0 to 1, 2, 3, 4, 6, 9 elements.
//!
//! A block without values stands for 64 nulls; a block without a null map has none below the row count.

mod tablet;
mod write;

pub use self::tablet::{Status, Tablet};
use super::BitMap;

/// Rows of a block (`primitive_array_size`): a block's null map is exactly one word.
pub const BLOCK_ROWS: usize = 64;

/// A list that grows as Java's: by half, and at least by one element.
type List<T> = Vec<T>;

/// The values of a column, block by block.
type Blocks = List<Option<Box<[i32; BLOCK_ROWS]>>>;

/// The null maps of a column, block by block.
type NullMaps = List<Option<Box<BitMap>>>;

/// One device in memory. Columns are INT32.
#[derive(Debug)]
pub struct Chunk {
    row_count: usize,
    timestamps: List<Box<[i64; BLOCK_ROWS]>>,
    values: Vec<Blocks>,
    /// Nothing, a column's nothing and a block's nothing all mean that no null was written there.
    bit_maps: Option<Vec<Option<NullMaps>>>,
}

impl Chunk {
    /// A chunk without rows: one list for each column, none of which has room yet.
    ///
    /// Cost: one allocation.
    pub fn new(columns: usize) -> Chunk {
        let values = (0..columns).map(|_| List::new()).collect();
        Chunk { row_count: 0, timestamps: List::new(), values, bit_maps: None }
    }

    /// Frees all blocks and lists; then the chunk is as [`Chunk::new`] made it.
    pub fn clear(&mut self) {
        self.row_count = 0;
        self.timestamps = List::new();
        self.values.iter_mut().for_each(|blocks| *blocks = List::new());
        self.bit_maps = None;
    }

    /// Rows written.
    pub fn row_count(&self) -> usize {
        self.row_count
    }

    /// Number of columns.
    pub fn column_count(&self) -> usize {
        self.values.len()
    }

    /// The time of a row.
    ///
    /// # Panics
    /// Past the blocks.
    pub fn time(&self, row: usize) -> i64 {
        self.timestamps[row / BLOCK_ROWS][row % BLOCK_ROWS]
    }

    /// A value, or nothing where it is null.
    ///
    /// # Panics
    /// Past the blocks.
    pub fn value(&self, column: usize, row: usize) -> Option<i32> {
        let (block, element) = (row / BLOCK_ROWS, row % BLOCK_ROWS);
        let values = self.values[column][block].as_ref()?;
        let position = i32::try_from(element).expect("an element of a block");
        let is_null = self.null_map(column, block).is_some_and(|map| map.is_marked(position));
        (!is_null).then_some(values[element])
    }

    /// Whether a block of a column has an array of values; one without stands for nulls.
    pub fn has_values(&self, column: usize, block: usize) -> bool {
        self.values[column][block].is_some()
    }

    /// The null map of a block, if a null was written there.
    pub fn null_map(&self, column: usize, block: usize) -> Option<&BitMap> {
        self.bit_maps.as_ref()?[column].as_ref()?[block].as_deref()
    }
}

/// Adds as Java's `ArrayList` does.
fn add<T>(list: &mut List<T>, value: T) {
    if list.len() == list.capacity() {
        list.reserve_exact((list.len() / 2).max(1));
    }
    list.push(value);
}
