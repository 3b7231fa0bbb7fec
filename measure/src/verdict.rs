//! From the estimates of units to a verdict, and when to stop looking. Values in, values out.

use crate::estimate;
use crate::record::{Cause, PairMode, StopReason, Verdict};

/// Units after which the sampler looks at what it has.
pub const LOOKS: [usize; 3] = [8, 16, 24];

/// The margin where the control shows nothing wider: below it, layout alone moves a ratio.
pub const LEAST_MARGIN: f64 = 0.01;

/// The margin is so many times what the control shows, since the control is one draw of the same error.
pub const CONTROL_FACTOR: f64 = 3.0;

/// Above this margin the instrument cannot judge a case.
///
/// Wide, because a wide margin still judges a large effect honestly: address randomisation alone moved a copy of the
/// same code by up to 15 % from process to process where sorting, copying and allocating meet.
pub const MOST_MARGIN: f64 = 0.25;

/// Added to both ends of the interval of ln(ratio) where two long operations differ more than twofold.
const LONG_WIDENING: f64 = 0.03;

/// What is kept of a unit for a verdict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theta {
    /// Median of ln(reference / contender) inside the unit.
    pub theta: f64,
    /// Half-width of its interval inside the unit.
    pub half_width: f64,
    /// Median over the pairs that were not quiet.
    pub other: Option<f64>,
    /// Which pairs `theta` is from.
    pub mode: PairMode,
}

/// What the units of a comparison come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// Reference / contender; above 1 is better.
    pub ratio: f64,
    /// Interval of the ratio; `None` below 8 units.
    pub interval: Option<(f64, f64)>,
    /// Confidence of the interval.
    pub confidence: Option<f64>,
    /// The verdict.
    pub verdict: Verdict,
    /// Why it is inconclusive.
    pub cause: Option<Cause>,
    /// Why to stop now; `None`: go on.
    pub stop: Option<StopReason>,
    /// The pairs that were not quiet would give another verdict.
    pub differs_when_busy: bool,
    /// Standard deviation of theta between units.
    pub spread_between_units: f64,
    /// Median half-width inside one unit.
    pub half_width_inside_unit: f64,
}

/// The margin that a control's units give, as a share.
pub fn margin_of_control(thetas: &[f64]) -> f64 {
    let median = estimate::median(&mut thetas.to_vec()).unwrap_or(0.0);
    (CONTROL_FACTOR * (median.abs().exp() - 1.0)).max(LEAST_MARGIN)
}

/// Judges the units so far against a margin given as a share.
///
/// `long` operations are batches of their own. A short and a long operation leave the caches in unlike states, so the
/// interval is widened by 3 % if the sides differ more than twofold; and since each unit is dear, looking stops as soon
/// as the class is certain.
pub fn judge(units: &[Theta], margin: f64, long: bool) -> Judgement {
    let twofold = units.iter().any(|unit| unit.theta.abs() > std::f64::consts::LN_2);
    let widening = if long && twofold { LONG_WIDENING } else { 0.0 };
    let mut thetas: Vec<f64> = units.iter().map(|unit| unit.theta).collect();
    let theta = estimate::median(&mut thetas).unwrap_or(0.0);
    let confidence = estimate::rank_of_interval(units.len()).map(|(_, outside)| 1.0 - outside);
    let interval =
        estimate::interval(&mut thetas).map(|(low, high)| (low - widening, high + widening));
    let m = margin.ln_1p();
    let class = interval.map_or(Verdict::Inconclusive, |interval| class_of(interval, m));
    let spread_between_units = estimate::standard_deviation(&thetas);
    let mut half_widths: Vec<f64> = units.iter().map(|unit| unit.half_width).collect();
    let half_width_inside_unit = estimate::median(&mut half_widths).unwrap_or(0.0);
    let distrusted = margin > MOST_MARGIN;
    let verdict = if distrusted { Verdict::Inconclusive } else { class };
    let cause = (verdict == Verdict::Inconclusive).then(|| {
        if distrusted {
            Cause::Instrument
        } else {
            let mixed = units.iter().filter(|unit| unit.mode == PairMode::Mixed).count();
            let by_mode = !long && 2 * mixed > units.len();
            cause_of(by_mode, interval, m, spread_between_units, half_width_inside_unit)
        }
    });
    let mut others: Vec<f64> = units.iter().filter_map(|unit| unit.other).collect();
    let busy = estimate::median(&mut others).map(|other| class_of((other, other), m));
    Judgement {
        ratio: theta.exp(),
        interval: interval.map(|(low, high)| (low.exp(), high.exp())),
        confidence,
        verdict,
        cause,
        stop: interval.and_then(|interval| stop_of(interval, theta, m, units.len(), long)),
        differs_when_busy: verdict != Verdict::Inconclusive
            && busy.is_some_and(|busy| busy != verdict),
        spread_between_units,
        half_width_inside_unit,
    }
}

