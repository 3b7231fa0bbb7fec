//! The range check and the maps that it reads, against models that read at a glance.
//!
//! A map's model is a list of truth values, one for each position. Case ids of the collected tests are in comments.

mod tally;

use common::bitmap::BitMap;
use frontier::bitmap_range_check::{Marked, classify};
use proptest::prelude::*;

use self::tally::{compared, tally};

type Check = fn(&BitMap, i32, i32) -> bool;

const CONTENDERS: [(&str, Check); 3] = [
    ("legacy", legacy::bitmap_range_check::contains_marked_bit),
    ("optimized", optimized::bitmap_range_check::contains_marked_bit),
    ("frontier", frontier::bitmap_range_check::contains_marked_bit),
];

fn int(number: usize) -> i32 {
    i32::try_from(number).expect("a small number")
}

/// The same content in the array form, and in what the factory makes.
fn both_forms(model: &[bool]) -> [BitMap; 2] {
    [BitMap::new, BitMap::create].map(|make| {
        let mut map = make(int(model.len())).expect("a size from 0 on");
        let marked = (0..model.len()).filter(|&position| model[position]);
        marked.for_each(|position| map.mark(int(position)));
        map
    })
}

/// Every contender, in both forms, gives the model's answer.
#[track_caller]
fn assert_range(model: &[bool], maps: &[BitMap], start: usize, length: usize) {
    let range = &model[start..start + length];
    let expected = range.contains(&true);
    let classified = match (expected, range.contains(&false)) {
        (false, _) => Marked::None,
        (true, true) => Marked::Some,
        (true, false) => Marked::All,
    };
    for map in maps {
        assert_eq!(
            classify(map, int(start), int(length)),
            classified,
            "{map:?}, ({start}, {length})"
        );
        compared(1);
        for (name, check) in CONTENDERS {
            let got = check(map, int(start), int(length));
            assert_eq!(got, expected, "{name}, {map:?}, ({start}, {length})");
            compared(1);
        }
    }
}

fn assert_every_range(model: &[bool]) {
    let maps = both_forms(model);
    for start in 0..model.len() {
        for length in 1..=model.len() - start {
            assert_range(model, &maps, start, length);
        }
    }
}

/// Empty, full, one mark at either end, every second, every seventh, and noise from a multiplication.
fn patterns(size: usize) -> Vec<Vec<bool>> {
    let rules: [fn(usize, usize) -> bool; 8] = [
        |_, _| false,
        |_, _| true,
        |position, _| position == 0,
        |position, size| position == size - 1,
        |position, _| position % 2 == 0,
        |position, _| position % 2 == 1,
        |position, _| position % 7 == 3,
        |position, size| (position * 0x9e37 + size * 0x79b9) / 64 % 5 == 0,
    ];
    rules.iter().map(|rule| (0..size).map(|position| rule(position, size)).collect()).collect()
}

#[test]
fn every_range_of_every_size_to_64_is_answered_as_by_a_loop() {
    let _tally = tally("bitmap_range_check");
    for size in 1..=64 {
        for model in patterns(size) {
            assert_every_range(&model);
        }
    }
}

#[test]
fn every_range_of_sizes_around_whole_words_is_answered_as_by_a_loop() {
    let _tally = tally("bitmap_range_check");
    for size in [65, 71, 72, 100, 127, 128, 129, 200] {
        for model in patterns(size) {
            assert_every_range(&model);
        }
    }
}

#[test]
fn one_mark_is_seen_by_the_ranges_that_hold_it_and_by_no_other() {
    let _tally = tally("bitmap_range_check");
    for size in [20, 63, 64, 128] {
        for marked in 0..size {
            let model: Vec<bool> = (0..size).map(|position| position == marked).collect();
            let maps = both_forms(&model);
            for start in 0..size {
                for end in [start + 1, start + 2, marked, marked + 1, marked + 2, size] {
                    if start < end && end <= size {
                        assert_range(&model, &maps, start, end - start);
                    }
                }
            }
        }
    }
}

/// A01: an array of exactly 8 bytes has no spare byte, and none is read.
#[test]
fn an_array_without_a_spare_byte_is_not_read_past_its_end() {
    let map = BitMap::adopt(64, vec![0; 8]);
    assert!(map.is_all_unmarked_prefix(64) && map.is_all_unmarked());
    for (name, check) in CONTENDERS {
        assert!(!check(&map, 0, 64) && !check(&map, 1, 63), "{name}");
    }
}

