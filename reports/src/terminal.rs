//! The verdict table that `run` prints: plain text of at most 100 columns, the losses once more at its end, where a
//! terminal stops.

use std::fmt::Write as _;

use measure::record::{ClaimStatus, Role, Run, Verdict, Witness};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::format::{self, interval, measurement, percent, plural, shape, visible};
use crate::revisions;
use crate::summary::{self, Row};

/// Widths of the columns: case, contender, its time, ratio, interval, verdict, bytes.
const WIDTHS: [usize; 7] = [30, 12, 8, 7, 14, 12, 11];
/// So many losses stand below the table.
const LOSSES: usize = 10;

/// The table without colour, at most 100 columns wide.
pub fn verdicts(run: &Run) -> String {
    table(run, false)
}

/// The same table with the verdicts coloured by ANSI sequences.
pub fn verdicts_in_colour(run: &Run) -> String {
    table(run, true)
}

fn table(run: &Run, colour: bool) -> String {
    let mut text = String::new();
    if !run.complete {
        line(&mut text, "INCOMPLETE RUN: it was stopped before its end\n");
    }
    if let Some(shard) = summary::shard(run) {
        line(&mut text, &format!("{shard}: the other cases are in the other shards\n"));
    }
    for path in summary::hot_paths(run) {
        let rows: Vec<_> = summary::cases_of(run, path)
            .flat_map(summary::rows_of)
            .filter(|row| row.comparison.witness == Witness::CpuTime || lone(row))
            .filter(|row| row.contender.role != Role::Control)
            .collect();
        if rows.is_empty() {
            continue;
        }
        line(&mut text, &heading(path));
        for row in rows {
            line(&mut text, &row_line(&row, colour));
        }
        line(&mut text, "");
    }
    losses(&mut text, run, colour);
    layouts(&mut text, run);
    base(&mut text, run);
    counts(&mut text, run);
    text
}

/// What changed since the base, the worst first.
fn base(text: &mut String, run: &Run) {
    let Some(base) = &run.base else { return };
    let judged = revisions::judged(base);
    if judged.is_empty() {
        return;
    }
    for it in revisions::telling(&judged).take(LOSSES) {
        let ratio = it.ratio.map(format::ratio).unwrap_or_default();
        let (case, contender) = (visible(&it.row.case), visible(&it.row.contender));
        let witness = format::witness(it.witness);
        let doubt = if it.suspected { ", suspected and not confirmed" } else { "" };
        line(text, &format!("{} {} {case}: {contender}", shape(it.verdict), it.verdict));
        line(text, &format!("    {witness} {ratio} ({}){doubt}", it.detail));
    }
    let name = visible(&base.revision);
    line(text, &format!("against {name}: {}\n", revisions::sentence(base)));
}

/// A comparison of bytes stands for its contender where its time was not compared.
fn lone(row: &Row<'_>) -> bool {
    row.comparison.witness == Witness::AllocatedBytes
        && summary::row(row.case, row.contender, Witness::CpuTime).is_none()
}

fn heading(path: &str) -> String {
    let names = [&*visible(path), "contender", "CPU time", "ratio", "interval", "verdict", "bytes"];
    columns(&names.map(str::to_owned), None)
}

fn row_line(row: &Row<'_>, colour: bool) -> String {
    let time = summary::row(row.case, row.contender, Witness::CpuTime);
    let bytes = summary::row(row.case, row.contender, Witness::AllocatedBytes);
    let value = row.contender.witnesses.get(&Witness::CpuTime);
    let bounds = time.and_then(|time| time.comparison.low.zip(time.comparison.high));
    let short = row.case.id.strip_prefix(&row.case.hot_path).unwrap_or(&row.case.id);
    let verdict = time.map(|time| time.comparison.verdict);
    columns(
        &[
            format!("  {}", visible(short.trim_start_matches('/'))),
            visible(&row.contender.name).into_owned(),
            value.map(measurement).unwrap_or_default(),
            time.map(|time| time.change()).unwrap_or_default(),
            bounds.map(|(low, high)| interval(low, high)).unwrap_or_default(),
            verdict.map_or_else(|| "not timed".into(), |verdict| verdict.to_string()),
            bytes.map(|bytes| in_short(bytes.change())).unwrap_or_default(),
        ],
        verdict.filter(|_| colour),
    )
}

/// `20,112 B to 0 B` would lose its middle in a narrow column, so it loses its beginning.
fn in_short(change: String) -> String {
    match change.split_once(" to ") {
        Some((_, to)) if change.width() > WIDTHS[6] => format!("to {to}"),
        _ => change,
    }
}

/// Joins cells, each cut or padded to its width; figures stand at the right of theirs.
fn columns(cells: &[String; 7], verdict: Option<Verdict>) -> String {
    let mut text = String::new();
    for (at, (cell, width)) in cells.iter().zip(WIDTHS).enumerate() {
        let cell = fitted(cell, width);
        let padding = " ".repeat(width - cell.width());
        let cell = if matches!(at, 2 | 3 | 4 | 6) { padding + &cell } else { cell + &padding };
        match verdict.filter(|_| at == 5) {
            Some(verdict) => text.push_str(&coloured(&cell, verdict)),
            None => text.push_str(&cell),
        }
        text.push(' ');
    }
    text.trim_end().to_owned()
}

