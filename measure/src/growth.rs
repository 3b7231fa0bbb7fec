//! How a cost grows with the size of the input: local exponents and a class, from exact counts.
//!
//! Counts have no noise, so there are no intervals and no information criteria: either a class fits or none does.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::record::{CaseRecord, Growth, GrowthClass, Witness};

/// The parameter that is the size.
const SIZE: &str = "n";

/// Fewer sizes are no curve: a class read from three points is a guess.
const LEAST_SIZES: usize = 8;

/// Sizes nearer to each other than this factor say where capacity grows by a step, not how a cost grows; the larger
/// of them stays.
const LEAST_STEP: f64 = 1.25;

/// The upper half of a curve needs so many sizes before it can speak for a class: through one point goes every curve.
const LEAST_UPPER_SIZES: usize = 2;

/// A class fits if cost / f(n) varies by less than this over the upper half of the sizes.
pub const MOST_VARIATION: f64 = 0.10;

/// Only exact witnesses make a curve.
const WITNESSES: [Witness; 3] =
    [Witness::Instructions, Witness::AllocatedBytes, Witness::AllocatedBlocks];

/// The curves that these cases make: one per hot path, workload, contender and exact witness.
///
/// Cases belong to one curve if they differ in parameter `n` alone. Where a workload has several such groups, their
/// other parameters stand behind its name, as in a case id.
pub fn curves(cases: &[CaseRecord]) -> Vec<Growth> {
    let mut points: BTreeMap<(&str, String, &str, Witness), BTreeMap<u64, f64>> = BTreeMap::new();
    for case in cases {
        let Some(size) = case.parameters.get(SIZE).and_then(Value::as_u64) else {
            continue;
        };
        let workload = workload_without_size(&case.workload, &case.parameters);
        for contender in &case.contenders {
            for witness in WITNESSES {
                if let Some(figure) = contender.witnesses.get(&witness) {
                    let key = (
                        case.hot_path.as_str(),
                        workload.clone(),
                        contender.name.as_str(),
                        witness,
                    );
                    points.entry(key).or_default().insert(size, figure.value);
                }
            }
        }
    }
    let curves = points.into_iter().map(|(key, points)| (key, apart(points)));
    let curves = curves.filter(|(_, points)| points.len() >= LEAST_SIZES);
    let curves = curves.map(|((hot_path, workload, contender, witness), points)| {
        let local_exponents = local_exponents(&points);
        Growth {
            hot_path: hot_path.to_owned(),
            workload,
            contender: contender.to_owned(),
            witness,
            exponent: local_exponents.last().copied(),
            class: class(&points),
            local_exponents,
            points,
        }
    });
    curves.collect()
}

/// The points whose sizes stand apart, ascending.
fn apart(points: BTreeMap<u64, f64>) -> Vec<(u64, f64)> {
    let mut kept: Vec<(u64, f64)> = Vec::new();
    for (size, cost) in points {
        if kept.last().is_some_and(|&(last, _)| (size as f64) < last as f64 * LEAST_STEP) {
            kept.pop();
        }
        kept.push((size, cost));
    }
    kept
}

/// The curve on which a case of this workload with these parameters is a size; `None` if it has no size.
pub fn curve_of(workload: &str, parameters: &BTreeMap<String, Value>) -> Option<String> {
    parameters.get(SIZE)?.as_u64()?;
    Some(workload_without_size(workload, parameters))
}

/// `stream/cursor=shared` for `vlong_decode/stream/n=65536/cursor=shared`; parameters in alphabetical order.
fn workload_without_size(workload: &str, parameters: &BTreeMap<String, Value>) -> String {
    let others = parameters.iter().filter(|(parameter, _)| *parameter != SIZE);
    let parts = others.map(|(parameter, value)| {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        format!("/{parameter}={value}")
    });
    parts.fold(workload.to_owned(), |name, part| name + &part)
}

/// ln(cost ratio) / ln(size ratio) between neighbouring sizes; none if a cost is zero, since its logarithm is not
/// a number.
pub fn local_exponents(points: &[(u64, f64)]) -> Vec<f64> {
    if points.iter().any(|&(size, cost)| size == 0 || cost <= 0.0) {
        return Vec::new();
    }
    let pairs = points.windows(2);
    pairs
        .map(|pair| (pair[1].1 / pair[0].1).ln() / (pair[1].0 as f64 / pair[0].0 as f64).ln())
        .collect()
}

type Shape = fn(f64) -> f64;

/// The class that fits best over the upper half of the sizes, if one fits within 10 %; points ascend by size.
pub fn class(points: &[(u64, f64)]) -> GrowthClass {
    let upper = &points[points.len() / 2..];
    if upper.len() < LEAST_UPPER_SIZES {
        return GrowthClass::Unclassified;
    }
    if points.iter().all(|&(_, cost)| cost == 0.0) {
        return GrowthClass::Constant;
    }
    if upper.iter().any(|&(size, cost)| size < 2 || cost <= 0.0) {
        return GrowthClass::Unclassified;
    }
    let classes: [(GrowthClass, Shape); 5] = [
        (GrowthClass::Constant, |_| 1.0),
        (GrowthClass::Logarithmic, f64::ln),
        (GrowthClass::Linear, |n| n),
        (GrowthClass::Linearithmic, |n| n * n.ln()),
        (GrowthClass::Quadratic, |n| n * n),
    ];
    let variation = |f: Shape| {
        let shares = upper.iter().map(|&(size, cost)| cost / f(size as f64));
        let (least, most) =
            shares.fold((f64::MAX, f64::MIN), |(least, most), s| (least.min(s), most.max(s)));
        most / least - 1.0
    };
    let fits = classes.map(|(class, f)| (class, variation(f)));
    // Of equal fits the simpler class, which stands first.
    let best = fits.into_iter().min_by(|a, b| a.1.total_cmp(&b.1));
    match best {
        Some((class, variation)) if variation < MOST_VARIATION => class,
        _ => GrowthClass::Unclassified,
    }
}

#[cfg(test)]
mod tests;
