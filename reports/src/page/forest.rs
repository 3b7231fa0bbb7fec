//! The forest plot: every ratio of CPU time with its interval, on a log axis.

use maud::{Markup, html};
use measure::record::{CaseRecord, Role, Verdict, Witness};

use super::axis::LogAxis;
use super::scrolling;
use crate::format::{interval, plural, ratio, shape, shortened, visible};
use crate::summary::{self, Row};

/// More rows than these are left to the table: a plot that is taller than a screen compares nothing.
const MOST_ROWS: usize = 40;
const ROW: f64 = 24.0;
const PLOT: f64 = 430.0;
/// Room for a letter of a label; labels are shortened, so they end somewhere.
const LETTER: f64 = 7.6;
const FIGURES: f64 = 180.0;
const TOP: f64 = 34.0;

/// The plot of these cases.
pub(super) fn plot(cases: &[&CaseRecord], path: &str, at: usize) -> Markup {
    let rows = chosen(cases);
    let all = cases.iter().map(|case| drawn_of(case).count()).sum::<usize>();
    if rows.is_empty() {
        return html! { p { "This run holds no ratio of CPU time for this hot path." } };
    }
    html! {
        (legend())
        (scrolling("Plot of ratios", &svg(&rows, path, at)))
        @if rows.len() < all {
            p.quiet {
                "Shown: headline and real cases first, then the lowest ratios; " (rows.len()) " of "
                (plural(all, "ratio", "ratios")) ". All stand in the table below."
            }
        }
    }
}

fn legend() -> Markup {
    html! {
        p.legend {
            @for verdict in Verdict::ALL {
                span class={ "verdict " (verdict.name()) } { span aria-hidden="true" { (shape(*verdict)) } " " (verdict.name()) }
            }
            span.quiet { "Before / after: right of the line is better. The bar is the interval, the band the margin." }
        }
    }
}

fn drawn_of(case: &CaseRecord) -> impl Iterator<Item = Row<'_>> {
    summary::rows_of(case).filter(|row| {
        row.comparison.witness == Witness::CpuTime
            && row.comparison.ratio.is_some()
            && row.contender.role != Role::Control
    })
}

fn chosen<'a>(cases: &[&'a CaseRecord]) -> Vec<Row<'a>> {
    let mut rows: Vec<Row<'a>> = cases.iter().flat_map(|&case| drawn_of(case)).collect();
    if rows.len() > MOST_ROWS {
        let important =
            |row: &Row<'_>| row.case.headline || row.case.origin == measure::record::Origin::Real;
        summary::worst_first(&mut rows);
        rows.sort_by_key(|row| !important(row));
        rows.truncate(MOST_ROWS);
    }
    rows
}

