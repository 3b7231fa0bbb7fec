//! Whether a ratio depends on how long the input is: the same workload over other lengths, up to the first look.
//!
//! A branch predictor learns short inputs by heart, and then a ratio holds for the benchmark and for nobody's data.

use super::schedule::Comparison;
use super::unit::Opponent;
use crate::verdict::LOOKS;
use crate::{Case, Role, estimate};

/// What is measured of the other lengths of a case: its ranked contenders among `names`.
pub(super) fn comparisons<'a>(case: &'a Case, names: &[String]) -> Vec<Comparison<'a>> {
    let ranked = |name: &&String| {
        let contender = case.contender(name);
        contender.is_some_and(|it| matches!(it.role, Role::Optimized | Role::Frontier))
    };
    let mut comparisons = Vec::new();
    for other in &case.other_lengths {
        for name in names.iter().filter(ranked) {
            let opponent = Opponent { name: name.clone(), injected: 0.0 };
            comparisons.push(Comparison::up_to(LOOKS[0], other, opponent));
        }
    }
    comparisons
}

/// What the page says of contenders whose ratio moves by more than the margin from one length to another.
pub(super) fn labels(case: &Case, all: &[Comparison<'_>], margin: f64) -> Vec<String> {
    let names = case.contenders.iter().map(|contender| contender.name);
    names.filter_map(|name| label(case, name, all, margin)).collect()
}

/// Only where the intervals of two lengths lie apart by more than the margin, or every other label would be noise.
fn label(case: &Case, name: &str, all: &[Comparison<'_>], margin: f64) -> Option<String> {
    let mut measured = Vec::new();
    for length in case.other_lengths.iter().chain([case]) {
        let id = length.id();
        let own = |it: &&Comparison<'_>| it.opponent.name == name && it.case.id() == id;
        let mut thetas: Vec<f64> =
            all.iter().find(own)?.units.iter().map(|unit| unit.theta).collect();
        let (low, high) = estimate::interval(&mut thetas)?;
        measured.push((id, low, high, estimate::median(&mut thetas)?));
    }
    let highest_low = measured.iter().map(|it| it.1).fold(f64::NEG_INFINITY, f64::max);
    let lowest_high = measured.iter().map(|it| it.2).fold(f64::INFINITY, f64::min);
    (highest_low - lowest_high > margin.ln_1p()).then(|| {
        let said = measured.iter().map(|(id, _, _, theta)| format!("{:.2}x on {id}", theta.exp()));
        format!("input-length dependent: {name} {}", said.collect::<Vec<_>>().join(", "))
    })
}

#[cfg(test)]
mod tests;
