//! What became of each published figure, decided from the cases of a run alone.
//!
//! *Reproduced*: the right direction, clear of the margin, and inside the published band. *Same direction*: the right
//! sign, another size. *Not reproduced*: neither. *Not testable*: the run does not hold what decides, or leaves it undecided.

mod ratio;
mod words;

use self::ratio::{Interval, interval_of, no_change, ratio, ratio_of};
use self::words::{change_in_words, in_unit, number};
use crate::record::{
    CaseRecord, Claim, ClaimResult, ClaimStatus, Equivalence, Expectation, Growth, Witness,
};

/// A ratio so near to 1 is no direction, published or measured: the printed errors of benchmarks are as wide.
pub const NO_DIRECTION: f64 = 1.05;

/// Exponents of growth agree within this.
pub const EXPONENT_TOLERANCE: f64 = 0.1;

/// The reason of a claim whose cases the run does not hold.
pub const NOT_IN_THIS_RUN: &str = "not in this run";

/// What claims are decided from.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// What was measured.
    pub cases: &'a [CaseRecord],
    /// Growth curves.
    pub growth: &'a [Growth],
    /// What was compared for equality.
    pub equivalence: &'a [Equivalence],
}

/// Decides on one claim.
pub fn decide(claim: &Claim, evidence: Evidence) -> ClaimResult {
    let ruling = match &claim.expectation {
        Expectation::NotTestable { reason } => Ruling::not_testable(reason.clone()),
        Expectation::Equality { topic } => equality(&claim.hot_path, topic, evidence.equivalence),
        Expectation::Exponents { workload, before, after } => {
            exponents(claim, workload, (*before, *after), evidence)
        }
        Expectation::BetweenCases { reference_case, published, low, high } => {
            between_cases(claim, reference_case, Band::new(*published, *low, *high), evidence.cases)
        }
        _ => best_of_cases(claim, evidence.cases),
    };
    ClaimResult {
        id: claim.id.clone(),
        status: ruling.status,
        published: claim.published.clone(),
        measured: ruling.measured,
        reason: ruling.reason,
    }
}

/// The published figure and the band that reproduces it.
#[derive(Clone, Copy)]
struct Band {
    published: f64,
    low: f64,
    high: f64,
}

impl Band {
    fn new(published: f64, low: f64, high: f64) -> Band {
        Band { published, low, high }
    }

