//! Where values land on the axis.

use super::LogAxis;

#[test]
fn equal_ratios_are_equally_far_apart() {
    let axis = LogAxis::around([0.1, 10.0].into_iter(), 1.5, (0.0, 1000.0));
    let (low, middle, high) = (axis.at(0.1), axis.at(1.0), axis.at(10.0));
    assert!((middle - 500.0).abs() < 0.2);
    assert!((high - middle - (middle - low)).abs() < 0.2);
    assert!(low > 0.0 && high < 1000.0);
}

#[test]
fn ticks_are_round_and_not_too_many() {
    let rows: [(&[f64], &[f64]); 4] = [
        (&[1.0], &[0.9, 0.95, 1.0, 1.1, 1.2]),
        (&[0.32, 13.4], &[0.5, 1.0, 2.0, 5.0, 10.0]),
        (&[1.0, 1e6], &[1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6]),
        (&[1.0, 1e12], &[1.0, 100.0, 1e4, 1e6, 1e8, 1e10, 1e12]),
    ];
    for (values, expected) in rows {
        let ticks = LogAxis::around(values.iter().copied(), 1.5, (0.0, 100.0)).ticks(9);
        let equal = ticks.len() == expected.len()
            && ticks.iter().zip(expected).all(|(a, b)| (a / b - 1.0).abs() < 1e-9);
        assert!(equal, "{values:?}: {ticks:?}");
    }
}

#[test]
fn bytes_have_powers_of_two() {
    let axis = LogAxis::around([1024.0, 1_048_576.0].into_iter(), 1.5, (0.0, 100.0));
    assert_eq!(axis.binary_ticks(6), [1024.0, 4096.0, 16384.0, 65536.0, 262_144.0, 1_048_576.0]);
}

#[test]
fn no_value_and_one_value_make_an_axis() {
    for values in [&[][..], &[0.0], &[5.0]] {
        let axis = LogAxis::around(values.iter().copied(), 10.0, (0.0, 100.0));
        assert!(axis.at(1.0).is_finite());
        assert!(!axis.ticks(9).is_empty());
    }
}
