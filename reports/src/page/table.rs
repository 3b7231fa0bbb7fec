//! The table of cases: per case and contender what each witness says, and the line that measures it again.

use maud::{Markup, html};
use measure::record::{CaseRecord, Comparison, ContenderRecord, Measurement, Origin, Run, Witness};

use super::{anchor, figure, name, scrolling, verdict};
use crate::format::{self, interval, percent, plural, ratio, reproduce, visible};
use crate::summary::{self, Row};

const COLUMNS: usize = 6;

/// All cases of a hot path.
pub(super) fn cases(run: &Run, cases: &[&CaseRecord]) -> Markup {
    html! {
        p.quiet {
            "Per operation. Ratios are reference / contender: above 1 is better. "
            "Time is the median over fresh preparations with its interval; counts are exact. "
            "A case unfolds into the line that measures it again and the ratio of every unit."
        }
        @for missing in &run.plan.missing {
            p.absent { (format::witness(missing.witness)) ": not measured. " (visible(&missing.reason)) }
        }
        @if cases.is_empty() {
            p { "No case of this hot path was selected." }
        } @else {
            (scrolling("Cases", &html! {
                table.cases {
                    caption.quiet { (plural(cases.len(), "case", "cases")) ", each with all its contenders" }
                    thead { tr {
                        th scope="col" { "Contender" }
                        th.number scope="col" { "CPU time" }
                        th.number scope="col" { "Time ratio, verdict" }
                        th.number scope="col" { "Instructions" }
                        th.number scope="col" { "Bytes" }
                        th.number scope="col" { "Blocks" }
                    } }
                    @for case in cases { (body(run, case)) }
                }
            }))
        }
    }
}

fn body(run: &Run, case: &CaseRecord) -> Markup {
    let worst = case
        .comparisons
        .iter()
        .filter(|comparison| comparison.witness == Witness::CpuTime)
        .filter_map(|comparison| comparison.ratio)
        .fold(f64::INFINITY, f64::min);
    html! {
        tbody id=(anchor(run, &case.id)) data-worst=[worst.is_finite().then_some(worst)] {
            tr.case { th colspan=(COLUMNS) scope="rowgroup" { (head(run, case)) } }
            @for contender in &case.contenders { (line(run, case, contender)) }
        }
    }
}

fn head(run: &Run, case: &CaseRecord) -> Markup {
    html! {
        details {
            summary {
                span.id { (name(&case.id)) }
                @for label in labels(case) { " " span.tag { (visible(&label)) } }
            }
            p { "Measure it again: " code.copy { (visible(&reproduce(&case.id))) } }
            p {
                a href={ "#" (anchor(run, &case.id)) } { "Link to this case" } ". "
                (format::grouped(case.operations as f64)) " operations per iteration, workload version " (case.workload_version) "."
            }
            @for row in summary::rows_of(case).filter(|row| has_details(row.comparison)) {
                p.units { (units(row)) }
            }
            (distributions(case))
        }
    }
}

fn has_details(comparison: &Comparison) -> bool {
    !comparison.units.is_empty() || comparison.layouts.is_some()
}

fn labels(case: &CaseRecord) -> Vec<String> {
    let mut labels = Vec::new();
    if case.headline {
        labels.push("headline".into());
    }
    match case.origin {
        Origin::Real => labels.push("real data".into()),
        Origin::Growth => labels.push("growth only".into()),
        Origin::Ticket => {}
    }
    if case.learnable {
        labels.push("learnable by the branch predictor".into());
    }
    labels.extend(case.labels.iter().cloned());
    labels
}

/// How a verdict on time came about, so that a reader can take it again.
fn units(row: Row<'_>) -> Markup {
    let comparison = row.comparison;
    let mut ratios: Vec<f64> = comparison.units.iter().map(|unit| unit.theta.exp()).collect();
    ratios.sort_by(f64::total_cmp);
    html! {
        b { (name(&row.contender.name)) } ": "
        (plural(ratios.len(), "unit", "units")) ", in order "
        @for (at, value) in ratios.iter().enumerate() { @if at > 0 { ", " } (ratio(*value)) }
        (how(comparison))
    }
}

