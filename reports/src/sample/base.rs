//! A run that was compared with another revision, with one row of every kind.

use measure::record::{Base, BaseCount, BaseRow, BaseTime, Run, Witness};
use measure::verdict::{CONFIRMATION, SCREEN, between_revisions};

use super::build::{exact, unit};

/// As [`super::run`], against `origin/main`.
pub(crate) fn against_base() -> Run {
    let mut run = super::run();
    let case = |at: usize| run.cases[at].id.clone();
    let row = |at: usize, contender: &str, time, counts| BaseRow {
        case: case(at),
        contender: contender.into(),
        time: Some(time),
        counts,
    };
    let count = |witness, base, head| BaseCount {
        witness,
        base: exact(witness, base),
        head: exact(witness, head),
    };
    let rows = vec![
        row(0, "legacy", time(1.0, 1.002, None), vec![]),
        row(
            0,
            "optimized",
            time(0.96, 1.002, Some(0.97)),
            vec![count(Witness::Instructions, 82.0, 97.0)],
        ),
        row(1, "legacy", time(1.05, 1.002, Some(1.06)), vec![]),
        row(1, "optimized", time(0.96, 1.002, Some(1.0)), vec![]),
        row(2, "optimized", time(1.0, 1.05, None), vec![]),
    ];
    run.base = Some(Base {
        revision: "origin/main".into(),
        commit: "8a1b9c0d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6a7b".into(),
        rows,
        added: vec!["vlong_decode/new/n=8".into()],
        removed: Vec::new(),
        changed: vec![case(3)],
        missing: Vec::new(),
    });
    run
}

/// Units around a ratio, and around that of a confirmation.
fn time(ratio: f64, width: f64, confirmed: Option<f64>) -> BaseTime {
    let units = |ratio: f64, number: usize| -> Vec<_> {
        (0..u32::try_from(number).unwrap_or(0)).map(|at| unit(at % 8, ratio, width)).collect()
    };
    let screen = units(ratio, SCREEN);
    let confirmation = confirmed.map(|ratio| units(ratio, CONFIRMATION)).unwrap_or_default();
    let thetas = |units: &[measure::record::UnitRecord]| -> Vec<f64> {
        units.iter().map(|unit| unit.theta).collect()
    };
    let verdict = between_revisions(&thetas(&screen), &thetas(&confirmation), 0.01, 5);
    let ratio = confirmed.unwrap_or(ratio);
    BaseTime {
        ratio,
        low: ratio / width,
        high: ratio * width,
        margin: 0.01,
        verdict,
        screen,
        relinked: confirmed.is_some(),
        confirmation,
    }
}
