//! Everything known about one case or one claim, with the line that reproduces it; all claims; what was compared.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::{Result, anyhow};
use measure::record::{
    CaseRecord, Claim, ClaimResult, ClaimStatus, ContenderRecord, Equivalence, Run, Witness,
};

use crate::format::{
    self, grouped, interval, measurement, percent, plural, ratio, reproduce, shortened, status,
    visible,
};
use crate::summary::{self, Row};

/// So many ids are suggested when one is not known.
const SUGGESTIONS: usize = 3;

/// Everything known about the case `id`.
///
/// # Errors
///
/// No case has this id: the nearest ones are named.
pub fn case(run: &Run, id: &str) -> Result<String> {
    let case = run.cases.iter().find(|case| case.id == id).ok_or_else(|| {
        if run.plan.catalogue.iter().any(|known| known == id) {
            return anyhow!(
                "case \"{id}\" was not selected in this run\nhint: measure it with {}",
                reproduce(id)
            );
        }
        unknown("case", id, run.cases.iter().map(|case| case.id.as_str()))
    })?;
    Ok(case_text(run, case))
}

/// Everything known about the claim `id`.
///
/// # Errors
///
/// No claim has this id: the nearest ones are named.
pub fn claim(run: &Run, id: &str) -> Result<String> {
    let result = run.claims.iter().find(|claim| claim.id == id);
    let published = run.published.iter().find(|claim| claim.id == id);
    if result.is_none() && published.is_none() {
        let known = run.claims.iter().map(|claim| &claim.id);
        let known = known.chain(run.published.iter().map(|claim| &claim.id));
        return Err(unknown("claim", id, known.map(String::as_str)));
    }
    Ok(claim_text(id, result, published))
}

/// All claims, one line each, under a line that counts them. Where one does not hold, its remark says more.
pub fn claims(run: &Run) -> String {
    if run.claims.is_empty() {
        return "this run judged no claims\n".into();
    }
    let held = summary::claims_with(run, ClaimStatus::Reproduced);
    let mut text = format!("{held} of {} hold\n\n", plural(run.claims.len(), "claim", "claims"));
    for claim in &run.claims {
        let measured = if claim.measured.is_empty() { "not measured" } else { &claim.measured };
        line(
            &mut text,
            &format!(
                "{:<10}  {:<28}  published {}, here {}; {}",
                visible(&claim.id),
                status(claim.status),
                visible(&claim.published),
                visible(measured),
                visible(&summary::claim_reason(run, claim))
            ),
        );
    }
    text
}

/// What was compared for equality: one line per topic, under the sum of each hot path.
pub fn equivalence(run: &Run) -> String {
    if run.equivalence.is_empty() {
        return "this run compared nothing for equality\n".into();
    }
    let mut text = String::new();
    let mut paths: Vec<&str> = run.equivalence.iter().map(|row| row.hot_path.as_str()).collect();
    paths.sort_unstable();
    paths.dedup();
    for path in paths {
        let rows = || run.equivalence.iter().filter(|row| row.hot_path == path);
        let sum = |count: fn(&Equivalence) -> u64| rows().map(count).sum();
        let all = compared_in_words(sum(|row| row.compared), sum(|row| row.differences));
        line(&mut text, &format!("{}: {all}", visible(path)));
        for row in rows() {
            let words = compared_in_words(row.compared, row.differences);
            line(&mut text, &format!("  {}: {words}", visible(&row.topic)));
        }
    }
    text
}

fn compared_in_words(compared: u64, differences: u64) -> String {
    let differences = match differences {
        0 => "no difference".to_owned(),
        some => format!("{} differ", grouped(some as f64)),
    };
    format!("{} compared, {differences}", grouped(compared as f64))
}

fn case_text(run: &Run, case: &CaseRecord) -> String {
    let mut text = String::new();
    line(&mut text, &visible(&case.id));
    line(&mut text, &format!("  {}", about(case)));
    if let Some(shard) = run.shards.iter().find(|shard| shard.cases.contains(&case.id)) {
        let of = run.shards.len();
        line(&mut text, &format!("  measured in shard {} of {of}", shard.number));
    }
    for contender in &case.contenders {
        contender_text(&mut text, case, contender);
    }
    let missing = run.plan.missing.iter();
    for missing in missing {
        line(
            &mut text,
            &format!(
                "\n{}: not measured, {}",
                format::witness(missing.witness),
                visible(&missing.reason)
            ),
        );
    }
    let decides = |claim: &&Claim| claim.cases.contains(&case.id);
    for claim in run.published.iter().filter(decides) {
        let result = run.claims.iter().find(|result| result.id == claim.id);
        let judged = result.map_or("not judged", |result| status(result.status));
        line(
            &mut text,
            &format!(
                "\nclaim {}: {} ({}): {judged}",
                visible(&claim.id),
                visible(&claim.text),
                visible(&claim.published)
            ),
        );
    }
    line(&mut text, &format!("\nreproduce: {}", visible(&reproduce(&case.id))));
    text
}

fn about(case: &CaseRecord) -> String {
    let mut parts = vec![format!("{} input", case.origin)];
    if case.headline {
        parts.push("headline case".into());
    }
    if case.learnable {
        parts.push("learnable by the branch predictor".into());
    }
    parts.extend(case.labels.iter().map(|label| visible(label).into_owned()));
    parts.push(format!("{} per iteration", plural_operations(case.operations)));
    parts.push(format!("workload version {}", case.workload_version));
    parts.join("; ")
}

fn plural_operations(operations: u64) -> String {
    format!(
        "{} {}",
        grouped(operations as f64),
        if operations == 1 { "operation" } else { "operations" }
    )
}