/// A02, A03: the last position before a byte boundary, which is the sign bit of a Java byte.
#[test]
fn the_last_position_of_each_byte_counts_from_its_own_length_on() {
    let _tally = tally("bitmap_range_check");
    for length in (8..=64).step_by(8) {
        // In a map that ends there, in one of a whole word, and in one that goes on.
        for size in [length, 64, 72] {
            let model: Vec<bool> = (1..=size).map(|position| position == length).collect();
            let maps = both_forms(&model);
            for map in &maps {
                assert!(!map.is_all_unmarked_prefix(int(length)), "{length} of {size}");
                assert!(map.is_all_unmarked_prefix(int(length - 1)), "{length} of {size}");
            }
            assert_range(&model, &maps, 0, length);
            assert_range(&model, &maps, 0, length - 1);
            assert_range(&model, &maps, 1, length - 1);
            assert_range(&model, &maps, 1, length - 2);
            assert_range(&model, &maps, length - 1, 1);
        }
    }
}

/// A04: first and last byte are the same.
#[test]
fn a_range_inside_one_byte_sees_neither_neighbour() {
    for (byte, expected) in [(0x80, false), (0x40, true), (0x01, false), (0x02, true)] {
        for (name, check) in CONTENDERS {
            assert_eq!(check(&BitMap::adopt(8, vec![byte, 0]), 1, 6), expected, "{name} {byte:x}");
        }
    }
}

/// A05: an offset in bits is not one in bytes.
#[test]
fn an_unaligned_pattern_is_read_from_its_own_bit_on() {
    let _tally = tally("bitmap_range_check");
    for size in [64, 65] {
        let model: Vec<bool> = (0..size).map(|position| [1, 4].contains(&(position % 5))).collect();
        let maps = both_forms(&model);
        for start in 1..=7 {
            for length in 1..=size - start {
                assert_range(&model, &maps, start, length);
            }
        }
    }
}

/// A06: two positions on either side of a byte boundary.
#[test]
fn a_range_over_a_byte_boundary_reads_both_bytes() {
    for (marked, expected) in [(6, false), (7, true), (8, true), (9, false)] {
        let model: Vec<bool> = (0..64).map(|position| position == marked).collect();
        for map in both_forms(&model) {
            for (name, check) in CONTENDERS {
                assert_eq!(check(&map, 7, 2), expected, "{name} {marked}");
            }
        }
    }
}

/// A07: the ticket's own workload.
#[test]
fn the_acceptance_workload_has_the_published_number_of_marks() {
    let map = |index: usize| both_forms(&[&[false; 63][..], &[index % 2 == 1]].concat())[1].clone();
    let maps: Vec<BitMap> = (0..64).map(map).collect();
    for (name, check) in CONTENDERS {
        let marks =
            |start, length| (0..6400).filter(|i| check(&maps[i % 64], start, length)).count();
        let counts = [marks(0, 64), marks(1, 63), marks(0, 63), marks(63, 1)];
        assert_eq!(counts, [3200, 3200, 0, 3200], "{name}");
    }
}

/// A08, and both forms serialize to the same bytes.
#[test]
fn a_map_serializes_to_one_byte_more_than_it_needs() {
    let lengths = [0, 1, 7, 8, 9, 63, 64, 65].map(|size| {
        let [array, made] = both_forms(&vec![false; size]);
        assert_eq!(array.byte_array(), made.byte_array());
        made.byte_array().len()
    });
    assert_eq!(lengths, [1, 1, 1, 2, 2, 8, 9, 9]);
}

/// A09: the storage's own queries define the empty range; the ticket's shortcut agrees where it is taken.
#[test]
fn of_an_empty_range_none_is_marked() {
    let model = vec![true; 64];
    for map in both_forms(&model) {
        for start in [0, 1, 64] {
            assert_eq!(map.is_range_any_marked(start, 0), Ok(false));
            assert_eq!(map.is_range_none_marked(start, 0), Ok(true));
        }
        assert!(!CONTENDERS[1].1(&map, 0, 0));
        // The scanner has no guard: it looks at the first byte in full.
        assert!(CONTENDERS[0].1(&map, 0, 0));
    }
}

#[test]
fn stray_bits_are_seen_by_the_scanner_past_the_size_only() {
    let mut map = BitMap::create(20).expect("a size from 0 on");
    map.mark_all();
    assert_eq!(map.unmark_range(0, 20), Ok(()));
    for (name, check) in CONTENDERS {
        assert!(!check(&map, 0, 20) && !check(&map, 1, 19), "{name}");
        assert!(check(&map, 1, 20), "{name}");
    }
}

