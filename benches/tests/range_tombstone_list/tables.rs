//! Adds in order and the list that must come out, at capacity 0 and 10, for both lists.

use common::tombstones::{Bound, DeletionTime, Kind, RangeTombstones};

use crate::notation::{ranges, text_of};
use crate::{Frontier, Legacy, Optimized, new};

fn list<const COLUMNS: usize, L: RangeTombstones<i32, COLUMNS>>(adds: &str, capacity: i32) -> L {
    let mut list: L = new(capacity);
    for range in ranges(adds) {
        list.add(range);
    }
    list
}

#[track_caller]
fn adds_give<const COLUMNS: usize>(adds: &str, expected: &str) {
    for capacity in [0, 10] {
        assert_eq!(text_of(&list::<COLUMNS, Legacy<COLUMNS>>(adds, capacity)), expected);
        assert_eq!(text_of(&list::<COLUMNS, Optimized<COLUMNS>>(adds, capacity)), expected);
        assert_eq!(text_of(&list::<COLUMNS, Frontier<COLUMNS>>(adds, capacity)), expected);
    }
}

#[track_caller]
fn merging_gives(left: &str, right: &str, expected: &str) {
    fn merged<L: RangeTombstones<i32, 1>>(left: &str, right: &str) -> String {
        let (mut left, right): (L, L) = (list(left, 0), list(right, 0));
        left.add_all(&right);
        text_of(&left)
    }
    assert_eq!(merged::<Legacy<1>>(left, right), expected);
    assert_eq!(merged::<Optimized<1>>(left, right), expected);
    assert_eq!(merged::<Frontier<1>>(left, right), expected);
}

/// The timestamp that deletes each row, by `row:timestamp`, with `-` for none.
#[track_caller]
fn rows_are(adds: &str, rows: &str) {
    let (before, after): (Legacy<1>, Optimized<1>) = (list(adds, 0), list(adds, 0));
    for pair in rows.split(' ') {
        let (row, timestamp) = pair.split_once(':').unwrap();
        let row = Bound::row([row.parse().unwrap()]);
        let expected = (timestamp != "-").then(|| timestamp.parse().unwrap());
        for found in [before.search_deletion_time(&row), after.search_deletion_time(&row)] {
            assert_eq!(found.map(DeletionTime::marked_at), expected, "{pair}");
        }
    }
}

#[test]
fn the_order_of_adds_does_not_matter_where_only_ends_touch() {
    // A21
    adds_give::<1>("[1,5]@3 [7,10]@2 [10,13]@1", "[1,5]@3 [7,10]@2 (10,13]@1");
    adds_give::<1>("[7,10]@2 [1,5]@3 [10,13]@1", "[1,5]@3 [7,10]@2 (10,13]@1");
}

#[test]
fn four_overlapping_ranges_are_split_into_five() {
    // A22
    adds_give::<1>(
        "[4,10]@3 [1,7]@2 [8,13]@4 [0,15]@1",
        "[0,1)@1 [1,4)@2 [4,8)@3 [8,13]@4 (13,15]@1",
    );
    adds_give::<1>("[4,10]@12 [0,8]@25", "[0,8]@25 (8,10]@12");
    rows_are("[4,10]@12 [0,8]@25", "8:25");
}

#[test]
fn a_range_inside_another_splits_it_or_is_swallowed() {
    // A23, A32: at a cut, inclusive and exclusive change sides.
    adds_give::<1>("[0,10]@3 [3,7]@5", "[0,3)@3 [3,7]@5 (7,10]@3");
    adds_give::<1>("[0,10]@3 [3,7]@2", "[0,10]@3");
    adds_give::<1>("[0,10]@1 [4,6]@2", "[0,4)@1 [4,6]@2 (6,10]@1");
}

#[test]
fn three_thousand_ranges_under_one_are_rewritten_piece_by_piece() {
    // A24
    fn check<L: RangeTombstones<i32, 1>>() {
        let adds: Vec<String> =
            (0..3000).map(|index| format!("[{},{}]@1", 2 * index + 1, 2 * index + 2)).collect();
        let mut list: L = list(&adds.join(" "), 0);
        assert_eq!(list.len(), 3000);
        list.add(crate::notation::range("[0,6003]@2"));
        let pieces: Vec<String> = (0..3000)
            .map(|index| match index {
                0 => "[0,3)@2".into(),
                2999 => "[5999,6003]@2".into(),
                _ => format!("[{},{})@2", 2 * index + 1, 2 * index + 3),
            })
            .collect();
        assert_eq!(text_of(&list), pieces.join(" "));
    }
    check::<Legacy<1>>();
    check::<Optimized<1>>();
    check::<Frontier<1>>();
}

