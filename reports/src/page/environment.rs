//! Where a run was measured and how well its instrument did: one line at the top, everything at the end.

use maud::{Markup, html};
use measure::record::{Environment, Instrument, JoinedShard, Run, Witness};

use super::scrolling;
use crate::format::{bytes, nanoseconds, percent, plural, ratio, seconds, visible};
use crate::summary::{self, failed_self_tests};

/// The line at the top: machine, compiler, and whether the instrument can be trusted.
pub(super) fn line(run: &Run) -> Markup {
    let environment = &run.environment;
    html! {
        p.line {
            span { (visible(&environment.cpu_model)) ", " (plural(environment.cores, "core", "cores")) }
            span { (visible(&compiler(&environment.rustc))) }
            span { (visible(run.started.split('T').next().unwrap_or_default())) }
            (health(run))
        }
    }
}

/// Name and version, without commit and date.
fn compiler(line: &str) -> String {
    line.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

fn health(run: &Run) -> Markup {
    let instrument = &run.instrument;
    let failed = failed_self_tests(run);
    html! {
        @if instrument.self_tests.is_empty() {
            span.bad { "\u{25bc} the instrument did not test itself" }
        } @else if failed.is_empty() {
            span.good { "\u{2713} " (plural(instrument.self_tests.len(), "self-test", "self-tests")) " passed" }
        } @else {
            span.bad role="alert" {
                "\u{25bc} " (plural(failed.len(), "self-test", "self-tests")) " failed: "
                @for (at, test) in failed.iter().enumerate() {
                    @if at > 0 { ", " }
                    (visible(&test.name))
                    @if !test.subject.is_empty() { " (" (visible(&test.subject)) ")" }
                }
            }
        }
        @if summary::rows(run).any(|row| row.comparison.witness == Witness::CpuTime) {
            span { (percent(instrument.quiet_share)) " of pairs quiet" }
            span { (cliff(instrument)) }
        } @else {
            span { "no time compared" }
        }
    }
}

/// A cliff of a few percent is none: the sampler's margins are of that size.
fn cliff(instrument: &Instrument) -> String {
    const NO_CLIFF: f64 = 1.2;
    if instrument.memcpy_cliff < NO_CLIFF {
        return "no memcpy cliff".into();
    }
    let raw = ratio(instrument.memcpy_cliff);
    format!("memcpy cliff {raw}, {} with tunables", ratio(instrument.memcpy_cliff_tuned))
}

/// The end of the page.
pub(super) fn section(run: &Run) -> Markup {
    html! {
        section #environment {
            h2 { "Environment and data" }
            (scrolling("Environment", &html! {
                table.facts {
                    caption.quiet { "Where it was measured" }
                    tbody {
                        @for (name, value) in facts(run) {
                            @if !value.is_empty() {
                                tr { th scope="row" { (name) } td { (visible(&value)) } }
                            }
                        }
                    }
                }
            }))
            h3 { "The instrument, measured by itself" }
            (instrument(&run.instrument))
            @if !run.shards.is_empty() { (shards(run)) }
            h3 { "The data" }
            p {
                "This page was made from one run file, " code { "run.json" } ", which stands beside it: every figure with all its "
                "digits, every unit with its seeds. " code.copy { "scripts/hotpair show CASE run.json" }
                " tells one case from it, " code.copy { "scripts/hotpair export --format csv run.json" }
                " gives it to other programs."
            }
            @for missing in &run.plan.missing {
                p.absent { "Not measured: " (missing.witness.name()) ". " (visible(&missing.reason)) }
            }
            p.quiet {
                (plural(run.cases.len(), "case", "cases")) " of the package's "
                (plural(run.plan.catalogue.len(), "case", "cases")) " were selected."
            }
        }
    }
}

fn facts(run: &Run) -> Vec<(&'static str, String)> {
    let Environment { cpu_model, cores, kernel, libc, allocator, rustc, target, .. } =
        &run.environment;
    let environment = &run.environment;
    let pairs = |entries: Vec<String>| entries.join(", ");
    let caches = environment.caches_bytes.iter();
    let crates = environment.crates.iter();
    let commit = environment.commit.as_ref().map_or_else(
        || "not in a repository".into(),
        |commit| match environment.dirty {
            Some(true) => format!("{commit}, with uncommitted changes"),
            _ => commit.clone(),
        },
    );
    vec![
        ("Processor", format!("{cpu_model}, {}", plural(*cores, "core", "cores"))),
        (
            "Caches",
            pairs(caches.map(|(name, size)| format!("{name} {}", bytes(*size as f64))).collect()),
        ),
        ("Kernel", kernel.clone()),
        ("C library", libc.clone()),
        ("Allocator", allocator.clone()),
        ("Compiler", format!("{rustc}, {target}")),
        ("Flags", environment.rustflags.clone()),
        ("Profile", environment.profile.clone()),
        ("Tunables", environment.tunables.clone()),
        ("Valgrind", environment.valgrind.clone().unwrap_or_else(|| "not installed".into())),
        ("Crates", pairs(crates.map(|(name, version)| format!("{name} {version}")).collect())),
        ("Commit", commit),
        (
            "Load",
            format!("{:.2} before, {:.2} after", environment.load_before, environment.load_after),
        ),
        ("Command", run.command.join(" ")),
        ("Layouts", layouts(run)),
        ("Seed", run.seed.to_string()),
        ("Started", run.started.clone()),
        ("Duration", seconds(run.duration_s)),
    ]
}

