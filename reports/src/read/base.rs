//! What the types cannot say of a comparison with another revision: the verdicts must follow from the units.

use measure::record::{Base, BaseTime, UnitRecord};
use measure::verdict;

use super::check::{Checked, check_measurement, fault, unique};

/// Checks the comparison with another revision.
pub(super) fn check(base: &Base) -> Checked {
    let names: Vec<String> =
        base.rows.iter().map(|row| format!("{} {}", row.case, row.contender)).collect();
    unique("base.rows", "case and contender", &names)?;
    let compared = base.rows.iter().filter(|row| row.time.is_some()).count();
    for (row, name) in base.rows.iter().zip(&names) {
        if row.time.is_none() && row.counts.is_empty() {
            return fault(format!("base: {name}: neither a time nor a count"));
        }
        if let Some(problem) = row.time.as_ref().and_then(|time| problem(time, compared)) {
            return fault(format!("base: {name}: {problem}"));
        }
        for (at, count) in row.counts.iter().enumerate() {
            if row.counts[..at].iter().any(|other| other.witness == count.witness) {
                return fault(format!("base: {name}: {} stands there twice", count.witness));
            }
            for figure in [&count.base, &count.head] {
                if let Err(problem) = check_measurement(count.witness, figure) {
                    return fault(format!("base: {name}: {}: {problem}", count.witness));
                }
            }
        }
    }
    Ok(())
}

/// A joined run has more rows than its shards; one that was many before stays so, and few may have become many.
fn problem(time: &BaseTime, compared: usize) -> Option<String> {
    let thetas = |units: &[UnitRecord]| units.iter().map(|unit| unit.theta).collect::<Vec<f64>>();
    let (screen, confirmation) = (thetas(&time.screen), thetas(&time.confirmation));
    if time.low > time.ratio || time.ratio > time.high || time.low <= 0.0 {
        let BaseTime { ratio, low, high, .. } = time;
        return Some(format!("ratio: {ratio} lies outside of its interval, {low} to {high}"));
    }
    let follows = [compared, 1]
        .map(|compared| verdict::between_revisions(&screen, &confirmation, time.margin, compared));
    (!follows.contains(&time.verdict))
        .then(|| format!("verdict: {}, where the units say {}", time.verdict, follows[0]))
}
