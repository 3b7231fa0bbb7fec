//! Which cases `--only` means.

use measure::record::{Catalogue, CatalogueCase};

use crate::failure::Failure;

/// The cases that an invocation selects, in the order of the catalogue.
///
/// A filter that is the id of a case means that case alone, so that `.../n=1000` is not `.../n=1000000` as well; any
/// other means every id that contains it. No filter means all.
///
/// # Errors
///
/// A filter that matches nothing, with the ids that come nearest.
pub(super) fn select<'c>(
    catalogue: &'c Catalogue,
    only: &[String],
    headline_only: bool,
) -> Result<Vec<&'c CatalogueCase>, Failure> {
    let cases: Vec<&CatalogueCase> =
        catalogue.cases.iter().filter(|case| case.headline || !headline_only).collect();
    if cases.is_empty() {
        let kind = if headline_only { "headline case" } else { "case" };
        return Err(Failure::cannot(format!("the package lists no {kind}")));
    }
    if only.is_empty() {
        return Ok(cases);
    }
    let ids: Vec<&str> = cases.iter().map(|case| case.id.as_str()).collect();
    for filter in only {
        if !ids.iter().any(|id| id.contains(filter.as_str())) {
            return Err(no_match(filter, &ids, headline_only));
        }
    }
    let meant = |id: &str| only.iter().any(|filter| matches(filter, id, &ids));
    Ok(cases.into_iter().filter(|case| meant(&case.id)).collect())
}

fn matches(filter: &str, id: &str, ids: &[&str]) -> bool {
    if ids.contains(&filter) { filter == id } else { id.contains(filter) }
}

fn no_match(filter: &str, ids: &[&str], headline_only: bool) -> Failure {
    let kind = if headline_only { "headline cases" } else { "cases" };
    let failure = Failure::cannot(format!("0 of {} {kind} match \"{filter}\"", ids.len()));
    // Low on purpose: a short filter shares few characters with a long id, and a poor guess is only a hint.
    let nearest = similar::get_close_matches(filter, ids, 3, 0.2);
    if nearest.is_empty() {
        failure.hint("`hotpair run --list` prints all ids")
    } else {
        failure.hint(format!("nearest: {}", nearest.join(", ")))
    }
}

#[cfg(test)]
mod tests;
