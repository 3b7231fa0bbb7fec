//! The plan: which contenders each witness is to see on each selected case, and the jobs that follow from it.

use std::collections::BTreeMap;

use measure::record::{
    ByteJob, Catalogue, CatalogueCase, CatalogueContender, Expectation, Missing, Origin, PairedJob,
    Plan, PlannedCase, Role, Witness,
};

use super::flags;

/// Real inputs beyond this size are timed for the ranked contenders only: a full run has two minutes.
const MOST_N_OF_OTHERS: u64 = 5000;

/// Beyond this size instructions are left to long runs: callgrind is some fifty times slower than the processor.
const MOST_N_COUNTED: u64 = 100_000;

/// How much of a selection is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Extent {
    /// What a budget of minutes allows.
    #[default]
    Usual,
    /// Every contender on every case.
    Long,
}

/// The plan for the selected cases and the witnesses that can testify.
pub(super) fn plan(
    catalogue: &Catalogue,
    selected: &[&CatalogueCase],
    witnesses: &[Witness],
    missing: Vec<Missing>,
    extent: Extent,
) -> Plan {
    let cases = selected.iter().map(|case| {
        let seen_by = |witness: Witness| -> Vec<String> {
            let seen = |contender: &&CatalogueContender| match (witness, extent) {
                (Witness::CpuTime, Extent::Long) => contender.role != Role::Java,
                (Witness::CpuTime, Extent::Usual) => is_timed(case, contender, catalogue, selected),
                (Witness::Instructions, Extent::Usual) => {
                    is_counted_by_callgrind(case, contender.role)
                }
                _ => is_counted(contender.role),
            };
            let names = case.contenders.iter().enumerate();
            // The reference is seen by all, whatever its role.
            let names = names.filter(|(at, contender)| *at == 0 || seen(contender));
            names.map(|(_, contender)| contender.name.clone()).collect()
        };
        let seen = witnesses.iter().map(|witness| (*witness, seen_by(*witness)));
        // Time is a comparison, and one contender alone has nobody to be compared with.
        let seen = seen.filter(|(witness, names)| match witness {
            Witness::CpuTime => names.len() > 1,
            Witness::Instructions => extent == Extent::Long || is_up_to(case, MOST_N_COUNTED),
            _ => true,
        });
        PlannedCase { id: case.id.clone(), contenders: seen.collect(), criterion: Vec::new() }
    });
    Plan {
        catalogue: catalogue.cases.iter().map(|case| case.id.clone()).collect(),
        cases: cases.collect(),
        missing,
        long: extent == Extent::Long,
        layouts: 0,
    }
}

fn is_timed(
    case: &CatalogueCase,
    contender: &CatalogueContender,
    catalogue: &Catalogue,
    selected: &[&CatalogueCase],
) -> bool {
    match contender.role {
        Role::Legacy | Role::Optimized | Role::Frontier => true,
        Role::Peer | Role::Limit | Role::Revision | Role::Variant => {
            let small = case.origin == Origin::Real && is_up_to(case, MOST_N_OF_OTHERS);
            let wanted = case.headline || small;
            wanted || is_claimed(case, &contender.name, catalogue)
        }
        Role::Control => is_controlled(case, selected),
        Role::Java => false,
    }
}

fn is_up_to(case: &CatalogueCase, most: u64) -> bool {
    case.parameters.get("n").and_then(serde_json::Value::as_u64).is_none_or(|n| n <= most)
}

/// A published time about this contender on this case can be judged only if somebody times it.
fn is_claimed(case: &CatalogueCase, contender: &str, catalogue: &Catalogue) -> bool {
    catalogue.claims.iter().any(|claim| {
        let reference = match &claim.expectation {
            Expectation::Between { reference, .. } => Some(reference.as_str()),
            _ => None,
        };
        let other_case = match &claim.expectation {
            Expectation::BetweenCases { reference_case, .. } => Some(reference_case),
            _ => None,
        };
        claim.witness == Witness::CpuTime
            && case.origin != Origin::Growth
            && (claim.contender == contender || reference == Some(contender))
            && (claim.cases.contains(&case.id) || other_case == Some(&case.id))
    })
}

/// Every hot path needs a margin, so where no headline case of it is selected, its first case carries the control.
fn is_controlled(case: &CatalogueCase, selected: &[&CatalogueCase]) -> bool {
    let same = || selected.iter().filter(|other| other.hot_path == case.hot_path);
    let first = || same().find(|other| other.origin != Origin::Growth);
    case.headline
        || !same().any(|other| other.headline) && first().is_some_and(|first| first.id == case.id)
}

fn is_counted(role: Role) -> bool {
    // The control is a copy of the reference: its counts would say the same again.
    !matches!(role, Role::Control | Role::Java)
}

fn is_counted_by_callgrind(case: &CatalogueCase, role: Role) -> bool {
    match role {
        Role::Legacy | Role::Optimized | Role::Frontier => true,
        Role::Peer | Role::Limit | Role::Revision | Role::Variant => case.headline,
        Role::Control | Role::Java => false,
    }
}

/// What the target `paired` is to do for these cases of the plan.
pub(super) fn paired_job(plan: &Plan, cases: &[&CatalogueCase], seed: u64) -> PairedJob {
    let mut job = PairedJob {
        comparisons: BTreeMap::new(),
        one_unit: Vec::new(),
        margins: BTreeMap::new(),
        injected: BTreeMap::new(),
        checks: false,
        seed,
        most_units: None,
        self_tests: false,
        raw: false,
        alignment: flags::ALIGNED,
    };
    for (case, names) in planned(plan, cases, Witness::CpuTime) {
        if case.origin == Origin::Growth && !plan.long {
            job.one_unit.push(case.id.clone());
        } else {
            job.comparisons.insert(case.id.clone(), names[1..].to_vec());
        }
    }
    // No answer, no number, whatever is counted: a case that nobody times is listed without a contender, which has its
    // answers checked.
    for case in cases.iter().filter(|case| !job.one_unit.contains(&case.id)) {
        job.comparisons.entry(case.id.clone()).or_default();
    }
    job
}

/// What the target `dhat` is to do for these cases of the plan.
pub(super) fn byte_job(plan: &Plan, cases: &[&CatalogueCase]) -> ByteJob {
    let mut contenders = BTreeMap::new();
    for witness in [Witness::AllocatedBytes, Witness::AllocatedBlocks] {
        for (case, names) in planned(plan, cases, witness) {
            contenders.insert(case.id.clone(), names.to_vec());
        }
    }
    ByteJob { contenders }
}

fn planned<'a>(
    plan: &'a Plan,
    cases: &'a [&'a CatalogueCase],
    witness: Witness,
) -> impl Iterator<Item = (&'a CatalogueCase, &'a [String])> {
    cases.iter().filter_map(move |case| {
        let planned = plan.cases.iter().find(|planned| planned.id == case.id)?;
        Some((*case, planned.contenders.get(&witness)?.as_slice()))
    })
}

#[cfg(test)]
pub(super) mod tests;
