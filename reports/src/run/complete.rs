//! A run is complete when it holds exactly its plan.

use std::collections::BTreeSet;

use measure::record::{Origin, Run, Witness};

/// What the plan promises and the run does not hold, and what it holds without a promise; one line each.
pub fn gaps(run: &Run) -> Vec<String> {
    let mut gaps = Vec::new();
    for planned in &run.plan.cases {
        let Some(case) = run.cases.iter().find(|case| case.id == planned.id) else {
            gaps.push(format!("case \"{}\" was not measured", planned.id));
            continue;
        };
        for name in &planned.criterion {
            let found = case.contenders.iter().find(|contender| contender.name == *name);
            if found.is_none_or(|contender| contender.criterion.is_none()) {
                gaps.push(format!("case \"{}\": {name} has no figure of Criterion", case.id));
            }
        }
        for (witness, names) in &planned.contenders {
            let seen = |name: &str| {
                let contender = case.contenders.iter().find(|contender| contender.name == name);
                contender.is_some_and(|contender| contender.witnesses.contains_key(witness))
            };
            let compared = |name: &str| {
                case.comparisons.iter().any(|row| row.contender == name && row.witness == *witness)
            };
            // A size of a growth curve is timed by one unit, which is no comparison.
            let has_verdict = *witness != Witness::CpuTime || case.origin != Origin::Growth;
            for (at, name) in names.iter().enumerate() {
                if !seen(name) {
                    gaps.push(format!("case \"{}\": {name} has no {witness}", case.id));
                } else if at > 0 && has_verdict && !compared(name) {
                    gaps.push(format!(
                        "case \"{}\": {name} has no comparison by {witness}",
                        case.id
                    ));
                }
            }
        }
    }
    let planned: BTreeSet<&str> = run.plan.cases.iter().map(|case| case.id.as_str()).collect();
    let surplus = run.cases.iter().filter(|case| !planned.contains(case.id.as_str()));
    gaps.extend(surplus.map(|case| format!("case \"{}\" was not planned", case.id)));
    gaps
}

#[cfg(test)]
pub(super) mod tests;
