//! The run as Markdown for a pull request: a head of at most ten lines, then the worst rows first.
//!
//! GitHub cuts comments at 65,536 characters, so whole rows are left out where the text would grow beyond
//! [`MOST_BYTES`], the best ones first, and the text says how many.

mod escape;

use std::fmt::Write as _;

use measure::record::{CaseRecord, ClaimStatus, Comparison, Run, Verdict, Witness};

use self::escape::{NAME, code, escaped};
use crate::format::{self, interval, measurement, percent, plural, shape, status};
use crate::revisions;
use crate::summary::{self, Row, Tally};

/// The text stays below this.
pub const MOST_BYTES: usize = 60_000;
/// Room for what stands below the rows: the claims, the machine, and what was left out.
const BELOW: usize = 12_000;
/// Hot paths in the head; with its two lines of table and four above it makes ten.
const IN_HEAD: usize = 4;
/// Rows in view; the others are folded.
const IN_VIEW: usize = 10;
/// So many changes since the base.
const CHANGES: usize = 40;
/// Longer texts, such as reasons, are shortened.
const TEXT: usize = 160;
/// So many characters of a reason are shown: a claim that does not hold needs its explanation whole.
const REASON: usize = 480;

/// The whole text, under [`MOST_BYTES`] whatever the size of the run.
pub fn markdown(run: &Run) -> String {
    let mut text = head(run);
    base(&mut text, run);
    rows(&mut text, run);
    claims(&mut text, run);
    machine(&mut text, run);
    debug_assert!(text.len() < MOST_BYTES, "{} bytes", text.len());
    text
}

fn head(run: &Run) -> String {
    let mut paths = summary::hot_paths(run);
    paths.sort_by_key(|path| rank(summary::headline(run, path).and_then(subject_time)));
    let shown = &paths[..paths.len().min(IN_HEAD)];
    let mut text = String::new();
    line(&mut text, &format!("### {}", title(run, &paths)));
    line(&mut text, "");
    line(&mut text, &counts(run));
    if !shown.is_empty() {
        let heading = if paths.len() > IN_HEAD { "hot path (the worst four)" } else { "hot path" };
        line(&mut text, "");
        path_table(&mut text, run, heading, shown);
    }
    text
}

/// One row per hot path: what its headline case came to.
pub(crate) fn path_table(text: &mut String, run: &Run, heading: &str, paths: &[&str]) {
    line(text, &format!("| {heading} | verdict | CPU time | instructions | bytes |"));
    line(text, "|---|---|--:|--:|--:|");
    for path in paths {
        line(text, &path_line(run, path));
    }
}

fn title(run: &Run, paths: &[&str]) -> String {
    let verdicts =
        paths.iter().filter_map(|path| summary::headline(run, path).and_then(subject_time));
    let verdicts: Vec<Verdict> = verdicts.map(|row| row.comparison.verdict).collect();
    let count = |wanted| verdicts.iter().filter(|&&verdict| verdict == wanted).count();
    let banner = if run.complete { "" } else { "INCOMPLETE RUN: " };
    let banner = summary::shard(run).map_or_else(|| banner.into(), |it| format!("{banner}{it}: "));
    let parts: Vec<_> = [
        (Verdict::Better, "pays", "pay"),
        (Verdict::Equivalent, "changes nothing", "change nothing"),
        (Verdict::Worse, "costs time", "cost time"),
        (Verdict::Inconclusive, "is undecided", "are undecided"),
    ]
    .into_iter()
    .filter(|&(verdict, ..)| count(verdict) > 0)
    .map(|(verdict, one, many)| {
        format!("{} {}", count(verdict), if count(verdict) == 1 { one } else { many })
    })
    .collect();
    if parts.is_empty() {
        return format!("{banner}Hotpair: no headline case was timed");
    }
    format!(
        "{banner}Hotpair: of {}, {}",
        plural(verdicts.len(), "patch", "patches"),
        parts.join(", ")
    )
}