#[test]
fn merging_mixed_bounds_leaves_no_empty_range() {
    // A25, reduced so far that it takes the walk over both lists.
    merging_gives(
        "(6,7]@4 (7,8)@1 [12,12]@0 [13,13]@0 (20,21)@3 [27,27]@2 (33,34)@2",
        "(1,12)@8 [12,13)@8 [13,18]@7",
        "(1,7]@8 (7,12)@8 [12,13)@8 [13,18]@7 (20,21)@3 [27,27]@2 (33,34)@2",
    );
    // A26
    merging_gives(
        "[0,4]@5 [6,10]@2 [15,17]@1",
        "[3,5]@7 [7,8]@3 [8,12]@1 [14,17]@4",
        "[0,3)@5 [3,5]@7 [6,7)@2 [7,8]@3 (8,10]@2 (10,12]@1 [14,17]@4",
    );
    merging_gives("[3,5]@2", "[5,7]@7", "[3,5)@2 [5,7]@7");
    merging_gives("[3,10]@5", "[4,5]@2 [5,7]@3 [7,9]@4", "[3,10]@5");
}

#[test]
fn merging_into_a_list_more_than_ten_times_as_long_adds_one_by_one() {
    // A25 in full: 46 ranges and 3.
    let left = "(6,7]@4 (7,8)@1 [12,12]@0 [13,13]@0 (20,21)@3 [27,27]@2 (33,34)@2 (35,36]@4 (40,41]@0 (42,43)@2 \
                (44,45)@3 [47,47]@1 (47,48)@0 [55,55]@4 [61,61]@4 [67,67]@0 [70,70]@4 [77,77]@1 (83,84)@1 [90,90]@0 \
                (91,92]@4 [93,93]@0 (94,95)@2 (100,101]@3 (103,104]@0 (108,109]@2 (115,116]@3 (116,117]@3 (118,119)@4 \
                (125,126)@2 [131,131]@1 [132,132]@3 [139,139]@0 [145,145]@1 (145,146]@3 (147,148]@4 (150,151]@1 \
                (156,157)@2 (158,159)@2 [164,164]@4 (168,169)@0 (171,172)@4 (173,174]@0 [179,179]@1 (186,187]@4 \
                [191,191]@1";
    let unchanged = &left[left.find("(20,21)").unwrap()..];
    let expected = format!("(1,7]@8 (7,12)@8 [12,13)@8 [13,18]@7 {unchanged}");
    merging_gives(left, "(1,12)@8 [12,13)@8 [13,18]@7", &expected);
}

#[test]
fn touching_bounds_out_of_order_are_found() {
    // A27
    adds_give::<1>("[11,12]@2 [1,4]@2 [4,10]@5", "[1,4)@2 [4,10]@5 [11,12]@2");
    rows_are("[11,12]@2 [1,4]@2 [4,10]@5", "3:2 4:5 8:5");
}

#[test]
fn open_ends_are_split_like_others() {
    // A28
    adds_give::<1>("[*,*]@2 [12,*]@4", "[*,12)@2 [12,*]@4");
    adds_give::<1>("[3,*]@3 [1,10]@4", "[1,10]@4 (10,*]@3");
    adds_give::<1>("[4,10]@3 [*,12]@4", "[*,12]@4");
    adds_give::<1>("[7,10]@2 [11,*]@1 [1,5]@3", "[1,5]@3 [7,10]@2 [11,*]@1");
    adds_give::<1>("[4,10]@3 [3,*]@4", "[3,*]@4");
    adds_give::<1>("[5,*]@3 [3,*]@4", "[3,*]@4");
    adds_give::<1>("[3,*]@3 [4,10]@4", "[3,4)@3 [4,10]@4 (10,*]@3");
    adds_give::<1>("[3,*]@3 [5,*]@4", "[3,5)@3 [5,*]@4");
    adds_give::<1>("[4,10]@3 [6,*]@4", "[4,6)@3 [6,*]@4");
}

#[test]
fn rows_in_gaps_are_not_deleted() {
    // A29
    let ranges = "[4,6]@2 [9,12]@1 [14,15]@3";
    rows_are(&format!("[0,4]@5 {ranges} [15,17]@6"), "-1:- 0:5 3:5 4:5 5:2 7:- 14:3 15:6 18:-");
    rows_are(&format!("[*,4]@5 {ranges} [15,*]@6"), "-1:5 15:6 1000:6");
}

#[test]
fn on_a_tie_the_range_that_was_there_stays_whatever_the_local_deletion_time() {
    // A30
    adds_give::<1>("[0,10]@3/7 [3,7]@3/9", "[0,10]@3/7");
    adds_give::<1>("[0,10]@3/7 [5,15]@3/9", "[0,10]@3/7 (10,15]@3/9");
}

