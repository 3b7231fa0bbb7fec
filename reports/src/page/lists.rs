//! What a reader must not have to look for: the losses, and what stayed undecided.

use maud::{Markup, html};
use measure::record::{Role, Run, Verdict};

use super::{case_link, figure, name, scrolling, verdict};
use crate::format::{self, interval, plural};
use crate::summary::{self, Row};

/// More rows than these are folded.
const IN_VIEW: usize = 12;

/// Every row in which the patch, or what lies beyond it, is worse than the reference.
pub(super) fn losses(run: &Run) -> Markup {
    let mut rows = summary::judged(run);
    let compared = !rows.is_empty();
    rows.retain(|row| row.comparison.verdict == Verdict::Worse);
    summary::worst_first(&mut rows);
    html! {
        section #losses {
            h2 { "Where it loses" }
            @if !compared {
                p { "Nothing was compared." }
            } @else if rows.is_empty() {
                p { "No row of the patch, or of what lies beyond it, is worse than before." }
            } @else {
                p.lead {
                    (plural(rows.len(), "row is", "rows are")) " worse than before the patch, the worst first. "
                    "Ratios are before / after: below 1 is a loss."
                }
                (folded(&rows, |rows| loss_table(run, rows)))
            }
        }
    }
}

/// The inconclusive rows, with cause and what would decide them. A control is the instrument's own business.
pub(super) fn undecided(run: &Run) -> Markup {
    let open = |row: &Row<'_>| {
        row.comparison.verdict == Verdict::Inconclusive && row.contender.role != Role::Control
    };
    let mut rows: Vec<_> = summary::rows(run).filter(open).collect();
    summary::worst_first(&mut rows);
    html! {
        section #undecided {
            h2 { "What stayed undecided" }
            @if summary::rows(run).next().is_none() {
                p { "Nothing was compared." }
            } @else if rows.is_empty() {
                p { "Every comparison of this run came to a verdict." }
            } @else {
                p.lead {
                    (plural(rows.len(), "comparison", "comparisons"))
                    " could not be decided here. None of them counts as \"no change\"."
                }
                (folded(&rows, |rows| undecided_table(run, rows)))
            }
        }
    }
}

fn folded(rows: &[Row<'_>], table: impl Fn(&[Row<'_>]) -> Markup) -> Markup {
    let (seen, rest) = rows.split_at(rows.len().min(IN_VIEW));
    html! {
        (table(seen))
        @if !rest.is_empty() {
            details {
                summary { (plural(rest.len(), "more row", "more rows")) }
                (table(rest))
            }
        }
    }
}

fn loss_table(run: &Run, rows: &[Row<'_>]) -> Markup {
    scrolling(
        "Losses",
        &html! {
            table {
                caption.quiet { "Rows that are worse than the reference" }
                thead {
                    tr {
                        th scope="col" { "Case" }
                        th.number scope="col" { "Before / after" }
                        th scope="col" { "Contender" }
                        th scope="col" { "Witness" }
                        th.number scope="col" { "Before" }
                        th.number scope="col" { "After" }
                    }
                }
                tbody {
                    @for row in rows {
                        tr {
                            th scope="row" { (case_link(run, &row.case.id)) }
                            td.number { (ratio(row)) }
                            td.name { (name(&row.contender.name)) }
                            td { (format::witness(row.comparison.witness)) }
                            td.number { @if let Some(value) = row.reference_value() { (format::measurement(value)) } }
                            td.number { @if let Some(value) = row.contender_value() { (format::measurement(value)) } }
                        }
                    }
                }
            }
        },
    )
}

fn undecided_table(run: &Run, rows: &[Row<'_>]) -> Markup {
    scrolling(
        "Undecided comparisons",
        &html! {
            table {
                caption.quiet { "Comparisons without a verdict" }
                thead {
                    tr {
                        th scope="col" { "Case" }
                        th.number scope="col" { "Before / after" }
                        th scope="col" { "Contender" }
                        th scope="col" { "Cause" }
                        th scope="col" { "What would decide it" }
                    }
                }
                tbody {
                    @for row in rows {
                        tr {
                            th scope="row" { (case_link(run, &row.case.id)) }
                            td.number { (ratio(row)) }
                            td.name { (name(&row.contender.name)) br; small { (format::witness(row.comparison.witness)) } }
                            @if let Some(cause) = row.comparison.cause {
                                td.prose { (verdict(Verdict::Inconclusive)) " " b { (cause.name().replace('_', " ")) } br; (format::cause(cause)) }
                                td.prose { (format::remedy(cause)) }
                            }
                        }
                    }
                }
            }
        },
    )
}

fn ratio(row: &Row<'_>) -> Markup {
    html! {
        b { (figure(row)) }
        @if let (Some(low), Some(high)) = (row.comparison.low, row.comparison.high) {
            br; small { (interval(low, high)) }
        }
    }
}