fn counts(run: &Run) -> String {
    let rows = summary::judged(run);
    let of = |witness| {
        summary::tally(rows.iter().copied().filter(|row| row.comparison.witness == witness))
    };
    let mut parts = Vec::new();
    for (witness, name) in [
        (Witness::CpuTime, "CPU time"),
        (Witness::Instructions, "instructions"),
        (Witness::AllocatedBytes, "bytes"),
    ] {
        let tally = of(witness);
        if tally.total() > 0 {
            parts.push(format!("**{name}** {}", in_words(tally)));
        }
    }
    if !run.claims.is_empty() {
        let held = summary::claims_with(run, ClaimStatus::Reproduced);
        parts.push(format!("{held} of {} hold", plural(run.claims.len(), "claim", "claims")));
    }
    if let Some(base) = run.base.as_ref().filter(|base| !base.rows.is_empty()) {
        let name = code(&base.revision);
        parts.push(format!("**against {name}** {}", revisions::sentence(base)));
    }
    let (_, dependent) = summary::layouts(run);
    if !dependent.is_empty() {
        let rows = plural(dependent.len(), "row is", "rows are");
        parts.push(format!("{rows} **{}**", format::LAYOUT_DEPENDENT));
    }
    let failed = summary::failed_self_tests(run);
    if !failed.is_empty() {
        let names: Vec<_> = failed.iter().take(3).map(|test| code(&test.name)).collect();
        parts.push(format!(
            "**{} failed**: {}",
            plural(failed.len(), "self-test", "self-tests"),
            names.join(", ")
        ));
    }
    if parts.is_empty() { "Nothing was compared.".into() } else { parts.join(" · ") }
}

fn in_words(tally: Tally) -> String {
    let parts = Verdict::ALL.iter().filter(|&&verdict| tally.of(verdict) > 0);
    let parts: Vec<_> = parts.map(|&verdict| format!("{} {verdict}", tally.of(verdict))).collect();
    parts.join(", ")
}

fn path_line(run: &Run, path: &str) -> String {
    let title = summary::story(run, path).map_or(path, |story| story.title.as_str());
    let case = summary::headline(run, path);
    let verdict = case.and_then(subject_time).map_or_else(
        || "not timed".to_owned(),
        |row| format!("{} {}", shape(row.comparison.verdict), row.comparison.verdict),
    );
    let cell = |witness| {
        let row = case.and_then(|case| summary::row(case, summary::subject(case)?, witness));
        row.map_or_else(|| "\u{2013}".into(), |row| change(&row))
    };
    format!(
        "| {} | {verdict} | {} | {} | {} |",
        escaped(title, NAME),
        cell(Witness::CpuTime),
        cell(Witness::Instructions),
        cell(Witness::AllocatedBytes)
    )
}

fn subject_time(case: &CaseRecord) -> Option<Row<'_>> {
    summary::row(case, summary::subject(case)?, Witness::CpuTime)
}

/// Worse before undecided before equivalent before better; what was not timed comes last.
fn rank(row: Option<Row<'_>>) -> u8 {
    match row.map(|row| row.comparison.verdict) {
        Some(Verdict::Worse) => 0,
        Some(Verdict::Inconclusive) => 1,
        Some(Verdict::Equivalent) => 2,
        Some(Verdict::Better) => 3,
        None => 4,
    }
}

/// What changed since the base, the worst first.
fn base(text: &mut String, run: &Run) {
    let Some(base) = &run.base else { return };
    let judged = revisions::judged(base);
    let telling: Vec<_> = revisions::telling(&judged).collect();
    if telling.is_empty() {
        return;
    }
    line(text, &format!("\n#### Against {}\n", code(&base.revision)));
    line(text, "Ratios are base / this revision: below 1 is a regression.\n");
    line(text, "| case | contender | witness | base / this | verdict |");
    line(text, "|---|---|---|--:|---|");
    for it in telling.iter().take(CHANGES) {
        let ratio = it.ratio.map_or_else(|| "\u{2013}".into(), format::ratio).replace('<', "&lt;");
        let doubt = if it.suspected { ": suspected, not confirmed" } else { "" };
        let detail = it.detail.replace('<', "&lt;");
        line(
            text,
            &format!(
                "| {} | {} | {} | {ratio} ({detail}) | {} {}{doubt} |",
                code(&it.row.case),
                code(&it.row.contender),
                format::witness(it.witness),
                shape(it.verdict),
                it.verdict
            ),
        );
    }
    if telling.len() > CHANGES {
        line(text, &format!("\n{} more on the page.", telling.len() - CHANGES));
    }
}

/// Every row of the patch and of what lies beyond it, the worst first, as many as there is room for.
fn rows(text: &mut String, run: &Run) {
    let mut rows = summary::judged(run);
    summary::worst_first(&mut rows);
    if rows.is_empty() {
        return;
    }
    line(text, "\n#### Rows, the worst first\n");
    line(text, "Ratios are before / after: above 1 is better.\n");
    let (seen, folded) = rows.split_at(rows.len().min(IN_VIEW));
    let mut left = table(text, seen);
    if left == 0 && !folded.is_empty() {
        line(
            text,
            &format!(
                "\n<details><summary>{}</summary>\n",
                plural(folded.len(), "more row", "more rows")
            ),
        );
        left = table(text, folded);
        line(text, "\n</details>");
    } else {
        left += folded.len();
    }
    if left > 0 {
        line(
            text,
            &format!("\n{} left out here; the page has all.", plural(left, "row is", "rows are")),
        );
    }
}

