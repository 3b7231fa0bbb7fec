//! Floors: what a contender costs at least, or it no longer does the work that it stands for.
//!
//! A legacy that a compiler or a well-meant change has made cheaper than the original would flatter every patch.

use measure::record::{CaseRecord, Run, Witness};

use super::judge::{Finding, Kind, Place, place};
use super::lock::Count;
use super::policy::{Floor, Policy};

/// One finding for each floor of the policy.
pub(super) fn floors(run: &Run, policy: &Policy) -> impl Iterator<Item = Finding> {
    policy.floor.iter().map(|floor| judge(run, floor))
}

fn judge(run: &Run, floor: &Floor) -> Finding {
    let Floor { case, contender, witness, .. } = floor;
    let row = format!("{case}: {contender} {witness}");
    match place(run, case, contender, *witness) {
        Place::Gone(what) => Finding::new(Kind::CannotJudge, format!("{row}: {what}")),
        Place::NotInThisRun => Finding::new(Kind::NotInThisRun, row),
        Place::Planned(record) => against(record, floor, &row),
    }
}

fn against(record: &CaseRecord, floor: &Floor, row: &str) -> Finding {
    let Some(seen) = count(record, &floor.contender, floor.witness) else {
        return Finding::new(Kind::CannotJudge, format!("{row}: was not counted"));
    };
    if seen.is_less_than(1, Count::Whole(floor.least)) {
        let text = format!("{row}: {seen}, at least {} expected", floor.least);
        return Finding::new(Kind::Regression, text);
    }
    if let Some(above) = &floor.above {
        let Some(other) = count(record, &above.contender, floor.witness) else {
            let text = format!("{row}: {} was not counted", above.contender);
            return Finding::new(Kind::CannotJudge, text);
        };
        if seen.is_less_than(above.times, other) {
            let (name, times) = (&above.contender, above.times);
            let text = format!("{row}: {seen}, less than {times} times {name}, which has {other}");
            return Finding::new(Kind::Regression, text);
        }
    }
    Finding::new(Kind::Passed, format!("{row}: {seen}, at least {}", floor.least))
}

fn count(record: &CaseRecord, contender: &str, witness: Witness) -> Option<Count> {
    let contender = record.contenders.iter().find(|one| one.name == contender)?;
    contender.witnesses.get(&witness).map(Count::of)
}

#[cfg(test)]
mod tests;