#[test]
fn neighbours_and_filled_gaps_are_never_glued_together() {
    // A31
    adds_give::<1>("[0,5]@1 (5,9]@1", "[0,5]@1 (5,9]@1");
    adds_give::<1>("[1,2]@1 [5,6]@1 [9,10]@1 [0,12]@2", "[0,5)@2 [5,9)@2 [9,12]@2");
    adds_give::<1>(
        "[1,2]@5 [5,6]@5 [9,10]@5 [0,12]@2",
        "[0,1)@2 [1,2]@5 (2,5)@2 [5,6]@5 (6,9)@2 [9,10]@5 (10,12]@2",
    );
}

#[test]
fn each_known_mutant_is_killed_by_its_smallest_input() {
    // An equal end found by the search: behind it, not at it.
    adds_give::<1>("[3,4]@2 [4,4]@3 [4,4]@2", "[3,4)@2 [4,4]@3");
    adds_give::<1>("[3,4]@2 [4,4]@3 [4,4]@4", "[3,4)@2 [4,4]@4");
    // `>=` where timestamps must be strictly higher.
    adds_give::<1>("[2,2]@1 [2,3]@1", "[2,2]@1 (2,3]@1");
    // Inverting a bound without changing its kind.
    adds_give::<1>("[0,1]@2 [0,0]@3", "[0,0]@3 (0,1]@2");
    // Leaving the gap behind an overwritten range.
    adds_give::<1>("[2,2]@2 [1,1]@1 [1,2]@3", "[1,2)@3 [2,2]@3");
    // Not noticing that nothing is left.
    adds_give::<1>("[3,3]@3 [3,3]@3", "[3,3]@3");
    // Losing the right, the left, or the part before.
    adds_give::<1>("[2,3]@1 [2,2]@2", "[2,2]@2 (2,3]@1");
    adds_give::<1>("[0,1]@1 [1,1]@2", "[0,1)@1 [1,1]@2");
    adds_give::<1>("[2,2]@3 [0,0]@3", "[0,0]@3 [2,2]@3");
    // `<=` in the walk over both lists.
    merging_gives("[1,1]@2", "(1,2]@1", "[1,1]@2 (1,2]@1");
    merging_gives("[0,1)@1 [1,2]@1", "[1,2]@2", "[0,1)@1 [1,2]@2");
}

#[test]
fn a_range_between_neighbouring_ints_is_kept_and_an_empty_one_is_stored_by_an_append() {
    adds_give::<1>("(5,6)@1", "(5,6)@1");
    adds_give::<1>("(7,7)@1", "(7,7)@1");
    adds_give::<1>("[1,9]@1 (7,7)@2", "[1,9]@1");
}

#[test]
fn prefixes_of_two_columns_are_split_without_touching_the_right_neighbour() {
    adds_give::<2>("[2:0,8)@1 [8:1,*]@1 [1:0,3:1]@1", "[1:0,2:0)@1 [2:0,8)@1 [8:1,*]@1");
    // A prefix covers all that extends it.
    adds_give::<2>("[3,3]@1 [3:1,3:2]@2", "[3,3:1)@1 [3:1,3:2]@2 (3:2,3]@1");
}

#[test]
fn a_row_of_too_few_components_is_found_like_any_other() {
    fn found<L: RangeTombstones<i32, 2>>(value: i32) -> (bool, bool) {
        let list: L = list("[3,5]@7 [8:1,9]@1", 0);
        let row = Bound::new(Kind::Row, &[value]);
        (list.search(&row).is_some(), list.is_deleted(&row, 7, false))
    }
    for (value, expected) in [(2, (false, false)), (4, (true, true)), (9, (true, false))] {
        assert_eq!(found::<Legacy<2>>(value), expected);
        assert_eq!(found::<Optimized<2>>(value), expected);
        assert_eq!(found::<Frontier<2>>(value), expected);
    }
}

#[test]
fn capacities_grow_by_half() {
    // A34
    fn capacities<L: RangeTombstones<i32, 1>>() -> Vec<usize> {
        let mut list: L = new(0);
        let mut seen = vec![list.capacity()];
        for index in 0..1600 {
            list.add(crate::notation::range(&format!("[{},{}]@1", 4 * index, 4 * index + 1)));
            seen.extend(Some(list.capacity()).filter(|capacity| seen.last() != Some(capacity)));
        }
        seen
    }
    let expected =
        [0, 1, 2, 3, 5, 8, 12, 18, 27, 41, 62, 93, 140, 210, 315, 473, 710, 1065, 1598, 2397];
    assert_eq!(capacities::<Legacy<1>>(), expected);
    assert_eq!(capacities::<Optimized<1>>(), expected);
}
