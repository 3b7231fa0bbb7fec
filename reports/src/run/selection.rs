//! What an invocation selects: its cases, and the plan for them.

use measure::record::{Catalogue, CatalogueCase, Missing, Plan, Shard, Witness};

use super::Failure;
use super::plan::{self, Extent};
use super::stage::Stage;
use super::{Request, WORK_PER_VALGRIND, filter, layouts, shard};

/// The cases of an invocation with the plan for them.
pub(super) struct Selection<'c> {
    /// In the order of the catalogue.
    pub(super) cases: Vec<&'c CatalogueCase>,
    /// Exactly these cases.
    pub(super) plan: Plan,
    /// Whether CPU time is to be measured.
    pub(super) times: bool,
    /// The part of the run that they are, if it is one.
    pub(super) shard: Option<Shard>,
}

/// Selects what a request asks for.
///
/// # Errors
///
/// A filter that matches nothing, more shards than there are parts, layouts without anything to time on them.
pub(super) fn select<'c>(
    request: &Request,
    catalogue: &'c Catalogue,
    witnesses: &[Witness],
    missing: Vec<Missing>,
) -> Result<Selection<'c>, Failure> {
    let extent = if request.long { Extent::Long } else { Extent::Usual };
    let plan_for = |cases: &[&CatalogueCase], missing| {
        plan::plan(catalogue, cases, witnesses, missing, extent)
    };
    let selected = filter::select(catalogue, &request.only, request.quick)?;
    let (cases, shard) = match request.shard {
        None => (selected, None),
        Some(part) => {
            let whole = plan_for(&selected, Vec::new());
            let own = shard::share(part, &selected, |case| work(&whole, case))?;
            let selected = selected.iter().map(|case| case.id.clone()).collect();
            (own, Some(Shard { number: part.number, of: part.of, selected }))
        }
    };
    let mut plan = plan_for(&cases, missing);
    if request.base.is_some() {
        // A contender alone in its case has nobody to be compared with but itself in the base.
        plan.cases.retain(|planned| !planned.contenders.is_empty());
    }
    if let Some(number) = request.layouts {
        // A shard without a headline case has nothing to relink; its siblings have.
        layouts::check(&plan, &cases, shard.is_some())?;
        plan.layouts = number;
    }
    let times = witnesses.contains(&Witness::CpuTime);
    Ok(Selection { cases, plan, times, shard })
}

/// How much there is to do on one case, counted in comparisons.
fn work(plan: &Plan, case: &CatalogueCase) -> f64 {
    let stage = Stage::new(plan, &[case], 0);
    let planned = plan.cases.iter().find(|planned| planned.id == case.id);
    let counted = planned.is_some_and(|it| it.contenders.contains_key(&Witness::Instructions));
    stage.time() + stage.count() + if counted { WORK_PER_VALGRIND } else { 0.0 }
}