/// What Criterion says, beside the pairs and not instead of them.
fn distributions(case: &CaseRecord) -> Markup {
    let measured = || case.contenders.iter().filter_map(|it| Some((it, it.criterion.as_ref()?)));
    html! {
        @if measured().next().is_some() {
            p.units {
                b { "Criterion" } ", one contender after the other and without a verdict: "
                @for (at, (contender, found)) in measured().enumerate() {
                    @if at > 0 { ", " }
                    (name(&contender.name)) " " (format::distribution(found))
                }
                "."
            }
        }
    }
}

fn how(comparison: &Comparison) -> Markup {
    html! {
        @if let Some(margin) = comparison.margin { "; margin " (percent(margin)) }
        @if let Some(confidence) = comparison.confidence { "; confidence " (percent(confidence)) }
        @if let Some(stop) = comparison.stop { "; stopped: " (stop.name()) }
        @if let Some(mode) = comparison.mode { "; pairs: " (mode.name()) }
        @if let Some(spread) = comparison.spread_between_units { "; spread between units " (percent(spread)) }
        @if comparison.differs_when_busy { "; " strong { "differs on a busy core" } }
        @if let Some(layouts) = &comparison.layouts {
            "; " (format::over_layouts(layouts))
            @if layouts.dependent { ", " strong { (format::LAYOUT_DEPENDENT) } }
        }
        "."
    }
}

fn line(run: &Run, case: &CaseRecord, contender: &ContenderRecord) -> Markup {
    html! {
        tr {
            th scope="row" {
                (name(&contender.name))
                br; small.role { (format::role(contender.role)) }
            }
            td.number {
                @match contender.witnesses.get(&Witness::CpuTime) {
                    Some(time) => (time_cell(time)),
                    None => (absent(run, case, Witness::CpuTime)),
                }
            }
            td.number {
                @if let Some(row) = summary::row(case, contender, Witness::CpuTime) { (verdict_cell(row)) }
                @else if is_reference(case, contender) { small { "reference" } }
                @else { "\u{2013}" }
            }
            @for witness in [Witness::Instructions, Witness::AllocatedBytes, Witness::AllocatedBlocks] {
                td.number { (count_cell(run, case, contender, witness)) }
            }
        }
    }
}

fn is_reference(case: &CaseRecord, contender: &ContenderRecord) -> bool {
    case.contenders.first().is_some_and(|first| first.name == contender.name)
}

fn time_cell(time: &Measurement) -> Markup {
    html! {
        (format::measurement(time))
        @if let (Some(low), Some(high)) = (time.low, time.high) {
            br; small { (format::in_unit(low, time.unit)) " to " (format::in_unit(high, time.unit)) }
        }
    }
}

fn verdict_cell(row: Row<'_>) -> Markup {
    html! {
        b { (figure(&row)) } " " (verdict(row.comparison.verdict))
        @if let (Some(low), Some(high)) = (row.comparison.low, row.comparison.high) {
            br; small { (interval(low, high)) }
        }
        @if let Some(cause) = row.comparison.cause { br; small { (cause.name().replace('_', " ")) } }
        @if row.comparison.layouts.as_ref().is_some_and(|layouts| layouts.dependent) {
            br; span.tag { (format::LAYOUT_DEPENDENT) }
        }
    }
}

fn count_cell(
    run: &Run,
    case: &CaseRecord,
    contender: &ContenderRecord,
    witness: Witness,
) -> Markup {
    let Some(measurement) = contender.witnesses.get(&witness) else {
        return absent(run, case, witness);
    };
    html! {
        span title=(exactly(measurement)) { (format::measurement(measurement)) }
        @if let Some(row) = summary::row(case, contender, witness) {
            br; span class={ "small verdict " (row.comparison.verdict.name()) } {
                span aria-hidden="true" { (format::shape(row.comparison.verdict)) } " "
                (figure(&row)) span.unseen { " " (row.comparison.verdict.name()) }
            }
        }
    }
}

/// The figure with all its digits, for the pointer that rests on it.
fn exactly(measurement: &Measurement) -> String {
    let value = match measurement.exact {
        Some((numerator, denominator)) => format!("exactly {numerator} / {denominator}"),
        None => format!("{}", measurement.value),
    };
    match measurement.branch_mispredictions {
        Some(missed) => {
            format!("{value}; {} mispredicted branches, simulated", format::count(missed))
        }
        None => value,
    }
}

fn absent(run: &Run, case: &CaseRecord, witness: Witness) -> Markup {
    let reason = summary::absence(run, case, witness);
    html! { span.absent title=(visible(&reason)) { "\u{2013}" span.unseen { " not measured" } } }
}
