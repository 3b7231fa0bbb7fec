//! How a ruling is put into words. Units stand beside every count, two decimals at most.

use super::ratio::Interval;
use crate::record::{Comparison, Unit};

/// `1.85x [1.84, 1.86]`; an exact ratio has no interval.
pub(super) fn in_words(interval: Interval) -> String {
    let Interval { ratio, low, high } = interval;
    if low.total_cmp(&high).is_eq() {
        format!("{ratio:.2}x")
    } else {
        format!("{ratio:.2}x [{low:.2}, {high:.2}]")
    }
}

/// `7.60x to 22.50x`.
pub(super) fn band_in_words(low: f64, high: f64) -> String {
    format!("{low:.2}x to {high:.2}x")
}

/// `9 B to 0 B`.
pub(super) fn change_in_words(before: f64, after: f64, unit: Unit) -> String {
    format!("{} to {}", in_unit(before, unit), in_unit(after, unit))
}

/// `9 B`.
pub(super) fn in_unit(value: f64, unit: Unit) -> String {
    let unit = match unit {
        Unit::NsPerOp => "ns",
        Unit::PerOp => "instructions",
        Unit::BytesPerOp | Unit::Bytes => "B",
        Unit::BlocksPerOp => "blocks",
    };
    format!("{} {unit}", number(value))
}

/// The margin of a row.
pub(super) fn margin_in_words(row: Option<&Comparison>) -> String {
    let margin = row.and_then(|row| row.margin).unwrap_or(0.0);
    format!("{} %", number(100.0 * margin))
}

/// Two decimals at most, thousands apart.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let (whole, fraction) = text.split_once('.').map_or((text, None), |(w, f)| (w, Some(f)));
    let digits = whole.trim_start_matches('-');
    let sign = &whole[..whole.len() - digits.len()];
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let fraction = fraction.map(|fraction| format!(".{fraction}")).unwrap_or_default();
    format!("{sign}{grouped}{fraction}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_two_decimals_at_most_and_thousands_apart() {
        for (value, text) in [
            (0.0, "0"),
            (999.0, "999"),
            (1_000.0, "1,000"),
            (-4_120.5, "-4,120.5"),
            (587_087_900.0, "587,087,900"),
            (1_158.75, "1,158.75"),
            (12.345_6, "12.35"),
        ] {
            assert_eq!(number(value), text);
        }
        assert_eq!(change_in_words(9.0, 0.0, Unit::BytesPerOp), "9 B to 0 B");
    }
}
