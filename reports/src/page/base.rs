//! This revision beside another one of the same package.

use maud::{Markup, html};
use measure::record::{Base, Run};

use super::{case_link, name, scrolling, verdict};
use crate::format::{self, plural};
use crate::revisions::{self, Judged};

/// The section; nothing without `--base`.
pub(super) fn section(run: &Run) -> Markup {
    let Some(base) = &run.base else { return html! {} };
    let judged = revisions::judged(base);
    let telling: Vec<_> = revisions::telling(&judged).collect();
    let others: Vec<_> =
        judged.iter().filter(|it| !telling.iter().any(|one| std::ptr::eq(*one, *it))).collect();
    html! {
        section #base {
            h2 { "Against " code { (name(&base.revision)) } }
            p.lead {
                "This revision beside commit " code { (revisions::short(&base.commit)) }
                ", both in one process: " (revisions::sentence(base)) ". "
                "Ratios are base / this revision: below 1 is a regression. A change of time is only called one when a \
                 second measurement, with new seeds and the code in another order, finds it again."
            }
            @if telling.is_empty() {
                p { "Nothing got worse, and nothing got better." }
            } @else {
                (table(run, "Changes", &telling))
            }
            @if !others.is_empty() {
                details {
                    summary { (plural(others.len(), "figure", "figures")) " without a change" }
                    (table(run, "Without a change", &others))
                }
            }
            (lists(base))
        }
    }
}

fn lists(base: &Base) -> Markup {
    let lists = [
        ("Only in this revision", &base.added),
        ("Only in the base", &base.removed),
        ("With another workload", &base.changed),
        ("Not compared", &base.missing),
    ];
    html! {
        @for (title, names) in lists.into_iter().filter(|(_, names)| !names.is_empty()) {
            details {
                summary { (title) ": " (names.len()) }
                ul { @for one in names { li { (name(one)) } } }
            }
        }
    }
}

fn table(run: &Run, label: &str, rows: &[&Judged<'_>]) -> Markup {
    scrolling(
        label,
        &html! {
            table {
                caption.quiet { (label) }
                thead {
                    tr {
                        th scope="col" { "Case" }
                        th.number scope="col" { "Base / this" }
                        th scope="col" { "Verdict" }
                        th scope="col" { "Contender" }
                        th scope="col" { "Witness" }
                    }
                }
                tbody {
                    @for it in rows {
                        tr {
                            th scope="row" { (case_link(run, &it.row.case)) }
                            td.number {
                                b { @if let Some(ratio) = it.ratio { (format::ratio(ratio)) } @else { "\u{2013}" } }
                                br; small { (it.detail) }
                            }
                            td { (verdict(it.verdict)) @if it.suspected { br; small { "suspected, not confirmed" } } }
                            td.name { (name(&it.row.contender)) }
                            td { (format::witness(it.witness)) }
                        }
                    }
                }
            }
        },
    )
}
