//! The chunk that is written with the range check, against a list of optional values for each column.

mod tally;

use std::cell::Cell;

use common::bitmap::BitMap;
use common::bitmap::chunk::{Chunk, Status, Tablet};
use proptest::prelude::*;

use self::tally::{compared, tally};

const CHECKS: [fn(&BitMap, i32, i32) -> bool; 2] = [
    legacy::bitmap_range_check::contains_marked_bit,
    optimized::bitmap_range_check::contains_marked_bit,
];

fn int(number: usize) -> i32 {
    i32::try_from(number).expect("a small number")
}

/// A null map as the factory makes it.
fn null_map(nulls: &[bool]) -> BitMap {
    let mut map = BitMap::create(int(nulls.len())).expect("a size from 0 on");
    (0..nulls.len()).filter(|&row| nulls[row]).for_each(|row| map.mark(int(row)));
    map
}

proptest! {
    #[test]
    fn any_tablets_in_a_row_read_back_as_they_were_written(tablets in proptest::collection::vec(tablet(), 1..6)) {
        let _tally = tally("bitmap_range_check");
        for check in CHECKS {
            let mut chunk = Chunk::new(COLUMNS);
            let mut model: Vec<Vec<Option<i32>>> = vec![Vec::new(); COLUMNS];
            for (rows, start, results) in &tablets {
                let end = rows[0].as_ref().or(rows[1].as_ref()).map_or(0, Vec::len);
                let start = start % (end + 1);
                let given = results.then(|| statuses(end));
                chunk.write(&written(rows, end), (start, end), given.as_deref(), check);
                for (column, expected) in model.iter_mut().enumerate() {
                    expected.extend((start..end).map(|row| {
                        let failed = given.as_ref().is_some_and(|all| all[row] == Status::Failure);
                        rows[column].as_ref().and_then(|values| values[row]).filter(|_| !failed)
                    }));
                }
            }
            prop_assert_eq!(chunk.row_count(), model[0].len());
            for (column, expected) in model.iter().enumerate() {
                let got: Vec<_> = (0..chunk.row_count()).map(|row| chunk.value(column, row)).collect();
                prop_assert_eq!(&got, expected);
                compared(got.len());
            }
        }
    }
}

const COLUMNS: usize = 2;

/// Values of two columns, either of which may be absent; where to start; whether some rows were rejected.
type Rows = ([Option<Vec<Option<i32>>>; COLUMNS], usize, bool);

fn tablet() -> impl Strategy<Value = Rows> {
    (1..150_usize).prop_flat_map(|rows| {
        let value = prop_oneof![3 => Just(None), 2 => any::<i32>().prop_map(Some)];
        let column =
            || proptest::option::weighted(0.9, proptest::collection::vec(value.clone(), rows));
        ([column(), column()], 0..rows, any::<bool>())
    })
}

fn statuses(rows: usize) -> Vec<Status> {
    (0..rows).map(|row| if row % 5 == 3 { Status::Failure } else { Status::Success }).collect()
}

/// A tablet with null maps where there are nulls. A null's value is a number that must not come back.
fn written(columns: &[Option<Vec<Option<i32>>>; COLUMNS], rows: usize) -> Tablet {
    let nulls_of = |column: &Option<Vec<Option<i32>>>| {
        let nulls: Vec<bool> = column.as_ref()?.iter().map(Option::is_none).collect();
        nulls.contains(&true).then(|| null_map(&nulls))
    };
    let values =
        |column: &Vec<Option<i32>>| column.iter().map(|value| value.unwrap_or(-77)).collect();
    Tablet {
        times: (0..int(rows)).map(i64::from).collect(),
        columns: columns.iter().map(|column| column.as_ref().map(values)).collect(),
        bit_maps: Some(columns.iter().map(nulls_of).collect()),
        places: (0..COLUMNS).collect(),
    }
}