/// What relinks said, in a line; empty if there were none.
fn layouts(run: &Run) -> String {
    let (timed, dependent) = summary::layouts(run);
    if timed == 0 {
        return String::new();
    }
    let rows = plural(timed, "row", "rows");
    format!("{} relinks; of {rows}, {} layout-dependent", run.plan.layouts, dependent.len())
}

/// The parts of a joined run: of each figure above it is the worst of theirs that is shown.
fn shards(run: &Run) -> Markup {
    html! {
        h3 { "The shards" }
        (scrolling("Shards", &html! {
            table {
                caption.quiet { "The parts that this run was joined from" }
                thead { tr {
                    th scope="col" { "Shard" }
                    th.number scope="col" { "Cases" }
                    th.number scope="col" { "Took" }
                    th.number scope="col" { "Load" }
                    th.number scope="col" { "Quiet pairs" }
                    th.number scope="col" { "Widest margin" }
                    th.number scope="col" { "memcpy cliff" }
                    th scope="col" { "Self-tests" }
                    th.number scope="col" { "Seed" }
                } }
                tbody {
                    @for shard in &run.shards { (shard_line(shard)) }
                }
            }
        }))
    }
}

fn shard_line(shard: &JoinedShard) -> Markup {
    let JoinedShard { environment, instrument, .. } = shard;
    let margins = instrument.margins.values().map(|margin| margin.margin);
    let failed = instrument.self_tests.iter().filter(|test| !test.passed).count();
    html! {
        tr {
            th scope="row" { (shard.number) }
            td.number { (shard.cases.len()) }
            td.number { (seconds(shard.duration_s)) }
            td.number { (format!("{:.2} to {:.2}", environment.load_before, environment.load_after)) }
            td.number { (percent(instrument.quiet_share)) }
            td.number { (percent(margins.fold(0.0, f64::max))) }
            td.number { (ratio(instrument.memcpy_cliff)) }
            td {
                @if failed == 0 { span.good { "\u{2713} " (instrument.self_tests.len()) " passed" } }
                @else { strong.bad { "\u{25bc} " (failed) " of " (instrument.self_tests.len()) " failed" } }
            }
            td.number { (shard.seed) }
        }
    }
}

fn instrument(instrument: &Instrument) -> Markup {
    html! {
        p {
            "An empty batch takes " (nanoseconds(instrument.clock_overhead_ns)) " by the monotonic clock and "
            (nanoseconds(instrument.cpu_clock_overhead_ns)) " by the thread's CPU clock, which is subtracted. "
            (percent(instrument.quiet_share)) " of all pairs were quiet. At the worst distance between source and destination "
            "memcpy is " (ratio(instrument.memcpy_cliff)) " slower, with the tunables of the measured processes "
            (ratio(instrument.memcpy_cliff_tuned)) "."
        }
        @if !instrument.margins.is_empty() {
            p {
                "A verdict needs more than the margin of its hot path: "
                @for (at, (path, margin)) in instrument.margins.iter().enumerate() {
                    @if at > 0 { ", " }
                    (visible(path)) " " b { (percent(margin.margin)) }
                    @if let Some(control) = margin.control_ratio {
                        " (control off by " (percent((control - 1.0).abs())) ")"
                    }
                }
                "."
            }
        }
        @if !instrument.self_tests.is_empty() {
            (scrolling("Self-tests", &html! {
                table {
                    caption.quiet { "Tests that the instrument made of itself" }
                    thead { tr {
                        th scope="col" { "Test" }
                        th scope="col" { "On" }
                        th scope="col" { "Result" }
                        th scope="col" { "What was seen" }
                    } }
                    tbody {
                        @for test in &instrument.self_tests {
                            tr {
                                th scope="row" { (visible(&test.name)) }
                                td { (visible(&test.subject)) }
                                td { @if test.passed { span.good { "\u{2713} passed" } } @else { strong.bad { "\u{25bc} failed" } } }
                                td.prose { (visible(&test.detail)) }
                            }
                        }
                    }
                }
            }))
        }
    }
}
