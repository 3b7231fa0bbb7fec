use super::*;

#[test]
fn the_looks_are_those_of_the_method() {
    let look = |count| rank_of_interval(count).map(|(rank, chance)| (rank, (chance * 1e5).round()));
    assert_eq!(look(7), None);
    assert_eq!(look(8), Some((0, 781.0)));
    assert_eq!(look(16), Some((1, 52.0)));
    assert_eq!(look(24), Some((4, 154.0)));
}

#[test]
fn any_other_count_is_wrong_in_at_most_one_percent_and_no_wider_than_needed() {
    for count in (9..200).chain([1_000, 5_000]).filter(|count| ![16, 24].contains(count)) {
        let (rank, chance) = rank_of_interval(count).unwrap();
        assert!(chance <= 0.01, "{count}");
        assert!(chance_outside(count, rank + 1) > 0.01, "{count}");
    }
}

#[test]
fn medians_of_odd_even_and_no_values() {
    assert_eq!(median(&mut [3.0, 1.0, 2.0]), Some(2.0));
    assert_eq!(median(&mut [4.0, 1.0, 2.0, 3.0]), Some(2.5));
    assert_eq!(median(&mut []), None);
}

#[test]
fn the_interval_of_eight_values_is_their_range() {
    let mut values = [5.0, 1.0, 4.0, 8.0, 2.0, 7.0, 3.0, 6.0];
    assert_eq!(interval(&mut values), Some((1.0, 8.0)));
    assert_eq!(interval(&mut values[..7]), None);
}

#[test]
fn deviation_of_constants_and_of_one_value_is_zero() {
    assert!(standard_deviation(&[2.0, 2.0, 2.0]).abs() < 1e-12);
    assert!(standard_deviation(&[2.0]).abs() < 1e-12);
    assert!((standard_deviation(&[1.0, 3.0]) - 2.0_f64.sqrt()).abs() < 1e-12);
}
