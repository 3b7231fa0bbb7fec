//! A run in several pieces: which cases fall to which of them.

use std::fmt;
use std::str::FromStr;

use measure::growth::curve_of;
use measure::record::CatalogueCase;

use crate::failure::Failure;

/// The part `K/N` of a run: the `K`th of `N`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// From 1.
    pub number: u32,
    /// So many parts make the whole run.
    pub of: u32,
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let number = |text: &str| text.parse::<u32>().ok();
        let part = text.split_once('/').and_then(|(k, n)| Some((number(k)?, number(n)?)));
        match part {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Part { number, of }),
            _ => Err("a part is K/N with K from 1 to N, such as 2/4".to_owned()),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// The cases of one part, in their order. The parts of a selection share its cases without remainder.
///
/// Cases that differ in size alone stay together, since a curve of growth needs all of its sizes. The heaviest group
/// goes first, each to the part that has least to do so far; so every machine comes to the same partition by itself.
///
/// # Errors
///
/// There are more parts than groups.
pub(super) fn share<'c>(
    part: Part,
    selected: &[&'c CatalogueCase],
    work: impl Fn(&CatalogueCase) -> f64,
) -> Result<Vec<&'c CatalogueCase>, Failure> {
    let mut groups = groups(selected, work);
    if groups.len() < part.of as usize {
        let most = groups.len();
        return Err(Failure::cannot(format!(
            "--shard {part}: the selection falls into {most} parts at most"
        ))
        .hint("the sizes of one growth curve stay together"));
    }
    groups.sort_by(|a, b| b.work.total_cmp(&a.work).then_with(|| a.name.cmp(&b.name)));
    let mut parts = vec![(0.0_f64, Vec::new()); part.of as usize];
    for group in groups {
        // The first of equals, so that nothing depends on chance.
        let lightest = parts.iter_mut().min_by(|a, b| a.0.total_cmp(&b.0));
        let (work, names) = lightest.expect("a part K/N has N of 1 or more");
        *work += group.work;
        names.push(group.name);
    }
    let (_, own) = &parts[part.number as usize - 1];
    Ok(selected.iter().copied().filter(|case| own.contains(&group_of(case))).collect())
}

/// Cases that stay together, and how much there is to do on them.
struct Group {
    name: String,
    work: f64,
}

fn groups(selected: &[&CatalogueCase], work: impl Fn(&CatalogueCase) -> f64) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for case in selected {
        let name = group_of(case);
        match groups.iter_mut().find(|group| group.name == name) {
            Some(group) => group.work += work(case),
            None => groups.push(Group { name, work: work(case) }),
        }
    }
    groups
}

fn group_of(case: &CatalogueCase) -> String {
    match curve_of(&case.workload, &case.parameters) {
        Some(curve) => format!("{}/{curve}", case.hot_path),
        None => case.id.clone(),
    }
}

#[cfg(test)]
mod tests;
