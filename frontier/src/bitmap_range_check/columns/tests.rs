use proptest::prelude::*;

use super::*;

/// Empty, full and mixed words are as likely as each other.
fn word() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), Just(u64::MAX), any::<u64>(), (0..64_u32).prop_map(|bit| 1 << bit)]
}

fn by_loop(words: &[u64], start: u32, length: u32) -> Columns {
    let marked =
        |word: u64| (start..start + length).filter(move |bit| word >> bit & 1 == 1).count();
    let mut columns = Columns::default();
    for (column, &word) in words.iter().enumerate() {
        columns.any |= u64::from(marked(word) > 0) << column;
        columns.all |= u64::from(marked(word) == length as usize) << column;
    }
    columns
}

proptest! {
    #[test]
    fn both_forms_answer_as_a_loop_does(
        words in prop::collection::vec(word(), 0..=MOST),
        (start, length) in (0..64_u32).prop_flat_map(|start| (Just(start), 1..=64 - start)),
    ) {
        let expected = by_loop(&words, start, length);
        prop_assert_eq!(classify(&words, start, length), expected);
        prop_assert_eq!(portable(&words, u64::MAX >> (64 - length) << start), expected);
    }
}

#[test]
#[should_panic(expected = "at most 64 columns")]
fn more_columns_than_a_mask_has_bits_are_refused() {
    let _ = classify(&[0; 65], 0, 64);
}

#[test]
fn ranges_that_leave_a_word_are_refused() {
    for (start, length) in [(0, 0), (1, 64), (64, 1), (0, 65), (63, u32::MAX)] {
        let refused = std::panic::catch_unwind(|| classify(&[0], start, length));
        assert!(refused.is_err(), "({start}, {length})");
    }
}
