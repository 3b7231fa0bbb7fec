//! The evidence for one hot path.

use maud::{Markup, html};
use measure::record::{CaseRecord, Run, Verdict, Witness};

use super::{anchor, cards, case_link, forest, growth, ladder, scrolling, story, table, title};
use crate::format::{self, grouped, percent, visible};
use crate::summary;

/// From here on a browser may put off the layout of a hot path until it is scrolled to; below, a picture of the whole
/// page would only have holes.
const MANY: usize = 200;

/// Everything about the hot path `path`, the `at`th of the page.
pub(super) fn section(run: &Run, path: &str, at: usize) -> Markup {
    let told = summary::story(run, path);
    let cases: Vec<_> = summary::cases_of(run, path).collect();
    html! {
        section class={ "path" @if cases.len() > MANY { " large" } } id={ "path-" (at) } {
            h2 { (title(run, path)) }
            p.lead {
                (cards::sentence(summary::headline(run, path)))
                @if let Some(told) = told { " Ticket: " (story::ticket(told)) "." }
            }
            @if let Some(told) = told {
                (story::analysis(&told.analysis))
                (story::patch(told))
            }
            h3 { "Ratios of CPU time" }
            (forest::plot(&cases, path, at))
            (worth(summary::headline(run, path)))
            @if let Some(case) = summary::headline(run, path) {
                (ladder::ladder(case, &anchor(run, &case.id)))
            }
            h3 { "All cases" }
            (table::cases(run, &cases))
            (growth::curves(run, path, at))
            (equivalence(run, path))
        }
    }
}

/// What the patch is worth to a program that spends a share of its time here: Amdahl's law.
fn worth(case: Option<&CaseRecord>) -> Markup {
    let row = case.and_then(|case| summary::row(case, summary::subject(case)?, Witness::CpuTime));
    let row = row.filter(|row| matches!(row.comparison.verdict, Verdict::Better | Verdict::Worse));
    let Some((row, ratio)) = row.and_then(|row| Some((row, row.comparison.ratio?))) else {
        return html! {};
    };
    html! {
        p.worth {
            "What " b { (format::ratio(ratio)) } " is worth to a whole program: "
            @for (at, share) in [0.05, 0.2, 0.5].into_iter().enumerate() {
                @if at > 0 { ", " }
                (percent(share).replace(' ', "\u{a0}")) " of its time here gives " b { (format::ratio(1.0 / (1.0 - share + share / ratio))) }
            }
            " over all." span.quiet { " Computed from " (visible(&row.case.workload)) ", not measured." }
        }
    }
}

fn equivalence(run: &Run, path: &str) -> Markup {
    let rows: Vec<_> = run.equivalence.iter().filter(|row| row.hot_path == path).collect();
    let answers = summary::cases_of(run, path).count();
    html! {
        h3 { "Do they do the same?" }
        p {
            "Before a case is measured, every contender's answer is compared with that of the reference: "
            (format::plural(answers, "case", "cases")) " here, each with the digest of its answer in the run file."
        }
        @if rows.is_empty() {
            p.quiet { "This run made no further comparison." }
        } @else {
            (scrolling("Equivalence evidence", &html! {
                table {
                    caption.quiet { "What was compared for equality" }
                    thead { tr {
                        th scope="col" { "Topic" }
                        th.number scope="col" { "Compared" }
                        th.number scope="col" { "Differences" }
                    } }
                    tbody {
                        @for row in rows {
                            tr {
                                th scope="row" { (visible(&row.topic)) }
                                td.number { (grouped(row.compared as f64)) }
                                td.number {
                                    @if row.differences == 0 { "none" }
                                    @else { strong.bad { (grouped(row.differences as f64)) } }
                                }
                            }
                        }
                    }
                }
            }))
        }
        @if let Some(case) = summary::headline(run, path) {
            p.quiet { "Headline case: " (case_link(run, &case.id)) }
        }
    }
}
