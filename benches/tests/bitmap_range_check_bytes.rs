//! What the range check and the batches request from the allocator, to the byte.

mod bytes;

use std::hint::black_box;

use common::bitmap::BitMap;

use self::bytes::{per_pass, requested, sum, watch};

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

type Check = fn(&BitMap, i32, i32) -> bool;

const LEGACY: Check = legacy::bitmap_range_check::contains_marked_bit;
const OPTIMIZED: Check = optimized::bitmap_range_check::contains_marked_bit;
const FRONTIER: Check = frontier::bitmap_range_check::contains_marked_bit;

fn main() {
    let _profiler = watch();
    checks_request_one_block_in_the_word_form_unless_they_take_the_shortcut();
    batches_request_their_objects_and_nine_bytes_for_each_copying_check();
    real_columns_request_one_block_for_each_map();
    println!("bitmap_range_check_bytes: every count is as its closed form says");
}

fn checks_request_one_block_in_the_word_form_unless_they_take_the_shortcut() {
    const CHECKS: u64 = 100;
    // A08: the byte length has always one byte to spare. Size 65 has the array form, which lends its bytes.
    for (size, bytes) in [(1, 1), (7, 1), (8, 2), (9, 2), (63, 8), (64, 9), (65, 0)] {
        let map = BitMap::create(size).expect("a size from 0 on");
        let many = |check: Check, start: i32| {
            requested(|| {
                for _ in 0..CHECKS {
                    black_box(check(black_box(&map), black_box(start), black_box(1)));
                }
            })
        };
        let copies = if bytes == 0 { (0, 0) } else { (CHECKS, CHECKS * bytes) };
        assert_eq!(many(LEGACY, 0), copies, "legacy, size {size}, start 0");
        assert_eq!(many(OPTIMIZED, 0), (0, 0), "optimized, size {size}, start 0");
        for start in 0..size {
            assert_eq!(many(FRONTIER, start), (0, 0), "frontier, size {size}, start {start}");
        }
        if size > 1 {
            assert_eq!(many(LEGACY, size - 1), copies, "legacy, size {size}, last position");
            assert_eq!(many(OPTIMIZED, size - 1), copies, "optimized, size {size}, last position");
        }
    }
}

fn batches_request_their_objects_and_nine_bytes_for_each_copying_check() {
    let columns = 64;
    let reference = 8;
    // Values, times, one list of one reference for each and for the times, the reordered references.
    let values = (columns, columns * 256);
    let lists =
        sum(&[(1, 512), (columns + 1, (columns + 1) * reference), (1, columns * reference)]);
    // A list and a map for each column, the outer list of list headers.
    let null_maps =
        sum(&[(1, columns * 24), (columns, columns * reference), (columns, columns * 32)]);
    let reordered_maps = (1, columns * reference);
    let dense = sum(&[values, lists]);
    let null_heavy = sum(&[dense, reordered_maps, null_maps]);
    let all_null = sum(&[lists, reordered_maps]);
    // A second block: values, times, null maps, every list grown to two references; a head that is reordered too.
    let second_block = sum(&[
        values,
        (1, 512),
        (columns + 1, (columns + 1) * 2 * reference),
        (columns, columns * 2 * reference),
        (columns, columns * 32),
        (1, columns * reference),
    ]);
    let misaligned = sum(&[null_heavy, second_block]);
    let copies = |checks: u64| (checks, checks * 9);
    let expected = [
        ("batch_dense", dense, copies(0), copies(0)),
        ("batch_null_heavy", null_heavy, copies(128), copies(0)),
        ("batch_all_null", all_null, copies(64), copies(0)),
        ("batch_misaligned", misaligned, copies(256), copies(128)),
    ];
    for (workload, objects, legacy, optimized) in expected {
        let id = format!("bitmap_range_check/{workload}/columns=64/rows=64");
        assert_eq!(per_pass(&id, "legacy"), sum(&[objects, legacy]), "{workload}");
        assert_eq!(per_pass(&id, "optimized"), sum(&[objects, optimized]), "{workload}");
        assert_eq!(per_pass(&id, "frontier"), objects, "{workload}");
        assert_eq!(per_pass(&id, "control"), sum(&[objects, legacy]), "{workload}");
    }
    assert_eq!(dense, (131, 17_928));
    assert_eq!(null_heavy, (261, 22_536));
    assert_eq!(misaligned, (520, 44_056));
}

/// 6,222 maps of 64 rows, except for the last of each series: 63, 2, 2 and 60 rows.
fn real_columns_request_one_block_for_each_map() {
    let short = 9 * 8 + 2 * 9 + 6 * 8;
    let whole = 6_222 - 3 * 9 - 6;
    let id = "bitmap_range_check/real_nulls/rows=64";
    assert_eq!(per_pass(id, "legacy"), (6_222, whole * 9 + short));
    assert_eq!(per_pass(id, "optimized"), (0, 0));
    assert_eq!(per_pass(id, "frontier"), (0, 0));
}
