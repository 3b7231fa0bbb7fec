//! The claim ledger: every published figure and what became of it here.

use maud::{Markup, html};
use measure::record::{Claim, ClaimResult, ClaimStatus, Run};

use super::{case_link, scrolling};
use crate::format::{plural, status, visible};
use crate::summary;

/// The ledger, grouped by hot path, each group folded. Nothing if the run has no claims.
pub(super) fn ledger(run: &Run) -> Markup {
    let groups = groups(run);
    html! {
        @if !run.claims.is_empty() {
            section #claims {
                h2 { "Claim ledger" }
                p.lead { "Every published figure, and whether it holds here. A claim of no change is held to its interval, like any other." }
                @for (path, claims) in &groups {
                    details {
                        summary {
                            b { (visible(title(run, path))) } " "
                            (plural(claims.len(), "claim", "claims")) ": " (counts(claims))
                        }
                        (table(run, claims))
                    }
                }
            }
        }
    }
}

type Entry<'a> = (&'a ClaimResult, Option<&'a Claim>);

fn groups(run: &Run) -> Vec<(&str, Vec<Entry<'_>>)> {
    let mut groups: Vec<(&str, Vec<Entry<'_>>)> = Vec::new();
    for result in &run.claims {
        let claim = run.published.iter().find(|claim| claim.id == result.id);
        let path = claim.map_or("", |claim| claim.hot_path.as_str());
        match groups.iter_mut().find(|(known, _)| *known == path) {
            Some((_, entries)) => entries.push((result, claim)),
            None => groups.push((path, vec![(result, claim)])),
        }
    }
    groups
}

fn title<'a>(run: &'a Run, path: &'a str) -> &'a str {
    match summary::story(run, path) {
        Some(story) => &story.title,
        None if path.is_empty() => "Claims without a hot path",
        None => path,
    }
}

fn counts(claims: &[Entry<'_>]) -> String {
    let count = |wanted| claims.iter().filter(|(result, _)| result.status == wanted).count();
    let parts: Vec<_> = ClaimStatus::ALL
        .iter()
        .filter(|&&wanted| count(wanted) > 0)
        .map(|&wanted| format!("{} {}", count(wanted), status(wanted)))
        .collect();
    parts.join(", ")
}

fn table(run: &Run, claims: &[Entry<'_>]) -> Markup {
    scrolling(
        "Claims",
        &html! {
            table {
                caption.quiet { "Published figures and what became of them" }
                thead {
                    tr {
                        th scope="col" { "Claim" }
                        th scope="col" { "What was claimed" }
                        th scope="col" { "Published" }
                        th scope="col" { "Measured here" }
                        th scope="col" { "Status and reason" }
                    }
                }
                tbody {
                    @for (result, claim) in claims { (entry(run, result, *claim)) }
                }
            }
        },
    )
}

fn entry(run: &Run, result: &ClaimResult, claim: Option<&Claim>) -> Markup {
    let known = |id: &&String| run.cases.iter().any(|case| case.id == **id);
    html! {
        tr {
            th scope="row" { (visible(&result.id)) }
            td.prose {
                @if let Some(claim) = claim {
                    (visible(&claim.text))
                    @for id in claim.cases.iter().filter(known) { br; small { (case_link(run, id)) } }
                    @if !claim.java_elsewhere.is_empty() {
                        br; small { "original Java elsewhere: " (visible(&claim.java_elsewhere)) }
                    }
                    @if !claim.remark.is_empty() { br; small { (visible(&claim.remark)) } }
                }
            }
            td { (visible(&result.published)) }
            td { @if result.measured.is_empty() { "\u{2013}" } @else { (visible(&result.measured)) } }
            td.prose {
                span class={ "status " (result.status.name()) } {
                    span aria-hidden="true" { (mark(result.status)) } " " (status(result.status))
                }
                br; (visible(&result.reason))
            }
        }
    }
}

fn mark(status: ClaimStatus) -> &'static str {
    match status {
        ClaimStatus::Reproduced => "\u{2713}",
        ClaimStatus::SameDirection => "\u{2248}",
        ClaimStatus::NotReproduced => "\u{2717}",
        ClaimStatus::NotTestable => "\u{25cb}",
    }
}