/// What a ratio alone says against a margin given as a share, were it known exactly.
pub fn class_of_ratio(ratio: f64, margin: f64) -> Verdict {
    class_of((ratio.ln(), ratio.ln()), margin.ln_1p())
}

/// Units of the screen, which every pair of revisions goes through.
pub const SCREEN: usize = 8;
/// At least so many of them must lie beyond the margin to raise a suspicion.
pub const SCREEN_LEAST: usize = 7;
/// Units of the confirmation, with new seeds and in new processes, for the suspected pairs only.
pub const CONFIRMATION: usize = 16;
/// At least so many of them must lie beyond the margin, on the same side.
pub const CONFIRMATION_LEAST: usize = 14;
/// One more from so many pairs on: the more are looked at, the more look odd by chance.
pub const MANY: usize = 131;

/// What the screen says of two revisions: `Better`, `Worse`, or nothing. `thetas` are ln(base / head) per unit.
pub fn suspicion(thetas: &[f64], margin: f64) -> Option<Verdict> {
    if thetas.len() < SCREEN { None } else { beyond(thetas, margin, SCREEN_LEAST) }
}

/// The verdict on two revisions from screen and confirmation, when so many pairs were `compared`.
///
/// `Better` and `Worse` need a suspicion and its confirmation; a suspicion alone is `Inconclusive`. Without one they
/// are `Equivalent` if the whole interval of the screen lies inside the margin, otherwise `Inconclusive`. The chance
/// that a pair of equal revisions fails is 7.3e-5, if the sign of each unit is a coin.
pub fn between_revisions(
    screen: &[f64],
    confirmation: &[f64],
    margin: f64,
    compared: usize,
) -> Verdict {
    if margin > MOST_MARGIN {
        return Verdict::Inconclusive;
    }
    let Some(suspected) = suspicion(screen, margin) else {
        let inside = estimate::interval(&mut screen.to_vec())
            .map(|interval| class_of(interval, margin.ln_1p()));
        return inside
            .filter(|class| *class == Verdict::Equivalent)
            .unwrap_or(Verdict::Inconclusive);
    };
    let least = CONFIRMATION_LEAST + usize::from(compared >= MANY);
    let enough = confirmation.len() >= CONFIRMATION;
    let confirmed = enough && beyond(confirmation, margin, least) == Some(suspected);
    if confirmed { suspected } else { Verdict::Inconclusive }
}

fn beyond(thetas: &[f64], margin: f64, least: usize) -> Option<Verdict> {
    let m = margin.ln_1p();
    if thetas.iter().filter(|theta| **theta < -m).count() >= least {
        Some(Verdict::Worse)
    } else if thetas.iter().filter(|theta| **theta > m).count() >= least {
        Some(Verdict::Better)
    } else {
        None
    }
}

fn class_of((low, high): (f64, f64), m: f64) -> Verdict {
    if low > m {
        Verdict::Better
    } else if high < -m {
        Verdict::Worse
    } else if -m <= low && high <= m {
        Verdict::Equivalent
    } else {
        Verdict::Inconclusive
    }
}

fn stop_of(
    (low, high): (f64, f64),
    theta: f64,
    m: f64,
    units: usize,
    long: bool,
) -> Option<StopReason> {
    if !LOOKS.contains(&units) && units < LOOKS[LOOKS.len() - 1] {
        return None;
    }
    let half_width = (high - low) / 2.0;
    let decided = class_of((low, high), m) != Verdict::Inconclusive;
    let inside = -m <= low && high <= m;
    // A second look is for verdicts that are open, not for the last digit of a clear one.
    let enough = if units == LOOKS[0] { 0.1 } else { 0.33 };
    if half_width <= (m / 4.0).max(theta.abs() / 50.0) {
        Some(StopReason::Precise)
    } else if decided && (half_width <= theta.abs() * enough || inside || long) {
        Some(StopReason::Decided)
    } else if half_width > 10.0 * m && low < -m && high > m {
        Some(StopReason::Hopeless)
    } else if units >= LOOKS[LOOKS.len() - 1] {
        Some(StopReason::Budget)
    } else {
        None
    }
}

/// The likeliest reason, most telling first.
fn cause_of(
    by_mode: bool,
    interval: Option<(f64, f64)>,
    m: f64,
    spread_between: f64,
    half_width_inside: f64,
) -> Cause {
    let Some((low, high)) = interval else { return Cause::Budget };
    if by_mode {
        return Cause::Mode;
    }
    let crosses = |edge: f64| low <= edge && edge <= high;
    if crosses(m) != crosses(-m) && high - low <= 2.0 * m {
        return Cause::NearMargin;
    }
    // The half-width inside a unit is about 2.6 standard errors: a spread as wide as that does not come from the
    // noise inside of the units.
    if spread_between > half_width_inside { Cause::Placement } else { Cause::Budget }
}

#[cfg(test)]
mod tests;
