//! Growth curves: cost against size, both on log axes, so that a slope is an exponent.

use maud::{Markup, html};
use measure::record::{Growth, Run, Unit};

use super::axis::LogAxis;
use super::scrolling;
use crate::format::{self, growth_class, shortened, visible};

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 190.0;
const BOTTOM: f64 = 40.0;
/// Labels closer than this overlap.
const LINE: f64 = 16.0;

/// One plot for each workload and witness of the hot path. Nothing if the run has no growth.
pub(super) fn curves(run: &Run, path: &str, at: usize) -> Markup {
    let plots = grouped(run, path);
    html! {
        @if !plots.is_empty() {
            h3 { "How costs grow" }
            @for (number, curves) in plots.iter().enumerate() {
                figure {
                    (scrolling("Growth curves", &svg(curves, &format!("{at}-{number}"))))
                    figcaption {
                        "Workload " b { (visible(&curves[0].workload)) } ", " (format::witness(curves[0].witness))
                        " per operation against size. " (in_words(curves))
                    }
                }
            }
        }
    }
}

fn grouped<'a>(run: &'a Run, path: &str) -> Vec<Vec<&'a Growth>> {
    let mut groups: Vec<Vec<&Growth>> = Vec::new();
    for curve in run.growth.iter().filter(|curve| curve.hot_path == path) {
        let same = |group: &&mut Vec<&Growth>| {
            group[0].workload == curve.workload && group[0].witness == curve.witness
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(curve),
            None => groups.push(vec![curve]),
        }
    }
    groups
}

fn in_words(curves: &[&Growth]) -> String {
    let words = curves.iter().map(|curve| {
        let exponent = curve.exponent.map_or_else(
            || "costs nothing".to_owned(),
            |exponent| format!("exponent {exponent:.2} ({})", growth_class(curve.class)),
        );
        format!("{}: {exponent}", visible(&curve.contender))
    });
    format!("{}.", words.collect::<Vec<_>>().join("; "))
}

fn svg(curves: &[&Growth], id: &str) -> Markup {
    let sizes = curves.iter().flat_map(|curve| curve.points.iter().map(|&(size, _)| size as f64));
    let costs = curves.iter().flat_map(|curve| curve.points.iter().map(|&(_, cost)| cost));
    let across = LogAxis::around(sizes, 10.0, (LEFT, WIDTH - RIGHT));
    let up = LogAxis::around(costs, 10.0, (HEIGHT - BOTTOM, 16.0));
    let unit = curves[0].witness.unit();
    html! {
        svg.growth viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img"
            aria-labelledby={ "growth-title-" (id) " growth-desc-" (id) } {
            title id={ "growth-title-" (id) } { "Growth of " (format::witness(curves[0].witness)) }
            desc id={ "growth-desc-" (id) } { (in_words(curves)) }
            @for tick in across.ticks(7) {
                @let x = across.at(tick);
                line.grid x1=(x) x2=(x) y1="16" y2=(HEIGHT - BOTTOM) {}
                text.tick x=(x) y=(HEIGHT - BOTTOM + 18.0) text-anchor="middle" { (format::count(tick)) }
            }
            text.tick x=(f64::midpoint(LEFT, WIDTH - RIGHT)) y=(HEIGHT - 6.0) text-anchor="middle" { "size" }
            @for tick in cost_ticks(&up, unit) {
                @let y = up.at(tick);
                line.grid x1=(LEFT) x2=(WIDTH - RIGHT) y1=(y) y2=(y) {}
                text.tick x=(LEFT - 8.0) y=(y + 4.0) text-anchor="end" { (format::in_unit(tick, unit)) }
            }
            @for ((number, curve), label) in curves.iter().enumerate().zip(label_places(curves, &up)) {
                (line(curve, number, label, &across, &up))
            }
        }
    }
}

fn cost_ticks(up: &LogAxis, unit: Unit) -> Vec<f64> {
    match unit {
        Unit::BytesPerOp | Unit::Bytes => up.binary_ticks(6),
        _ => up.ticks(6),
    }
}

fn line(curve: &Growth, number: usize, label: f64, across: &LogAxis, up: &LogAxis) -> Markup {
    let points: Vec<_> = curve
        .points
        .iter()
        .filter(|(size, cost)| *size > 0 && *cost > 0.0)
        .map(|&(size, cost)| (across.at(size as f64), up.at(cost)))
        .collect();
    let joined: Vec<_> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
    html! {
        g class={ "curve curve-" (number % 6) } {
            title { (in_words(&[curve])) }
            @if !points.is_empty() { polyline points=(joined.join(" ")) {} }
            @for (x, y) in &points { circle cx=(x) cy=(y) r="3" {} }
            text.label x=(WIDTH - RIGHT + 12.0) y=(label) {
                (shortened(&visible(&curve.contender), 14)) " "
                tspan.who {
                    @match curve.exponent {
                        Some(_) => (growth_class(curve.class)),
                        None => "zero",
                    }
                }
            }
        }
    }
}

/// Where the labels stand: beside the last point, pushed apart where two would overlap.
fn label_places(curves: &[&Growth], up: &LogAxis) -> Vec<f64> {
    let last = |curve: &Growth| match curve.points.last() {
        Some(&(_, cost)) if cost > 0.0 => up.at(cost) + 4.0,
        _ => HEIGHT - BOTTOM,
    };
    let mut order: Vec<usize> = (0..curves.len()).collect();
    order.sort_by(|&a, &b| last(curves[a]).total_cmp(&last(curves[b])));
    let mut places = vec![0.0; curves.len()];
    let mut free = 12.0f64;
    for at in order {
        places[at] = last(curves[at]).max(free);
        free = places[at] + LINE;
    }
    places
}
