//! Whole batches: one operation writes one tablet of 64 INT32 columns and 64 rows into an empty chunk.
//!
//! The chunk is made before the measurement, as in upstream's benchmark. An operation begins by taking it back to
//! the empty state, which frees what the operation before it wrote; so in the long run each operation frees as much
//! as it allocates, as a Rust caller would, and the lists of an empty chunk are not made again.
//!
//! Blocks of one operation, in closed form, for C columns (the JVM's objects are listed in the analysis): C value
//! blocks of 256 bytes, 1 block of times of 512, C + 1 lists of one reference of 8, 1 reordered array of C references;
//! with nulls in all columns 1 more reordered array, 1 outer list of C list headers of 24, and for each column a list
//! of one reference of 8 and a null map of 32. On top: one block of 9 bytes for each check that copies its bytes.

use std::hint::black_box;
use std::rc::Rc;

use common::bitmap::BitMap;
use common::bitmap::chunk::{BLOCK_ROWS, Chunk, Tablet};
use control::bitmap_range_check as control;
use frontier::bitmap_range_check as frontier;
use legacy::bitmap_range_check as legacy;
use measure::record::Role;
use measure::{Answer, Case, Workload};
use optimized::bitmap_range_check as optimized;

use super::HOT_PATH;

pub(super) const COLUMNS: usize = 64;
pub(super) const ROWS: usize = 64;

pub(super) fn cases() -> Vec<Case> {
    vec![
        batch("batch_dense", || Batch { head_rows: 0, is_null: None }).case(),
        batch("batch_null_heavy", || Batch { head_rows: 0, is_null: Some(alternating) })
            .headline()
            .case(),
        batch("batch_all_null", || Batch { head_rows: 0, is_null: Some(|_, _| true) }).case(),
        // The tablet straddles two blocks: of its 256 checks, those of the second block start at row 32.
        batch("batch_misaligned", || Batch { head_rows: 32, is_null: Some(alternating) }).case(),
    ]
}

/// Half of the rows, and the other half in the neighbouring column.
pub(super) fn alternating(column: usize, row: usize) -> bool {
    row % 2 == column % 2
}

fn batch(workload: &'static str, input: fn() -> Batch) -> Workload<Batch> {
    let parameters = [("columns", (COLUMNS as u64).into()), ("rows", (ROWS as u64).into())];
    Workload::new((HOT_PATH, workload), &parameters, 1, input)
        .learnable()
        .contender(
            Role::Legacy,
            Writer::new,
            |w| w.write(legacy::contains_marked_bit),
            |chunk| content(&chunk),
        )
        .contender(
            Role::Optimized,
            Writer::new,
            |w| w.write(optimized::contains_marked_bit),
            |chunk| content(&chunk),
        )
        .contender(
            Role::Frontier,
            Writer::new,
            |w| w.write(frontier::contains_marked_bit),
            |chunk| content(&chunk),
        )
        .contender(
            Role::Control,
            Writer::new,
            |w| w.write(control::contains_marked_bit),
            |chunk| content(&chunk),
        )
}

/// What is written.
struct Batch {
    /// So many rows without null maps go before the tablet, and no check is made on them.
    head_rows: usize,
    /// Whether a column and row is null; without it the tablet has no null maps.
    is_null: Option<fn(usize, usize) -> bool>,
}

struct Writer {
    chunk: Rc<Chunk>,
    head: Tablet,
    tablet: Tablet,
}

impl Writer {
    fn new(batch: &Batch) -> Writer {
        Writer {
            chunk: Rc::new(Chunk::new(COLUMNS)),
            head: tablet(0, batch.head_rows, None),
            tablet: tablet(batch.head_rows, ROWS, batch.is_null),
        }
    }

    /// Returns a share in the chunk, which has to be gone before the next write.
    #[inline]
    fn write(&mut self, contains_marked: impl Fn(&BitMap, i32, i32) -> bool + Copy) -> Rc<Chunk> {
        let chunk = Rc::get_mut(&mut self.chunk).expect("the last result is gone");
        chunk.clear();
        for tablet in [&self.head, &self.tablet] {
            let rows = tablet.times.len();
            if rows > 0 {
                black_box(&mut *chunk).write(
                    black_box(tablet),
                    black_box((0, rows)),
                    None,
                    contains_marked,
                );
            }
        }
        Rc::clone(&self.chunk)
    }
}

/// Time and value are the number of the row.
fn tablet(first: usize, rows: usize, is_null: Option<fn(usize, usize) -> bool>) -> Tablet {
    let values: Vec<i32> =
        (first..first + rows).map(|row| row.try_into().expect("a row")).collect();
    let null_map = |column, is_null: fn(usize, usize) -> bool| {
        let mut map = BitMap::create(rows.try_into().expect("a row")).expect("a size from 0 on");
        let nulls = (0..rows).filter(|&row| is_null(column, row));
        nulls.for_each(|row| map.mark(row.try_into().expect("a row")));
        Some(map)
    };
    Tablet {
        times: values.iter().copied().map(i64::from).collect(),
        columns: vec![Some(values); COLUMNS],
        bit_maps: is_null
            .map(|is_null| (0..COLUMNS).map(|column| null_map(column, is_null)).collect()),
        places: (0..COLUMNS).collect(),
    }
}

/// Everything that a reader of the chunk could see, and which of its parts exist.
fn content(chunk: &Chunk) -> Answer {
    let mut answer = Answer::from(chunk.row_count() as u64);
    answer.extend((0..chunk.row_count()).map(|row| chunk.time(row).cast_unsigned()));
    for column in 0..chunk.column_count() {
        for block in 0..chunk.row_count().div_ceil(BLOCK_ROWS) {
            answer.push(chunk.has_values(column, block).into());
            let map = chunk.null_map(column, block);
            let bytes = map.map(BitMap::byte_array).unwrap_or_default();
            answer.extend(bytes.iter().copied().map(u64::from));
        }
        let values = (0..chunk.row_count()).map(|row| chunk.value(column, row));
        // A null is a number that no 32-bit value is.
        answer.extend(
            values.map(|value| value.map_or(u64::MAX, |value| value.cast_unsigned().into())),
        );
    }
    answer
}
