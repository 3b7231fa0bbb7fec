//! What a batch asks of its null maps and nothing else: one operation answers for all 64 columns.
//!
//! As the writer does it, a column is asked twice, and between the two rows are looked at one by one until a value is
//! found. The frontier's batch form answers both for all columns in one pass over their words, which therefore have to
//! lie side by side: another interface than a single check, so it is compared with the whole batch of checks only.
//! Row `by_column` is the same classification on maps as they are, one column after the other.

use std::hint::black_box;

use common::bitmap::BitMap;
use control::bitmap_range_check as control;
use frontier::bitmap_range_check::columns::{self, Columns};
use frontier::bitmap_range_check::{Marked, classify};
use legacy::bitmap_range_check as legacy;
use measure::record::Role;
use measure::{Answer, Case, Workload};
use optimized::bitmap_range_check as optimized;

use super::HOT_PATH;
use super::batches::{COLUMNS, ROWS, alternating};

pub(super) fn case() -> Case {
    let parameters = [("columns", (COLUMNS as u64).into()), ("rows", (ROWS as u64).into())];
    Workload::new((HOT_PATH, "batch_checks"), &parameters, 1, null_maps)
        .learnable()
        .contender(
            Role::Legacy,
            |maps| Asked::maps(maps),
            |a| a.as_the_writer_asks(legacy::contains_marked_bit),
            answer,
        )
        .contender(
            Role::Optimized,
            |maps| Asked::maps(maps),
            |a| a.as_the_writer_asks(optimized::contains_marked_bit),
            answer,
        )
        .contender(Role::Frontier, |maps| Asked::words(maps), |a| a.all_at_once(), answer)
        .contender(
            Role::Control,
            |maps| Asked::maps(maps),
            |a| a.as_the_writer_asks(control::contains_marked_bit),
            answer,
        )
        .contender(
            (Role::Variant, "by_column"),
            |maps| Asked::maps(maps),
            |a| a.by_column(),
            answer,
        )
        .case()
}

/// Half of the rows are null, and the other half in the neighbouring column; every eighth column has no null, and the
/// one behind it no value.
fn null_maps() -> Vec<BitMap> {
    let is_null = |column: usize, row| match column % 8 {
        6 => false,
        7 => true,
        _ => alternating(column, row),
    };
    let map = |column| {
        let mut map = BitMap::create(ROWS.try_into().expect("a row")).expect("a size from 0 on");
        let nulls = (0..ROWS).filter(|&row| is_null(column, row));
        nulls.for_each(|row| map.mark(row.try_into().expect("a row")));
        map
    };
    (0..COLUMNS).map(map).collect()
}

/// A bit for each column: whether it has nulls, and whether it has nothing else.
fn answer(columns: Columns) -> Answer {
    let mut answer = Answer::from(columns.any);
    answer.push(columns.all);
    answer
}

/// The maps in a contender's own form, with the range as run-time values.
struct Asked<M> {
    maps: Vec<M>,
    start: i32,
    length: i32,
}

impl<M> Asked<M> {
    fn new(maps: Vec<M>) -> Asked<M> {
        Asked { maps, start: 0, length: ROWS.try_into().expect("a row") }
    }

    /// Asks for one column after the other; arguments and results pass `black_box`, as they would from a map elsewhere.
    #[inline]
    fn column_by_column(&self, ask: impl Fn(&M, i32, i32) -> Marked) -> Columns {
        let mut columns = Columns::default();
        for (column, map) in self.maps.iter().enumerate() {
            let marked = ask(black_box(map), black_box(self.start), black_box(self.length));
            let marked = black_box(marked);
            columns.any |= u64::from(marked != Marked::None) << column;
            columns.all |= u64::from(marked == Marked::All) << column;
        }
        columns
    }
}

impl Asked<BitMap> {
    fn maps(maps: &[BitMap]) -> Asked<BitMap> {
        Asked::new(maps.to_vec())
    }

    #[inline]
    fn as_the_writer_asks(&self, contains_marked: impl Fn(&BitMap, i32, i32) -> bool) -> Columns {
        self.column_by_column(|map, start, length| {
            let has_value = !contains_marked(map, start, length)
                || (start..start + length).any(|row| !map.is_marked(row));
            // Asked anew before nulls are merged, far from the first question.
            let has_null = contains_marked(black_box(map), start, length);
            match (has_null, has_value) {
                (false, _) => Marked::None,
                (true, true) => Marked::Some,
                (true, false) => Marked::All,
            }
        })
    }

    #[inline]
    fn by_column(&self) -> Columns {
        self.column_by_column(classify)
    }
}

impl Asked<u64> {
    fn words(maps: &[BitMap]) -> Asked<u64> {
        Asked::new(maps.iter().map(|map| map.extract_bits(0, 64)).collect())
    }

    #[inline]
    fn all_at_once(&self) -> Columns {
        let (start, length) = black_box((self.start.cast_unsigned(), self.length.cast_unsigned()));
        columns::classify(black_box(&self.maps), start, length)
    }
}