/// A tablet of one column; `null` says which rows are null, `maps` whether there is a null map at all.
fn one_column(rows: usize, maps: bool, null: fn(usize) -> bool) -> Tablet {
    let nulls: Vec<bool> = (0..rows).map(null).collect();
    Tablet {
        times: (0..int(rows)).map(i64::from).collect(),
        columns: vec![Some((0..rows).map(int).collect())],
        bit_maps: maps.then(|| vec![Some(null_map(&nulls))]),
        places: vec![0],
    }
}

/// Writes with legacy's check and counts: all checks, and those that do not start at 0.
fn counted(chunk: &mut Chunk, tablet: &Tablet, results: Option<&[Status]>) -> (usize, usize) {
    let (all, offset) = (Cell::new(0), Cell::new(0));
    let rows = tablet.times.len();
    chunk.write(tablet, (0, rows), results, |map: &BitMap, start, length| {
        all.set(all.get() + 1);
        offset.set(offset.get() + usize::from(start > 0));
        CHECKS[0](map, start, length)
    });
    (all.get(), offset.get())
}

#[test]
fn each_block_of_a_column_is_checked_twice_unless_it_has_no_values() {
    let mut chunk = Chunk::new(1);
    assert_eq!(counted(&mut chunk, &one_column(64, false, |_| false), None), (0, 0));
    assert_eq!(counted(&mut chunk, &one_column(64, true, |row| row % 2 == 0), None), (2, 0));
    assert_eq!(counted(&mut chunk, &one_column(64, true, |_| true), None), (1, 0));
    // Three rows fill the chunk to a third of a block; the next tablet straddles two.
    assert_eq!(counted(&mut chunk, &one_column(3, true, |_| false), None), (2, 0));
    assert_eq!(counted(&mut chunk, &one_column(64, true, |row| row % 2 == 0), None), (4, 2));
}

#[test]
fn empty_source_maps_make_no_null_maps() {
    for results in [None, Some(&[Status::Success; 64][..])] {
        let mut chunk = Chunk::new(1);
        counted(&mut chunk, &one_column(64, true, |_| false), results);
        assert!(chunk.null_map(0, 0).is_none());
    }
}

#[test]
fn null_maps_are_made_for_the_blocks_that_hold_nulls() {
    let mut chunk = Chunk::new(1);
    counted(&mut chunk, &one_column(192, true, |row| row == 130), None);
    let made = [0, 1, 2].map(|block| chunk.null_map(0, block).is_some());
    assert_eq!(made, [false, false, true]);
    assert_eq!(
        chunk.null_map(0, 2).map(ToString::to_string),
        Some(format!("001{}", "0".repeat(61)))
    );
}

#[test]
fn a_batch_of_nulls_makes_neither_values_nor_a_null_map() {
    let mut chunk = Chunk::new(1);
    counted(&mut chunk, &one_column(64, true, |_| true), None);
    assert!(!chunk.has_values(0, 0) && chunk.null_map(0, 0).is_none());
    assert_eq!(chunk.value(0, 63), None);
}

#[test]
fn values_after_an_all_null_start_of_a_block_mark_that_start() {
    let mut chunk = Chunk::new(1);
    counted(&mut chunk, &one_column(10, true, |_| true), None);
    counted(&mut chunk, &one_column(5, false, |_| false), None);
    assert_eq!([0, 9, 10, 14].map(|row| chunk.value(0, row)), [None, None, Some(0), Some(4)]);
}

#[test]
fn rejected_rows_are_null_across_a_block_boundary_and_off_a_byte_boundary() {
    let mut chunk = Chunk::new(1);
    counted(&mut chunk, &one_column(3, false, |_| false), None);
    let results: Vec<Status> =
        (0..64).map(|row| if row > 58 { Status::Failure } else { Status::Success }).collect();
    counted(&mut chunk, &one_column(64, false, |_| false), Some(&results));
    assert_eq!(
        [61, 62, 63, 64, 66].map(|row| chunk.value(0, row)),
        [Some(58), None, None, None, None]
    );
}
