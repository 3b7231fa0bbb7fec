//! The run for other programs.

use std::collections::BTreeSet;

use anyhow::Result;
use measure::record::{CaseRecord, ContenderRecord, Run, Witness};

const COLUMNS: [&str; 14] = [
    "hot_path",
    "case",
    "origin",
    "contender",
    "role",
    "witness",
    "unit",
    "value",
    "low",
    "high",
    "ratio",
    "ratio_low",
    "ratio_high",
    "verdict",
];

/// One line per case, contender and witness that testified, under a line of names; empty where a value is absent.
///
/// Figures keep all their digits. A ratio to or from zero is empty: value and verdict tell it.
///
/// # Errors
///
/// None that a run can cause; the writer's own are passed on.
pub fn csv(run: &Run) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS)?;
    for case in &run.cases {
        for contender in &case.contenders {
            for witness in witnesses(case, contender) {
                writer.write_record(record(case, contender, witness))?;
            }
        }
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

fn witnesses(case: &CaseRecord, contender: &ContenderRecord) -> BTreeSet<Witness> {
    let compared = case.comparisons.iter().filter(|c| c.contender == contender.name);
    contender.witnesses.keys().copied().chain(compared.map(|c| c.witness)).collect()
}

fn record(case: &CaseRecord, contender: &ContenderRecord, witness: Witness) -> Vec<String> {
    let measured = contender.witnesses.get(&witness);
    let compared = crate::summary::row(case, contender, witness).map(|row| row.comparison);
    let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
    let unit = measured.map_or(witness.unit(), |measured| measured.unit);
    vec![
        case.hot_path.clone(),
        case.id.clone(),
        case.origin.to_string(),
        contender.name.clone(),
        contender.role.to_string(),
        witness.to_string(),
        unit.to_string(),
        number(measured.map(|measured| measured.value)),
        number(measured.and_then(|measured| measured.low)),
        number(measured.and_then(|measured| measured.high)),
        number(compared.and_then(|compared| compared.ratio)),
        number(compared.and_then(|compared| compared.low)),
        number(compared.and_then(|compared| compared.high)),
        compared.map(|compared| compared.verdict.to_string()).unwrap_or_default(),
    ]
}

#[cfg(test)]
mod tests;