/// Writes rows while there is room and says how many did not fit.
fn table(text: &mut String, rows: &[Row<'_>]) -> usize {
    line(text, "| case | contender | witness | before | after | before / after | verdict |");
    line(text, "|---|---|---|--:|--:|--:|---|");
    for (at, row) in rows.iter().enumerate() {
        let row = row_line(row);
        if text.len() + row.len() > MOST_BYTES - BELOW {
            return rows.len() - at;
        }
        line(text, &row);
    }
    0
}

fn row_line(row: &Row<'_>) -> String {
    let figure = |value: Option<&measure::record::Measurement>| {
        value.map_or_else(|| "\u{2013}".into(), measurement)
    };
    format!(
        "| {} | {} | {} | {} | {} | {} | {} |",
        code(&row.case.id),
        code(&row.contender.name),
        format::witness(row.comparison.witness),
        figure(row.reference_value()),
        figure(row.contender_value()),
        change(row),
        judged(row.comparison)
    )
}

fn change(row: &Row<'_>) -> String {
    let bounds = row.comparison.low.zip(row.comparison.high);
    let bounds = bounds.map(|(low, high)| format!(" ({})", interval(low, high)));
    // `<0.01` is the one figure with a character that is markup.
    format!("{}{}", row.change(), bounds.unwrap_or_default()).replace('<', "&lt;")
}

fn judged(comparison: &Comparison) -> String {
    let cause = comparison.cause.map(|cause| format!(": {}", cause.name().replace('_', " ")));
    let layouts = comparison.layouts.as_ref().map(|layouts| {
        let label = if layouts.dependent { format::LAYOUT_DEPENDENT } else { "stays" };
        format!("<br>{label}: {}", format::over_layouts(layouts))
    });
    let [cause, layouts] = [cause, layouts].map(Option::unwrap_or_default);
    format!("{} {}{cause}{layouts}", shape(comparison.verdict), comparison.verdict)
}

/// The claims that do not hold; those that do are counted in the head.
fn claims(text: &mut String, run: &Run) {
    let mut open: Vec<_> =
        run.claims.iter().filter(|claim| claim.status != ClaimStatus::Reproduced).collect();
    if open.is_empty() {
        return;
    }
    open.sort_by_key(|claim| std::cmp::Reverse(claim.status == ClaimStatus::NotReproduced));
    line(
        text,
        &format!(
            "\n<details><summary>{} not hold as published</summary>\n",
            plural(open.len(), "claim does", "claims do")
        ),
    );
    line(text, "| claim | status | published | here | reason |");
    line(text, "|---|---|---|---|---|");
    let end = text.len() + BELOW / 2;
    for (at, claim) in open.iter().enumerate() {
        if text.len() > end {
            line(
                text,
                &format!("\n{} left out here.", plural(open.len() - at, "claim is", "claims are")),
            );
            break;
        }
        line(
            text,
            &format!(
                "| {} | {} | {} | {} | {} |",
                code(&claim.id),
                status(claim.status),
                escaped(&claim.published, NAME),
                escaped(&claim.measured, NAME),
                escaped(&summary::claim_reason(run, claim), REASON)
            ),
        );
    }
    line(text, "\n</details>");
}

fn machine(text: &mut String, run: &Run) {
    let environment = &run.environment;
    let mut parts = vec![
        escaped(&environment.cpu_model, NAME),
        plural(environment.cores, "core", "cores"),
        escaped(&environment.rustc, NAME),
        format!("{} of pairs quiet", percent(run.instrument.quiet_share)),
    ];
    if !run.shards.is_empty() {
        parts.push(format!("joined from {}", plural(run.shards.len(), "shard", "shards")));
    }
    let missing = run.plan.missing.iter().take(Witness::ALL.len());
    parts.extend(missing.map(|missing| {
        format!(
            "{} not measured: {}",
            format::witness(missing.witness),
            escaped(&missing.reason, TEXT)
        )
    }));
    if let Some(commit) = &environment.commit {
        let changed =
            if environment.dirty == Some(true) { ", with uncommitted changes" } else { "" };
        parts.push(format!(
            "commit {}{changed}",
            code(&commit.chars().take(10).collect::<String>())
        ));
    }
    line(text, &format!("\n<sub>{}</sub>", parts.join(" · ")));
}

fn line(text: &mut String, content: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{content}");
}

#[cfg(test)]
mod tests;