fn contender_text(text: &mut String, case: &CaseRecord, contender: &ContenderRecord) {
    line(
        text,
        &format!(
            "\n{} ({}), answer {}",
            visible(&contender.name),
            format::role(contender.role),
            visible(&contender.answer_digest)
        ),
    );
    for &witness in Witness::ALL {
        let figure = contender.witnesses.get(&witness).map(|figure| {
            let bounds = figure.low.zip(figure.high).map(|(low, high)| {
                format!(
                    " ({} to {})",
                    format::in_unit(low, figure.unit),
                    format::in_unit(high, figure.unit)
                )
            });
            measurement(figure) + &bounds.unwrap_or_default()
        });
        let row = summary::row(case, contender, witness);
        if figure.is_none() && row.is_none() {
            continue;
        }
        let figure = figure.unwrap_or_else(|| "no figure".into());
        line(text, &format!("  {:<17} {figure:<30} {}", format::witness(witness), compared(row)));
        if let Some(row) = row {
            how(text, row);
        }
    }
    if let Some(found) = &contender.criterion {
        let found = format::distribution(found);
        line(text, &format!("  {:<17} {found}, without a verdict", "Criterion"));
    }
}

fn compared(row: Option<Row<'_>>) -> String {
    let Some(row) = row else { return String::new() };
    let comparison = row.comparison;
    let bounds = comparison.low.zip(comparison.high);
    let bounds =
        bounds.map(|(low, high)| format!(" ({})", interval(low, high))).unwrap_or_default();
    let cause = comparison.cause.map(|cause| format!(": {}", format::cause(cause)));
    format!("{}{bounds} {}{}", row.change(), comparison.verdict, cause.unwrap_or_default())
}

fn how(text: &mut String, row: Row<'_>) {
    let comparison = row.comparison;
    if let Some(layouts) = &comparison.layouts {
        let each = layouts.ratios.iter().map(|(seed, value)| format!("{seed}: {}", ratio(*value)));
        let each: Vec<_> = each.collect();
        let label = if layouts.dependent {
            format!("; {}", format::LAYOUT_DEPENDENT)
        } else {
            String::new()
        };
        let range = format::over_layouts(layouts);
        line(text, &format!("    {range}, by seed {}{label}", each.join(", ")));
    }
    if comparison.units.is_empty() {
        return;
    }
    let ratios: Vec<_> = comparison.units.iter().map(|unit| ratio(unit.theta.exp())).collect();
    let mut parts =
        vec![format!("{}: {}", plural(ratios.len(), "unit", "units"), ratios.join(" "))];
    parts.extend(comparison.margin.map(|margin| format!("margin {}", percent(margin))));
    parts.extend(
        comparison.confidence.map(|confidence| format!("confidence {}", percent(confidence))),
    );
    parts.extend(comparison.stop.map(|stop| format!("stopped: {stop}")));
    parts.extend(comparison.mode.map(|mode| format!("pairs: {mode}")));
    parts.extend(comparison.differs_when_busy.then(|| "differs on a busy core".to_owned()));
    line(text, &format!("    {}", parts.join("; ")));
    if let Some(cause) = comparison.cause {
        line(text, &format!("    what would decide it: {}", format::remedy(cause)));
    }
}

fn claim_text(id: &str, result: Option<&ClaimResult>, claim: Option<&Claim>) -> String {
    let mut text = String::new();
    let judged = result.map_or("not judged in this run", |result| status(result.status));
    line(&mut text, &format!("{}: {judged}", visible(id)));
    if let Some(claim) = claim {
        line(&mut text, &format!("  claimed    {}", visible(&claim.text)));
        line(&mut text, &format!("  published  {}", visible(&claim.published)));
        if !claim.java_elsewhere.is_empty() {
            line(
                &mut text,
                &format!("  original Java, elsewhere  {}", visible(&claim.java_elsewhere)),
            );
        }
        line(
            &mut text,
            &format!(
                "  judged by  {} of {}",
                format::witness(claim.witness),
                visible(&claim.contender)
            ),
        );
        if !claim.remark.is_empty() {
            line(&mut text, &format!("  remark     {}", visible(&claim.remark)));
        }
    }
    if let Some(result) = result {
        if !result.measured.is_empty() {
            line(&mut text, &format!("  measured   {}", visible(&result.measured)));
        }
        line(&mut text, &format!("  reason     {}", visible(&result.reason)));
    }
    for case in claim.iter().flat_map(|claim| &claim.cases) {
        line(&mut text, &format!("reproduce: {}", visible(&reproduce(case))));
    }
    text
}

fn line(text: &mut String, content: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}", content.trim_end());
}

/// The error for a name that is not there, with the nearest that are.
fn unknown<'a>(what: &str, id: &str, known: impl Iterator<Item = &'a str>) -> anyhow::Error {
    let known: BTreeSet<&str> = known.collect();
    // A part of an id is what people type; otherwise what is spelled alike.
    let alike = |name| strsim::jaro_winkler(&shortened(name, 200), &shortened(id, 200));
    let mut known: Vec<_> =
        known.into_iter().map(|name| (name.contains(id), alike(name), name)).collect();
    known.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)));
    let shown = shortened(&visible(id), 200).into_owned();
    let nearest: Vec<_> = known
        .iter()
        .take(SUGGESTIONS)
        .map(|(.., name)| shortened(&visible(name), 200).into_owned())
        .collect();
    if nearest.is_empty() {
        return anyhow!("no {what} \"{shown}\": this run holds none");
    }
    anyhow!("no {what} \"{shown}\" in this run\nhint: the nearest are {}", nearest.join(", "))
}

#[cfg(test)]
mod tests;
