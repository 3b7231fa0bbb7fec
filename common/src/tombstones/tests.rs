use super::*;

type Int = Bound<i32, 1>;

#[test]
fn a_bound_of_one_int_takes_eight_bytes_and_a_range_thirty_two() {
    assert_eq!(size_of::<Int>(), 8);
    assert_eq!(size_of::<RangeTombstone<i32, 1>>(), 32);
}

#[test]
fn java_columns_take_64_bytes_and_20_per_range_and_12_if_odd() {
    for capacity in 0..100 {
        let expected = 64 + 20 * capacity + if capacity % 2 == 1 { 12 } else { 0 };
        assert_eq!(heap_of_columns(capacity), i64::try_from(expected).unwrap());
    }
}

#[test]
fn an_inverted_bound_compares_equal_and_inverts_back() {
    use Kind::{ExclusiveEnd, ExclusiveStart, InclusiveEnd, InclusiveStart};
    for kind in [ExclusiveEnd, ExclusiveStart, InclusiveEnd, InclusiveStart] {
        let bound = Int::new(kind, &[7]);
        assert!(bound.compare(&bound.invert()).is_eq());
        assert_eq!(bound.invert().invert(), bound);
        assert_ne!(bound.invert().kind().is_start(), kind.is_start());
    }
}

#[test]
fn a_tie_of_deletion_times_is_broken_by_the_unsigned_local_deletion_time() {
    let [early, late] = [1, 3_000_000_000].map(|time| DeletionTime::build(5, time));
    assert!(late.supersedes(early));
    assert!(!early.supersedes(late));
    assert!(!late.supersedes(late));
}
