//! In what the catalogues of two revisions differ.

use measure::record::{Catalogue, CatalogueCase, Role};

/// The contenders whose code is the package's own; a peer changes with its version, a control is a copy.
pub(super) fn owned(case: &CatalogueCase) -> impl Iterator<Item = &str> {
    let own = |role: Role| matches!(role, Role::Legacy | Role::Optimized | Role::Frontier);
    let all = case.contenders.iter().enumerate();
    all.filter(move |(at, it)| *at == 0 || own(it.role)).map(|(_, it)| it.name.as_str())
}

/// Cases and contenders of the first catalogue that the second lacks.
pub(super) fn lacking(these: &Catalogue, others: &Catalogue) -> Vec<String> {
    let mut names = Vec::new();
    for case in &these.cases {
        match others.cases.iter().find(|other| other.id == case.id) {
            None => names.push(case.id.clone()),
            Some(other) => names.extend(
                owned(case)
                    .filter(|name| !other.contenders.iter().any(|it| it.name == *name))
                    .map(|name| format!("{} {name}", case.id)),
            ),
        }
    }
    names
}

/// Cases whose input or operation is another one.
pub(super) fn changed(these: &Catalogue, others: &Catalogue) -> Vec<String> {
    let other = |case: &CatalogueCase| others.cases.iter().find(|other| other.id == case.id);
    let is_changed = |case: &&CatalogueCase| {
        other(case).is_some_and(|other| other.workload_version != case.workload_version)
    };
    these.cases.iter().filter(is_changed).map(|case| case.id.clone()).collect()
}
