//! A run is complete when it holds exactly its plan.

use std::collections::BTreeSet;

use measure::record::{Origin, Role, Run, Witness};

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
            // A size of a growth curve is timed by one unit, which is no comparison, unless the run is a long one.
            let has_verdict =
                *witness != Witness::CpuTime || case.origin != Origin::Growth || run.plan.long;
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
    gaps.extend(layouts(run));
    let planned: BTreeSet<&str> = run.plan.cases.iter().map(|case| case.id.as_str()).collect();
    let surplus = run.cases.iter().filter(|case| !planned.contains(case.id.as_str()));
    gaps.extend(surplus.map(|case| format!("case \"{}\" was not planned", case.id)));
    gaps
}

/// Headline rows that were not timed on every relink; the control is left out on purpose.
fn layouts(run: &Run) -> impl Iterator<Item = String> {
    let headline = run.cases.iter().filter(|case| case.headline && run.plan.layouts > 0);
    let timed = headline.flat_map(|case| {
        let is_control =
            |name: &str| case.contenders.iter().any(|c| c.name == name && c.role == Role::Control);
        let rows = case.comparisons.iter().filter(|row| row.witness == Witness::CpuTime);
        rows.filter(move |row| !is_control(&row.contender)).map(move |row| (case, row))
    });
    timed.filter_map(|(case, row)| {
        let seen = row.layouts.as_ref().map_or(0, |layouts| layouts.ratios.len());
        let planned = run.plan.layouts as usize;
        let name = &row.contender;
        (seen != planned).then(|| {
            format!("case \"{}\": {name} was timed on {seen} of {planned} relinks", case.id)
        })
    })
}

#[cfg(test)]
pub(super) mod tests;