fn coloured(cell: &str, verdict: Verdict) -> String {
    let code = match verdict {
        Verdict::Better => "32",
        Verdict::Worse => "31",
        Verdict::Inconclusive => "33",
        Verdict::Equivalent => "0",
    };
    format!("\u{1b}[{code}m{cell}\u{1b}[0m")
}

/// A text of at most `width` columns; a longer one keeps both its ends.
fn fitted(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let take = |characters: &mut dyn Iterator<Item = char>, room: usize| {
        let mut used = 0;
        let fits = |c: &char| {
            used += c.width().unwrap_or(0);
            used <= room
        };
        characters.take_while(fits).collect::<Vec<char>>()
    };
    let tail_room = width / 2;
    let head = take(&mut text.chars(), width - tail_room - 1);
    let tail = take(&mut text.chars().rev(), tail_room);
    head.into_iter().chain(['\u{2026}']).chain(tail.into_iter().rev()).collect()
}

fn losses(text: &mut String, run: &Run, colour: bool) {
    let mut rows = summary::judged(run);
    rows.retain(|row| row.comparison.verdict == Verdict::Worse);
    summary::worst_first(&mut rows);
    if rows.is_empty() {
        return;
    }
    line(
        text,
        &format!(
            "{} than before, the worst first:",
            plural(rows.len(), "row is worse", "rows are worse")
        ),
    );
    for row in rows.iter().take(LOSSES) {
        let mark = shape(Verdict::Worse);
        let mark = if colour { coloured(mark, Verdict::Worse) } else { mark.into() };
        let name = fitted(&visible(&row.case.id), 50);
        let contender = fitted(&visible(&row.contender.name), 12);
        let what = format::witness(row.comparison.witness);
        line(text, &format!("  {mark} {name} {contender} {what} {}", row.change()));
    }
    if rows.len() > LOSSES {
        line(text, &format!("  and {} more", rows.len() - LOSSES));
    }
    line(text, "");
}

/// Rows whose verdict depends on where the linker puts the code.
fn layouts(text: &mut String, run: &Run) {
    let (timed, mut rows) = summary::layouts(run);
    if rows.is_empty() {
        return;
    }
    summary::worst_first(&mut rows);
    let timed = plural(timed, "row", "rows");
    line(text, &format!("{} of {timed} {}:", rows.len(), format::LAYOUT_DEPENDENT));
    for row in rows.iter().take(LOSSES) {
        let name = fitted(&visible(&row.case.id), 50);
        let contender = fitted(&visible(&row.contender.name), 12);
        let range = row.comparison.layouts.as_ref().map(format::over_layouts);
        line(text, &format!("  {name} {contender} {}", range.unwrap_or_default()));
    }
    if rows.len() > LOSSES {
        line(text, &format!("  and {} more", rows.len() - LOSSES));
    }
    line(text, "");
}

fn counts(text: &mut String, run: &Run) {
    let rows = summary::judged(run);
    for (witness, name) in [
        (Witness::CpuTime, "CPU time"),
        (Witness::Instructions, "instructions"),
        (Witness::AllocatedBytes, "bytes"),
    ] {
        let of = rows.iter().copied().filter(|row| row.comparison.witness == witness);
        let tally = summary::tally(of);
        if let Some(missing) = run.plan.missing.iter().find(|missing| missing.witness == witness) {
            line(
                text,
                &format!("{name:<13} not measured: {}", fitted(&visible(&missing.reason), 70)),
            );
        } else if tally.total() > 0 {
            line(
                text,
                &format!(
                    "{name:<13} {} better, {} worse, {} equivalent, {} inconclusive",
                    tally.better, tally.worse, tally.equivalent, tally.inconclusive
                ),
            );
        }
    }
    if let (timed @ 1.., dependent) = summary::layouts(run) {
        let rows = plural(timed, "row", "rows");
        let layouts = run.plan.layouts;
        line(
            text,
            &format!(
                "layouts       {layouts} relinks, {} of {rows} depend on them",
                dependent.len()
            ),
        );
    }
    if !run.claims.is_empty() {
        let held = summary::claims_with(run, ClaimStatus::Reproduced);
        line(text, &format!("claims        {held} of {} hold", run.claims.len()));
    }
    let failed = summary::failed_self_tests(run);
    let names: Vec<_> = failed.iter().map(|test| visible(&test.name).into_owned()).collect();
    let tests = if failed.is_empty() {
        format!("{} passed", plural(run.instrument.self_tests.len(), "self-test", "self-tests"))
    } else {
        fitted(&format!("FAILED self-tests: {}", names.join(", ")), 60)
    };
    line(
        text,
        &format!("instrument    {tests}, {} of pairs quiet", percent(run.instrument.quiet_share)),
    );
}

fn line(text: &mut String, content: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{content}");
}

#[cfg(test)]
mod tests;
