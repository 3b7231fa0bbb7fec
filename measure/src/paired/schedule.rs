//! Which comparison gets how many units: looks after 8, 16 and 24, and the margins of the hot paths.

use std::collections::BTreeMap;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::kernel::Kernel;
use super::lane::LONG_NS;
use super::process::{self, Task, Visit};
use super::unit::Opponent;
use crate::Case;
use crate::record::{Margin, Role, UnitRecord};
use crate::verdict::{self, Judgement, LEAST_MARGIN, LOOKS, Theta};

/// Units per process: two, so that what a process has in common shows beside what a placement has.
pub(super) const UNITS_PER_PROCESS: usize = 2;

/// A comparison and the units measured for it.
pub(super) struct Comparison<'a> {
    pub(super) case: &'a Case,
    pub(super) opponent: Opponent,
    /// More units than these are not wanted, whatever they say.
    pub(super) most: usize,
    pub(super) units: Vec<UnitRecord>,
    pub(super) looks: u32,
    closed: bool,
}

impl<'a> Comparison<'a> {
    pub(super) fn new(case: &'a Case, opponent: Opponent) -> Comparison<'a> {
        Comparison::up_to(usize::MAX, case, opponent)
    }

    pub(super) fn up_to(most: usize, case: &'a Case, opponent: Opponent) -> Comparison<'a> {
        Comparison { case, opponent, most, units: Vec::new(), looks: 0, closed: false }
    }

    pub(super) fn judge(&self, margin: f64) -> Judgement {
        let theta = |unit: &UnitRecord| Theta {
            theta: unit.theta,
            half_width: (unit.theta_high - unit.theta_low) / 2.0,
            other: unit.theta_other,
            mode: unit.mode,
        };
        let units: Vec<Theta> = self.units.iter().map(theta).collect();
        verdict::judge(&units, margin, self.is_long())
    }

    fn is_long(&self) -> bool {
        let operations = self.case.operations as f64;
        self.units.iter().any(|unit| {
            unit.reference_ns_per_op.max(unit.contender_ns_per_op) * operations > LONG_NS
        })
    }
}

/// Measures until every comparison is decided, hopeless, or out of budget; gives the margin of each hot path.
///
/// `progress` hears the share done, 0 to 1.
pub(super) fn run(
    comparisons: &mut [Comparison<'_>],
    given: &BTreeMap<String, Margin>,
    seed: u64,
    most_units: usize,
    raw: bool,
    mut progress: impl FnMut(f64),
) -> Result<BTreeMap<String, Margin>, String> {
    let kernel = Kernel::calibrate();
    let mut seeds = ChaCha8Rng::seed_from_u64(seed);
    let mut process = 0;
    let mut units = 0;
    let mut shown = 0.0_f64;
    while comparisons.iter().any(|comparison| !comparison.closed) {
        let units_now = UNITS_PER_PROCESS.min(most_units - units);
        let task = Task {
            process,
            units: u32::try_from(units_now).unwrap_or(1),
            seed: seeds.random(),
            raw,
            kernel,
            visits: visits(comparisons),
            revisions: None,
        };
        process::start(&task, |found| {
            let at = comparisons.iter().position(|comparison| {
                comparison.opponent.name == found.opponent && comparison.case.id() == found.case
            });
            if let Some(at) = at {
                comparisons[at].units.push(found.unit);
            }
            shown = shown.max(share_done(comparisons, most_units));
            progress(shown);
        })?;
        process += 1;
        units += units_now;
        for comparison in comparisons.iter_mut() {
            comparison.closed |= comparison.units.len() >= comparison.most;
        }
        if LOOKS.contains(&units) || units >= most_units {
            let margins = margins(comparisons, given);
            for at in 0..comparisons.len() {
                if comparisons[at].closed {
                    continue;
                }
                let margin = margin_of(&margins, comparisons, comparisons[at].case);
                let stop = comparisons[at].judge(margin).stop;
                comparisons[at].looks += 1;
                // The control of a long operation is dear, and its first units already give a margin.
                let dear = comparisons[at].is_long() && is_control(&comparisons[at]);
                comparisons[at].closed = stop.is_some() || dear || units >= most_units;
            }
        }
    }
    Ok(margins(comparisons, given))
}

/// The margin of a case, as a share: by its own control if it has one, else that of its hot path.
///
/// A control is one draw of what code placement does to this very code, and another case's code is placed elsewhere.
pub(super) fn margin_of(
    margins: &BTreeMap<String, Margin>,
    comparisons: &[Comparison<'_>],
    case: &Case,
) -> f64 {
    let own: Vec<f64> = controls(comparisons, case.hot_path)
        .filter(|control| control.case.id() == case.id())
        .flat_map(|control| control.units.iter().map(|unit| unit.theta))
        .collect();
    if own.is_empty() {
        margins.get(case.hot_path).map_or(LEAST_MARGIN, |margin| margin.margin)
    } else {
        verdict::margin_of_control(&own)
    }
}

fn controls<'a, 'b>(
    comparisons: &'a [Comparison<'b>],
    hot_path: &str,
) -> impl Iterator<Item = &'a Comparison<'b>> {
    comparisons.iter().filter(move |other| other.case.hot_path == hot_path && is_control(other))
}

fn is_control(comparison: &Comparison<'_>) -> bool {
    let contender = comparison.case.contender(&comparison.opponent.name);
    contender.is_some_and(|contender| contender.role == Role::Control)
}

fn visits(comparisons: &[Comparison<'_>]) -> Vec<Visit> {
    let mut visits: Vec<Visit> = Vec::new();
    for comparison in comparisons.iter().filter(|comparison| !comparison.closed) {
        let (case, once) = (comparison.case.id(), comparison.most == 1);
        match visits.iter_mut().find(|visit| visit.case == case && visit.once == once) {
            Some(visit) => visit.opponents.push(comparison.opponent.clone()),
            None => visits.push(Visit { case, opponents: vec![comparison.opponent.clone()], once }),
        }
    }
    visits
}

/// Units measured, over those and what the open comparisons still need to the next look.
fn share_done(comparisons: &[Comparison<'_>], most_units: usize) -> f64 {
    let done: usize = comparisons.iter().map(|comparison| comparison.units.len()).sum();
    let left = |comparison: &Comparison<'_>| {
        let units = comparison.units.len();
        let goal = LOOKS[0].min(most_units).min(comparison.most);
        if comparison.closed { 0 } else { goal.max(units.next_multiple_of(LOOKS[0])) - units }
    };
    let left: usize = comparisons.iter().map(left).sum();
    done as f64 / (done + left).max(1) as f64
}

/// The controls of a hot path decide its margin, with all the units that they have, unless it is given.
fn margins(
    comparisons: &[Comparison<'_>],
    given: &BTreeMap<String, Margin>,
) -> BTreeMap<String, Margin> {
    let mut margins = given.clone();
    for comparison in comparisons {
        let hot_path = comparison.case.hot_path;
        if margins.contains_key(hot_path) {
            continue;
        }
        let units = controls(comparisons, hot_path).flat_map(|it| &it.units);
        let mut thetas: Vec<f64> = units.map(|unit| unit.theta).collect();
        let margin = Margin {
            margin: verdict::margin_of_control(&thetas),
            control_ratio: crate::estimate::median(&mut thetas).map(f64::exp),
        };
        margins.insert(hot_path.into(), margin);
    }
    margins
}
