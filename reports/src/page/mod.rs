//! The page: one HTML file that opens offline and works without scripts.
//!
//! The first screen is the answer; everything below it is evidence, folded where it is long. Markup is made by
//! `maud`, which escapes whatever stands in a run; names pass [`visible`] besides, so that nothing in them can turn
//! the text around. Each submodule is one part of the page, in the order in which they stand there.

mod axis;
mod base;
mod cards;
mod claims;
mod environment;
mod forest;
mod growth;
mod hot_path;
mod ladder;
mod lists;
mod story;
mod table;

use std::borrow::Cow;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use measure::record::{Run, Verdict};

use crate::format::{shape, visible};
use crate::summary::{self, Row, hot_paths};

/// No id of a package is longer than 60 characters.
const LONG_NAME: usize = 200;
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
/// Nothing is loaded from anywhere, whatever a run might say.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The whole page.
pub fn page(run: &Run) -> String {
    let date = run.started.split('T').next().unwrap_or_default();
    let document = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { "Does the patch pay? Hotpair, " (visible(date)) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#main" { "Skip to the verdicts" }
                (header(run))
                main #main {
                    (cards::cards(run))
                    (contents(run))
                    (base::section(run))
                    (lists::losses(run))
                    (claims::ledger(run))
                    (lists::undecided(run))
                    @for (at, path) in hot_paths(run).into_iter().enumerate() {
                        (hot_path::section(run, path, at))
                    }
                    (environment::section(run))
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    document.into_string()
}

/// The title of a hot path's story, else its name.
fn title<'a>(run: &'a Run, path: &'a str) -> Cow<'a, str> {
    visible(summary::story(run, path).map_or(path, |story| story.title.as_str()))
}

fn header(run: &Run) -> Markup {
    html! {
        header.top {
            p.brand { "Hotpair" }
            h1 { "Does the patch pay?" }
            (environment::line(run))
            @if let Some(shard) = summary::shard(run) {
                p.banner role="note" {
                    strong { "This is " (shard) " of a run." }
                    " Its other cases are in the other shards; growth and claims are judged over all of them."
                }
            }
            @if !run.complete {
                p.banner role="alert" {
                    strong { "This run was stopped before its end." }
                    " What is here was measured; what is missing was not. No gate will accept it."
                }
            }
        }
    }
}

fn contents(run: &Run) -> Markup {
    html! {
        nav.contents aria-label="On this page" {
            @if run.base.is_some() { a href="#base" { "Against the base" } }
            a href="#losses" { "Losses" }
            @if !run.claims.is_empty() { a href="#claims" { "Claims" } }
            a href="#undecided" { "Undecided" }
            @for (at, path) in hot_paths(run).into_iter().enumerate() {
                a href={ "#path-" (at) } { (title(run, path)) }
            }
            a href="#environment" { "Environment and data" }
        }
    }
}

/// A verdict by shape, word and colour.
fn verdict(verdict: Verdict) -> Markup {
    html! {
        span class={ "verdict " (verdict.name()) } {
            span aria-hidden="true" { (shape(verdict)) } " " (verdict.name())
        }
    }
}

/// The anchor of a case: its id where that is plain, else its number in the run.
fn anchor(run: &Run, id: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_/=.-".contains(c);
    if id.chars().all(plain) {
        return format!("case/{id}");
    }
    let number = run.cases.iter().position(|case| case.id == id).unwrap_or_default();
    format!("case-number-{number}")
}

/// A link to a case of this run, in breakable code.
fn case_link(run: &Run, id: &str) -> Markup {
    case_link_to(&anchor(run, id), id)
}

fn case_link_to(anchor: &str, id: &str) -> Markup {
    html! { a.case href={ "#" (anchor) } { (name(id)) } }
}

/// A name that may be broken behind its slashes; a very long one scrolls in a box of its own.
fn name(name: &str) -> Markup {
    let shown = visible(name);
    let parts = html! {
        @for (at, part) in shown.split('/').enumerate() {
            @if at > 0 { "/" wbr; }
            (part)
        }
    };
    html! {
        @if shown.len() > LONG_NAME { span.long tabindex="0" role="group" aria-label="Long name" { (parts) } }
        @else { (parts) }
    }
}

/// What a row came to, with every unit on the line of its number.
fn figure(row: &Row<'_>) -> String {
    let change = row.change();
    let values: Vec<_> = change.split(" to ").map(|value| value.replace(' ', "\u{a0}")).collect();
    values.join(" to ")
}

/// A box that scrolls when its content is wider than the screen, also by keyboard.
fn scrolling(label: &str, content: &Markup) -> Markup {
    html! { div.scroll tabindex="0" role="group" aria-label=(label) { (content) } }
}

#[cfg(test)]
mod tests;