#[test]
fn only_the_factory_makes_words_and_only_up_to_64() {
    let is_word = |map: &BitMap| matches!(map, BitMap::Word(_));
    for size in [0, 1, 63, 64, 65, 200] {
        assert_eq!(is_word(&BitMap::create(size).expect("from 0 on")), size <= 64, "{size}");
        assert!(!is_word(&BitMap::new(size).expect("from 0 on")), "{size}");
    }
    let mut map = both_forms(&(0..64).map(|p| p == 0 || p == 63).collect::<Vec<_>>())[1].clone();
    map.extend(65);
    assert!(!is_word(&map) && map.is_marked(0) && map.is_marked(63) && !map.is_marked(64));
}

#[derive(Clone, Debug)]
enum Operation {
    Mark(usize),
    Unmark(usize),
    MarkRange(usize, usize),
    UnmarkRange(usize, usize),
    Merge(Vec<bool>, usize),
    CopyOfRange(Vec<bool>, usize),
    Extend(usize),
    Reset,
}

fn operation() -> impl Strategy<Value = Operation> {
    let position = 0..200_usize;
    let source = || proptest::collection::vec(any::<bool>(), 0..100);
    prop_oneof![
        position.clone().prop_map(Operation::Mark),
        position.clone().prop_map(Operation::Unmark),
        (position.clone(), position.clone()).prop_map(|(a, b)| Operation::MarkRange(a, b)),
        (position.clone(), position.clone()).prop_map(|(a, b)| Operation::UnmarkRange(a, b)),
        (source(), position.clone()).prop_map(|(source, at)| Operation::Merge(source, at)),
        (source(), position.clone()).prop_map(|(source, at)| Operation::CopyOfRange(source, at)),
        (1..200_usize).prop_map(Operation::Extend),
        Just(Operation::Reset),
    ]
}

/// Does the same to the model and to a map; positions and lengths are cut to what fits.
fn apply(operation: &Operation, model: &mut Vec<bool>, map: &mut BitMap, source_form: usize) {
    let size = model.len();
    let fit = |start: usize, length: usize| (start % size, length.min(size - start % size));
    match operation {
        Operation::Mark(position) => {
            model[position % size] = true;
            map.mark(int(position % size));
        }
        Operation::Unmark(position) => {
            model[position % size] = false;
            map.unmark(int(position % size));
        }
        Operation::MarkRange(start, length) => {
            let (start, length) = fit(*start, *length);
            model[start..start + length].fill(true);
            map.mark_range(int(start), int(length)).expect("it fits");
        }
        Operation::UnmarkRange(start, length) => {
            let (start, length) = fit(*start, *length);
            model[start..start + length].fill(false);
            map.unmark_range(int(start), int(length)).expect("it fits");
        }
        Operation::Merge(source, at) => {
            let (start, length) = fit(*at, source.len());
            let from = &both_forms(source)[source_form];
            for (to, from) in model[start..].iter_mut().zip(&source[source.len() - length..]) {
                *to |= from;
            }
            let first = int(source.len() - length);
            map.merge(from, first, int(start), int(length)).expect("it fits");
        }
        Operation::CopyOfRange(source, at) => {
            let (start, length) = fit(*at, source.len());
            let from = &both_forms(source)[source_form];
            model[start..start + length].copy_from_slice(&source[..length]);
            map.copy_of_range(from, 0, int(start), int(length)).expect("it fits");
        }
        Operation::Extend(size) => {
            if *size > model.len() {
                model.resize(*size, false);
            }
            map.extend(int(*size));
        }
        Operation::Reset => {
            model.fill(false);
            map.reset();
        }
    }
}

proptest! {
    #[test]
    fn any_sequence_of_operations_leaves_what_the_model_holds(
        size in 1..130_usize,
        operations in proptest::collection::vec((operation(), 0..2_usize), 1..20),
        (start, length) in (0..200_usize, 1..200_usize),
    ) {
        let _tally = tally("bitmap_range_check");
        for form in 0..2 {
            let mut model = vec![false; size];
            let mut map = both_forms(&model)[form].clone();
            for (operation, source_form) in &operations {
                apply(operation, &mut model, &mut map, *source_form);
                let fresh = both_forms(&model);
                prop_assert_eq!(&map, &fresh[0]);
                prop_assert_eq!(&fresh[1], &map);
                prop_assert_eq!(map.hash_code(), fresh[0].hash_code());
                prop_assert_eq!(map.is_all_unmarked(), !model.contains(&true));
                prop_assert_eq!(map.is_all_marked(), !model.contains(&false));
                let start = start % model.len();
                assert_range(&model, std::slice::from_ref(&map), start, length.min(model.len() - start));
            }
        }
    }
}
