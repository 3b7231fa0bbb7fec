//! The answer: one card per hot path.

use maud::{Markup, html};
use measure::record::{CaseRecord, Cause, ClaimStatus, Measurement, Role, Run, Verdict, Witness};

use super::{case_link, figure, name, title, verdict};
use crate::format::{self, interval, plural, visible};
use crate::summary::{self, Row};

/// All cards, and below them how many claims hold.
pub(super) fn cards(run: &Run) -> Markup {
    let paths = summary::hot_paths(run);
    html! {
        section.cards aria-label="Verdicts" {
            @if paths.is_empty() { p { "This run holds no cases." } }
            @for (at, path) in paths.iter().enumerate() { (card(run, path, at)) }
        }
        @if !run.claims.is_empty() {
            p.claims-line { (claims_line(run)) }
        }
    }
}

fn claims_line(run: &Run) -> Markup {
    let count = |status| summary::claims_with(run, status);
    let rest = [
        (ClaimStatus::SameDirection, "in the right direction but of another size"),
        (ClaimStatus::NotReproduced, "not reproduced"),
        (ClaimStatus::NotTestable, "not testable here"),
    ];
    html! {
        a href="#claims" {
            strong { (count(ClaimStatus::Reproduced)) " of " (plural(run.claims.len(), "claim", "claims")) " hold" }
        }
        @for (status, words) in rest {
            @if count(status) > 0 { "; " (count(status)) " " (words) }
        }
        "."
    }
}

fn card(run: &Run, path: &str, at: usize) -> Markup {
    let story = summary::story(run, path);
    let case = summary::headline(run, path);
    let time = case.and_then(|case| subject_row(case, Witness::CpuTime));
    let class = time.map_or("unmeasured", |row| row.comparison.verdict.name());
    html! {
        article class={ "card " (class) } aria-labelledby={ "card-" (at) } {
            header {
                h2 id={ "card-" (at) } { a href={ "#path-" (at) } { (title(run, path)) } }
                @if let Some(story) = story { p.ticket { (visible(&story.ticket)) } }
            }
            p.sentence {
                @if let Some(row) = time { (verdict(row.comparison.verdict)) " " }
                (sentence(case))
            }
            @if let Some(case) = case {
                (ratios(run, case))
                @if let Some(story) = story { (beside(run, case, &story.published, &story.java_elsewhere)) }
                p.on { "on " (case_link(run, &case.id)) }
            }
            (worst(run, path))
        }
    }
}

fn subject_row(case: &CaseRecord, witness: Witness) -> Option<Row<'_>> {
    summary::row(case, summary::subject(case)?, witness)
}

/// The verdict of the headline case, in one sentence.
pub(super) fn sentence(case: Option<&CaseRecord>) -> String {
    let Some(case) = case else { return "Nothing was measured on this hot path.".into() };
    let Some(subject) = summary::subject(case) else {
        return "One contender only: nothing to compare it with.".into();
    };
    let who = match subject.role {
        Role::Optimized => "The patch".to_owned(),
        _ => visible(&subject.name).into_owned(),
    };
    let time = summary::row(case, subject, Witness::CpuTime);
    let bytes = summary::row(case, subject, Witness::AllocatedBytes);
    match (time, bytes) {
        (Some(time), Some(bytes)) => {
            let joint = if agree(time, bytes) { "and" } else { "but" };
            format!("{} {joint} {}.", of_time(&who, time), of_bytes(bytes))
        }
        (Some(time), None) => format!("{}.", of_time(&who, time)),
        (None, Some(bytes)) => format!("{who} was not timed; it {}.", of_bytes(bytes)),
        (None, None) => format!("{who} was not measured."),
    }
}