    fn holds(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

struct Ruling {
    status: ClaimStatus,
    measured: String,
    reason: String,
}

impl Ruling {
    fn new(status: ClaimStatus, measured: impl Into<String>, reason: impl Into<String>) -> Ruling {
        Ruling { status, measured: measured.into(), reason: reason.into() }
    }

    fn not_testable(reason: impl Into<String>) -> Ruling {
        Ruling::new(ClaimStatus::NotTestable, "", reason)
    }

    /// Counts are exact and speak for themselves, so they stand before what was made of them.
    fn with_counts(mut self, witness: Witness, costs: Option<(Cost, Cost)>) -> Ruling {
        if let Some((before, after)) = costs.filter(|_| witness != Witness::CpuTime) {
            let counts = change_in_words(before.value, after.value, witness.unit());
            self.measured = if self.measured.is_empty() {
                counts
            } else {
                format!("{counts}, {}", self.measured)
            };
        }
        self
    }
}

/// The claim holds if one of its cases is inside the band, so the best ruling counts.
fn best_of_cases(claim: &Claim, cases: &[CaseRecord]) -> Ruling {
    let named = claim.cases.iter().filter_map(|id| cases.iter().find(|case| case.id == *id));
    let rulings = named.filter_map(|case| rule(claim, case));
    // `min_by_key` keeps the first of equals, and the statuses stand from best to worst.
    rulings
        .min_by_key(|ruling| ruling.status)
        .unwrap_or_else(|| Ruling::not_testable(NOT_IN_THIS_RUN))
}

/// The ruling of one case; `None` if the witness did not see it.
fn rule(claim: &Claim, case: &CaseRecord) -> Option<Ruling> {
    let comparison = || {
        let mut rows = case.comparisons.iter();
        rows.find(|row| row.contender == claim.contender && row.witness == claim.witness)
    };
    let costs = || {
        let reference = &case.contenders.first()?.name;
        Some((cost(case, reference, claim.witness)?, cost(case, &claim.contender, claim.witness)?))
    };
    match claim.expectation {
        Expectation::Ratio { published, low, high } => {
            let ruling = ratio(comparison()?, Band::new(published, low, high));
            Some(ruling.with_counts(claim.witness, costs()))
        }
        Expectation::NoChange { within } => {
            Some(no_change(comparison()?, within).with_counts(claim.witness, costs()))
        }
        Expectation::ToZero => costs().map(|(before, after)| {
            to_zero(before.value, after.value).with_counts(claim.witness, Some((before, after)))
        }),
        Expectation::Difference { published, low, high } => {
            let (before, after) = costs()?;
            let difference = before.value - after.value;
            let ruling = of_difference(difference, Band::new(published, low, high), claim.witness);
            Some(ruling.with_counts(claim.witness, Some((before, after))))
        }
        Expectation::Between { ref reference, published, low, high } => {
            let slow = cost(case, reference, claim.witness)?;
            let fast = cost(case, &claim.contender, claim.witness)?;
            let interval =
                interval_between(case, claim, reference).or_else(|| quotient(slow, fast));
            Some(interval.map_or_else(
                || Ruling::not_testable("a cost is zero, so there is no ratio"),
                |interval| ratio_of(interval, Band::new(published, low, high), None),
            ))
        }
        _ => None,
    }
}

fn to_zero(before: f64, after: f64) -> Ruling {
    let (status, reason) = if before > 0.0 && after == 0.0 {
        (ClaimStatus::Reproduced, "the cost is gone")
    } else if after < before {
        (ClaimStatus::SameDirection, "less, but not gone")
    } else if before == 0.0 && after == 0.0 {
        (ClaimStatus::NotReproduced, "there was no cost to remove")
    } else {
        (ClaimStatus::NotReproduced, "not less")
    };
    Ruling::new(status, "", reason)
}

fn of_difference(difference: f64, band: Band, witness: Witness) -> Ruling {
    let words = format!("band of {}", change_in_words(band.low, band.high, witness.unit()));
    let (status, reason) = if band.holds(difference) {
        (ClaimStatus::Reproduced, format!("the difference lies inside the {words}"))
    } else if difference * band.published > 0.0 {
        (ClaimStatus::SameDirection, format!("same sign, outside of the {words}"))
    } else {
        (ClaimStatus::NotReproduced, "not the published sign".to_owned())
    };
    let measured = format!("a difference of {}", in_unit(difference, witness.unit()));
    Ruling::new(status, measured, reason)
}

fn exponents(
    claim: &Claim,
    workload: &str,
    (before, after): (f64, f64),
    evidence: Evidence,
) -> Ruling {
    let mut cases = evidence.cases.iter();
    let reference = cases
        .find(|case| case.hot_path == claim.hot_path && case.workload == workload)
        .and_then(|case| case.contenders.first())
        .map_or("legacy", |reference| &reference.name);
    let curve = |contender: &str| {
        evidence.growth.iter().find(|curve| {
            curve.hot_path == claim.hot_path
                && curve.workload == workload
                && curve.contender == contender
                && curve.witness == claim.witness
        })
    };
    let curves = curve(reference).zip(curve(&claim.contender));
    let Some((of_before, of_after)) = curves else {
        return Ruling::not_testable(NOT_IN_THIS_RUN);
    };
    let (Some(seen_before), Some(seen_after)) = (of_before.exponent, of_after.exponent) else {
        return Ruling::not_testable("a cost is zero, so it has no exponent");
    };
    let agrees = |seen: f64, published: f64| (seen - published).abs() <= EXPONENT_TOLERANCE;
    let (published, seen) = (before - after, seen_before - seen_after);
    let (status, reason) = if agrees(seen_before, before) && agrees(seen_after, after) {
        (ClaimStatus::Reproduced, "both exponents agree within 0.1")
    } else if published * seen > 0.0 && seen.abs() > EXPONENT_TOLERANCE {
        (ClaimStatus::SameDirection, "the exponent moves the published way, but not as far")
    } else {
        (ClaimStatus::NotReproduced, "the exponent does not move the published way")
    };
    let last = of_before.points.last().zip(of_after.points.last());
    let costs = last.map_or_else(String::new, |((n, before), (_, after))| {
        let change = change_in_words(*before, *after, claim.witness.unit());
        format!("; at n = {} {change}", number(*n as f64))
    });
    let measured = format!("exponent {seen_before:.2} to {seen_after:.2}{costs}");
    Ruling::new(status, measured, reason)
}

fn between_cases(claim: &Claim, reference_case: &str, band: Band, cases: &[CaseRecord]) -> Ruling {
    let cost_in =
        |id: &str| cost(cases.iter().find(|case| case.id == id)?, &claim.contender, claim.witness);
    let fast = claim.cases.first().and_then(|id| cost_in(id));
    match (cost_in(reference_case), fast) {
        (Some(slow), Some(fast)) => quotient(slow, fast).map_or_else(
            || Ruling::not_testable("a cost is zero, so there is no ratio"),
            |interval| ratio_of(interval, band, None),
        ),
        _ => Ruling::not_testable(NOT_IN_THIS_RUN),
    }
}

fn equality(hot_path: &str, topic: &str, evidence: &[Equivalence]) -> Ruling {
    let same = evidence.iter().find(|one| one.hot_path == hot_path && one.topic == topic);
    match same.filter(|one| one.compared > 0) {
        None => Ruling::not_testable(NOT_IN_THIS_RUN),
        Some(one) => {
            let words = format!(
                "{} differences in {} comparisons",
                number(one.differences as f64),
                number(one.compared as f64)
            );
            let (status, reason) = match one.differences {
                0 => (ClaimStatus::Reproduced, "all equal"),
                _ => (ClaimStatus::NotReproduced, "not all equal"),
            };
            Ruling::new(status, words, reason)
        }
    }
}

/// A cost with its interval.
fn cost(case: &CaseRecord, contender: &str, witness: Witness) -> Option<Cost> {
    let contender = case.contenders.iter().find(|one| one.name == contender)?;
    let figure = contender.witnesses.get(&witness)?;
    let (low, high) = (figure.low.unwrap_or(figure.value), figure.high.unwrap_or(figure.value));
    Some(Cost { value: figure.value, low, high })
}

#[derive(Clone, Copy)]
struct Cost {
    value: f64,
    low: f64,
    high: f64,
}

/// The widest interval that two costs with intervals of their own allow.
fn quotient(slow: Cost, fast: Cost) -> Option<Interval> {
    let positive = [slow.value, slow.low, fast.value, fast.low].iter().all(|&cost| cost > 0.0);
    positive.then(|| Interval {
        ratio: slow.value / fast.value,
        low: slow.low / fast.high,
        high: slow.high / fast.low,
    })
}

/// Two contenders through their comparisons with the reference, which are paired and so narrower than their costs.
fn interval_between(case: &CaseRecord, claim: &Claim, reference: &str) -> Option<Interval> {
    let against_reference = |name: &str| {
        if case.contenders.first()?.name == name {
            return Some(Interval { ratio: 1.0, low: 1.0, high: 1.0 });
        }
        let mut rows = case.comparisons.iter();
        interval_of(rows.find(|row| row.contender == name && row.witness == claim.witness)?)
    };
    let (slow, fast) = (against_reference(reference)?, against_reference(&claim.contender)?);
    Some(Interval {
        ratio: fast.ratio / slow.ratio,
        low: fast.low / slow.high,
        high: fast.high / slow.low,
    })
}

#[cfg(test)]
mod tests;
