//! Rulings on ratios: against a published band and direction, or against no change at all.

use super::words::{band_in_words, in_words, margin_in_words, number};
use super::{Band, NO_DIRECTION, Ruling};
use crate::record::{ClaimStatus, Comparison, RatioReason, Verdict, Witness};

/// A ratio with its interval; for exact counts both ends are the ratio.
#[derive(Clone, Copy)]
pub(super) struct Interval {
    pub(super) ratio: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
    None,
}

pub(super) fn ratio(row: &Comparison, band: Band) -> Ruling {
    let direction = published_direction(band.published);
    match row.reason {
        Some(RatioReason::ToZero) => {
            let status = match direction {
                Direction::Up => ClaimStatus::SameDirection,
                _ => ClaimStatus::NotReproduced,
            };
            return Ruling::new(status, "to zero", "the contender's cost came down to zero");
        }
        Some(RatioReason::FromZero) => {
            let status = match direction {
                Direction::Down => ClaimStatus::SameDirection,
                _ => ClaimStatus::NotReproduced,
            };
            return Ruling::new(status, "from zero", "the contender's cost came up from zero");
        }
        Some(RatioReason::BothZero) | None => {}
    }
    match interval_of(row) {
        Some(interval) => ratio_of(interval, band, Some(row)),
        None => Ruling::not_testable("too few units for an interval"),
    }
}

/// `row` adds what the sampler knows of the interval: inside its margin there is no direction.
pub(super) fn ratio_of(interval: Interval, band: Band, row: Option<&Comparison>) -> Ruling {
    let words = band_in_words(band.low, band.high);
    let (status, reason) = match published_direction(band.published) {
        Direction::None => without_direction(interval, band, row, &words),
        expected => with_direction(interval, band, row, expected, &words),
    };
    Ruling::new(status, in_words(interval), reason)
}

/// The figure claims no direction, so the band alone decides.
fn without_direction(
    interval: Interval,
    band: Band,
    row: Option<&Comparison>,
    words: &str,
) -> (ClaimStatus, String) {
    let undecided = row.is_some_and(|row| row.verdict == Verdict::Inconclusive);
    if band.holds(interval.ratio) {
        (ClaimStatus::Reproduced, format!("inside the band of {words}"))
    } else if undecided && interval.low <= band.high && band.low <= interval.high {
        (ClaimStatus::NotTestable, format!("the interval reaches beyond the band of {words}"))
    } else {
        (ClaimStatus::NotReproduced, format!("outside of the band of {words}"))
    }
}

fn with_direction(
    interval: Interval,
    band: Band,
    row: Option<&Comparison>,
    expected: Direction,
    words: &str,
) -> (ClaimStatus, String) {
    let inside = band.holds(interval.ratio);
    match seen(interval, row, expected) {
        Seen::Clear(direction) | Seen::InDoubt(direction) if direction != expected => {
            (ClaimStatus::NotReproduced, "the opposite of the published direction".to_owned())
        }
        Seen::Clear(_) if inside => {
            (ClaimStatus::Reproduced, format!("same direction, inside the band of {words}"))
        }
        Seen::Clear(_) => {
            (ClaimStatus::SameDirection, format!("same direction, outside of the band of {words}"))
        }
        Seen::InDoubt(_) => (
            ClaimStatus::SameDirection,
            format!("same direction, but not clear of the margin of {}", margin_in_words(row)),
        ),
        Seen::Nothing if margin_hides(row, band.published) => (
            ClaimStatus::NotTestable,
            format!(
                "the margin of {} here is as wide as the published effect",
                margin_in_words(row)
            ),
        ),
        Seen::Nothing => {
            (ClaimStatus::NotReproduced, "no difference here in the published direction".to_owned())
        }
        Seen::Unknown => (
            ClaimStatus::NotTestable,
            "the interval crosses 1 and is wide, so not even the direction is known".to_owned(),
        ),
    }
}

/// What an interval says of a direction.
enum Seen {
    /// Clear of 1 and of the margin.
    Clear(Direction),
    /// Clear of 1, but not of the margin: equal code may show as much.
    InDoubt(Direction),
    /// As good as 1, or at most in the other direction.
    Nothing,
    /// Anything is possible.
    Unknown,
}

fn seen(interval: Interval, row: Option<&Comparison>, expected: Direction) -> Seen {
    let verdict = row.map(|row| row.verdict);
    let side = match interval {
        Interval { low, .. } if low > 1.0 => Some(Direction::Up),
        Interval { high, .. } if high < 1.0 => Some(Direction::Down),
        _ => None,
    };
    // A ratio so near to 1 would not count as a direction if it were published.
    let has_room = match expected {
        Direction::Up => interval.high > NO_DIRECTION,
        _ => interval.low < 1.0 / NO_DIRECTION,
    };
    match (verdict, side) {
        (Some(Verdict::Equivalent), _) => Seen::Nothing,
        (Some(Verdict::Inconclusive), Some(direction)) => Seen::InDoubt(direction),
        (_, Some(direction)) => Seen::Clear(direction),
        (_, None) if has_room => Seen::Unknown,
        (_, None) => Seen::Nothing,
    }
}

/// Whether an effect as large as the published one would have been called equivalent as well.
fn margin_hides(row: Option<&Comparison>, published: f64) -> bool {
    row.and_then(|row| row.margin).is_some_and(|margin| published.ln().abs() <= margin.ln_1p())
}

pub(super) fn no_change(row: &Comparison, within: f64) -> Ruling {
    if matches!(row.reason, Some(RatioReason::ToZero | RatioReason::FromZero)) {
        let words = if row.reason == Some(RatioReason::ToZero) { "to zero" } else { "from zero" };
        let reason = "one cost is zero, the other is not";
        return Ruling::new(ClaimStatus::NotReproduced, words, reason);
    }
    let Some(interval) = interval_of(row) else {
        return Ruling::not_testable("too few units for an interval");
    };
    let resolution = within.max(row.margin.unwrap_or(0.0));
    let edge = resolution.ln_1p();
    // Rounding must not push a count out of a resolution of nothing.
    let edge = edge + f64::EPSILON;
    let (low, high) = (interval.low.ln(), interval.high.ln());
    let (status, place) = if -edge <= low && high <= edge {
        (ClaimStatus::Reproduced, "lies within")
    } else if low > edge {
        (ClaimStatus::NotReproduced, "is better than")
    } else if high < -edge {
        (ClaimStatus::NotReproduced, "is worse than")
    } else {
        (ClaimStatus::NotTestable, "crosses the edge of")
    };
    let resolution = number(100.0 * resolution);
    let reason = format!("the whole interval {place} the resolution of {resolution} %");
    Ruling::new(status, in_words(interval), reason)
}

/// The interval of a comparison; `None` if it should have one and has none.
pub(super) fn interval_of(row: &Comparison) -> Option<Interval> {
    let ratio = row.ratio?;
    match (row.low, row.high) {
        (Some(low), Some(high)) => Some(Interval { ratio, low, high }),
        _ if row.witness == Witness::CpuTime => None,
        _ => Some(Interval { ratio, low: ratio, high: ratio }),
    }
}

fn published_direction(published: f64) -> Direction {
    if published >= NO_DIRECTION {
        Direction::Up
    } else if published <= 1.0 / NO_DIRECTION {
        Direction::Down
    } else {
        Direction::None
    }
}
