//! The ladder: everybody who does the headline case side by side, the slowest first, the physical bound last.

use maud::{Markup, html};
use measure::record::{CaseRecord, ContenderRecord, Role, Witness};

use super::{case_link_to, name, scrolling, verdict};
use crate::format::{self, ratio};
use crate::summary;

/// The ladder of a case. Nothing if fewer than three contenders were timed: two stand in the table.
pub(super) fn ladder(case: &CaseRecord, anchor: &str) -> Markup {
    let mut rungs: Vec<(&ContenderRecord, f64)> = case
        .contenders
        .iter()
        .filter(|contender| !matches!(contender.role, Role::Control | Role::Java))
        .filter_map(|contender| {
            Some((contender, contender.witnesses.get(&Witness::CpuTime)?.value))
        })
        .filter(|(_, time)| *time > 0.0)
        .collect();
    rungs.sort_by(|a, b| b.1.total_cmp(&a.1));
    let (Some(&(_, slowest)), Some(&(_, fastest))) = (rungs.first(), rungs.last()) else {
        return html! {};
    };
    html! {
        @if rungs.len() > 2 {
            h3 { "Side by side" }
            p.quiet { "Everybody who was timed on " (case_link_to(anchor, &case.id)) ", the slowest first. Bars are to scale." }
            (scrolling("Ladder", &html! {
                table.ladder {
                    caption.unseen { "CPU time of all contenders on the headline case" }
                    thead { tr {
                        th scope="col" { "Contender" }
                        th.number scope="col" { "CPU time" }
                        th scope="col" { "To scale" }
                        th.number scope="col" { "Against the fastest" }
                        th scope="col" { "Verdict against legacy" }
                    } }
                    tbody {
                        @for &(contender, time) in &rungs {
                            tr {
                                th scope="row" { (name(&contender.name)) br; small.role { (format::role(contender.role)) } }
                                td.number { (format::nanoseconds(time)) }
                                td aria-hidden="true" { (bar(time / slowest)) }
                                td.number { (ratio(time / fastest)) }
                                td {
                                    @match summary::row(case, contender, Witness::CpuTime) {
                                        Some(row) => (verdict(row.comparison.verdict)),
                                        None => small { "reference" },
                                    }
                                }
                            }
                        }
                    }
                }
            }))
        }
    }
}

fn bar(share: f64) -> Markup {
    // A bar that cannot be seen would look like a missing one.
    let width = (share * 200.0).max(1.0).round();
    html! { svg.bar viewBox="0 0 200 12" width="200" height="12" { rect width=(width) height="12" rx="2" {} } }
}