fn of_time(who: &str, row: Row<'_>) -> String {
    let change = row.change();
    match (row.comparison.verdict, row.comparison.cause) {
        (Verdict::Better, _) => format!("{who} pays: it runs {change} as fast"),
        (Verdict::Worse, _) => format!("{who} costs time: it runs {change} as fast"),
        (Verdict::Equivalent, _) => {
            let margin = row.comparison.margin.map(format::percent);
            let within = margin.map(|margin| format!(" within {margin}")).unwrap_or_default();
            format!("{who} leaves the time as it was{within}")
        }
        (Verdict::Inconclusive, Some(Cause::Instrument)) => {
            format!("{who} cannot be judged by time here")
        }
        (Verdict::Inconclusive, _) => format!("{who} is not decided by time"),
    }
}

fn of_bytes(row: Row<'_>) -> String {
    let values = row.reference_value().zip(row.contender_value());
    let from_to = values.map_or_else(
        || row.change(),
        |(from, to)| format!("{} to {}", unbroken(from), unbroken(to)),
    );
    match row.comparison.verdict {
        Verdict::Better => format!("allocates less, {from_to}"),
        Verdict::Worse => format!("allocates more, {from_to}"),
        Verdict::Equivalent if values.is_some_and(|(_, to)| to.value == 0.0) => {
            "allocates nothing, as before".into()
        }
        Verdict::Equivalent => "allocates as much as before".into(),
        Verdict::Inconclusive => "may allocate another amount".into(),
    }
}

/// A figure whose unit stays on its line.
fn unbroken(measurement: &Measurement) -> String {
    format::measurement(measurement).replace(' ', "\u{a0}")
}

fn agree(time: Row<'_>, bytes: Row<'_>) -> bool {
    let good = |row: Row<'_>| matches!(row.comparison.verdict, Verdict::Better);
    let same = |row: Row<'_>| matches!(row.comparison.verdict, Verdict::Equivalent);
    good(time) == good(bytes) || (good(time) && same(bytes))
}

fn ratios(run: &Run, case: &CaseRecord) -> Markup {
    let witnesses = [
        (Witness::CpuTime, "time"),
        (Witness::Instructions, "instructions"),
        (Witness::AllocatedBytes, "bytes"),
    ];
    html! {
        dl.ratios {
            @for (witness, name) in witnesses {
                div {
                    dt { (name) }
                    @if let Some(row) = subject_row(case, witness) {
                        dd {
                            b { (figure(&row)) }
                            @if let (Some(low), Some(high)) = (row.comparison.low, row.comparison.high) {
                                small { (interval(low, high)) }
                            }
                        }
                    } @else {
                        dd.absent { "not measured: " (visible(&summary::absence(run, case, witness))) }
                    }
                }
            }
        }
    }
}

/// What was published, what the original gave, what this port gives.
fn beside(run: &Run, case: &CaseRecord, published: &str, elsewhere: &str) -> Markup {
    let java = case.contenders.iter().find(|contender| {
        contender.role == Role::Java && summary::row(case, contender, Witness::CpuTime).is_some()
    });
    let java = java.and_then(|contender| summary::row(case, contender, Witness::CpuTime));
    let here = subject_row(case, Witness::CpuTime).map_or_else(
        || format!("not measured: {}", summary::absence(run, case, Witness::CpuTime)),
        |row| row.change(),
    );
    html! {
        p.beside {
            @if !published.is_empty() { "published " b { (visible(published)) } ", " }
            @if let Some(java) = java {
                "original Java on this machine " b { (java.change()) } ", "
            } @else if !elsewhere.is_empty() {
                "original Java elsewhere " b { (visible(elsewhere)) } ", "
            }
            "this port here " b { (visible(&here)) }
        }
    }
}

fn worst(run: &Run, path: &str) -> Markup {
    let mut rows: Vec<_> =
        summary::judged(run).into_iter().filter(|row| row.case.hot_path == path).collect();
    summary::worst_first(&mut rows);
    html! {
        @if let Some(row) = rows.first() {
            p.worst {
                span.label { "Worst row" } " "
                (verdict(row.comparison.verdict)) " "
                b { (figure(row)) } " " (format::witness(row.comparison.witness)) ", "
                (name(&row.contender.name)) " on " (case_link(run, &row.case.id))
            }
        }
    }
}