fn svg(rows: &[Row<'_>], path: &str, at: usize) -> Markup {
    let height = TOP + rows.len() as f64 * ROW + 12.0;
    let bounds = rows.iter().flat_map(|row| {
        let ratio = row.comparison.ratio.unwrap_or(1.0);
        [row.comparison.low.unwrap_or(ratio), ratio, row.comparison.high.unwrap_or(ratio)]
    });
    let labels = rows.iter().map(label_letters).max().unwrap_or_default() as f64 * LETTER + 16.0;
    let width = labels + PLOT + FIGURES;
    let axis = LogAxis::around(bounds.chain([1.0]), 1.5, (labels, labels + PLOT));
    let margin = rows.iter().find_map(|row| row.comparison.margin);
    html! {
        svg.forest viewBox={ "0 0 " (tenth(width)) " " (height) } role="img"
            aria-labelledby={ "forest-title-" (at) " forest-desc-" (at) } {
            title id={ "forest-title-" (at) } { "Ratios of CPU time, " (visible(path)) }
            desc id={ "forest-desc-" (at) } { (description(rows)) }
            @if let Some(margin) = margin {
                @let (left, right) = (axis.at(1.0 / (1.0 + margin)), axis.at(1.0 + margin));
                rect.band x=(left) y=(TOP - 8.0) width=(tenth(right - left)) height=(height - TOP) {}
            }
            @for tick in axis.ticks(9) {
                @let x = axis.at(tick);
                line.grid x1=(x) x2=(x) y1=(TOP - 8.0) y2=(height - 8.0) {}
                text.tick x=(x) y=(TOP - 16.0) text-anchor="middle" { (ratio(tick)) }
            }
            line.unity x1=(axis.at(1.0)) x2=(axis.at(1.0)) y1=(TOP - 8.0) y2=(height - 8.0) {}
            @for (number, row) in rows.iter().enumerate() {
                (mark(row, &axis, labels, TOP + (number as f64 + 0.5) * ROW))
            }
        }
    }
}

fn mark(row: &Row<'_>, axis: &LogAxis, labels: f64, y: f64) -> Markup {
    let comparison = row.comparison;
    let value = comparison.ratio.unwrap_or(1.0);
    let x = axis.at(value);
    let (case, contender) = label(row);
    html! {
        g class={ "mark " (comparison.verdict.name()) } {
            title { (visible(&row.case.id)) ", " (visible(&row.contender.name)) ": " (sentence(row)) }
            text.label x=(tenth(labels - 16.0)) y=(y + 4.0) text-anchor="end" {
                (case) " " tspan.who { (contender) }
            }
            @if let (Some(low), Some(high)) = (comparison.low, comparison.high) {
                line.interval x1=(axis.at(low)) x2=(axis.at(high)) y1=(y) y2=(y) {}
            }
            path d=(outline(comparison.verdict, x, y)) {}
            text.figure x=(tenth(labels + PLOT + 16.0)) y=(y + 4.0) { (ratio(value)) " " (comparison.verdict.name()) }
        }
    }
}

/// Case without its hot path, and contender, both short enough for a label.
fn label(row: &Row<'_>) -> (String, String) {
    let short = row.case.id.strip_prefix(&row.case.hot_path).unwrap_or(&row.case.id);
    let case = visible(short.trim_start_matches('/')).into_owned();
    let contender = visible(&row.contender.name).into_owned();
    (shortened(&case, 42).into_owned(), shortened(&contender, 14).into_owned())
}

fn label_letters(row: &Row<'_>) -> usize {
    let (case, contender) = label(row);
    case.chars().count() + contender.chars().count() + 1
}

/// Triangle up, triangle down, square, diamond: the shapes of the words.
fn outline(verdict: Verdict, x: f64, y: f64) -> String {
    let x = tenth(x);
    match verdict {
        Verdict::Better => format!("M{x} {}l6.5 11h-13z", y - 6.5),
        Verdict::Worse => format!("M{x} {}l6.5 -11h-13z", y + 6.5),
        Verdict::Equivalent => format!("M{} {}h10v10h-10z", tenth(x - 5.0), y - 5.0),
        Verdict::Inconclusive => format!("M{x} {}l6.5 6.5l-6.5 6.5l-6.5 -6.5z", y - 6.5),
    }
}

fn sentence(row: &Row<'_>) -> String {
    let bounds = row.comparison.low.zip(row.comparison.high);
    let bounds =
        bounds.map(|(low, high)| format!(" ({})", interval(low, high))).unwrap_or_default();
    format!("{}{bounds}, {}", row.change(), row.comparison.verdict)
}

/// The plot in words: what a reader hears instead of seeing it.
fn description(rows: &[Row<'_>]) -> String {
    let tally = summary::tally(rows.iter().copied());
    let counts: Vec<_> = Verdict::ALL
        .iter()
        .filter(|&&verdict| tally.of(verdict) > 0)
        .map(|&verdict| format!("{} {verdict}", tally.of(verdict)))
        .collect();
    let mut sorted = rows.to_vec();
    summary::worst_first(&mut sorted);
    let worst = sorted.first().map(|row| {
        format!(
            " Worst: {} on {}, {}.",
            visible(&row.contender.name),
            visible(&row.case.id),
            sentence(row)
        )
    });
    format!(
        "Forest plot of {} on a log axis: {}.{} Every figure stands in the table of cases.",
        plural(rows.len(), "ratio", "ratios"),
        counts.join(", "),
        worst.unwrap_or_default()
    )
}

fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}
