use super::Verdict::{Better, Equivalent, Inconclusive, Worse};
use super::*;

fn units(ratios: &[f64]) -> Vec<Theta> {
    let unit = |ratio: &f64| Theta {
        theta: ratio.ln(),
        half_width: 0.001,
        other: None,
        mode: PairMode::Quiet,
    };
    ratios.iter().map(unit).collect()
}

fn spread(center: f64, half: f64, count: usize) -> Vec<Theta> {
    let at = |index: usize| center + half * (2.0 * index as f64 / (count - 1) as f64 - 1.0);
    units(&(0..count).map(at).collect::<Vec<f64>>())
}

#[test]
fn verdicts_by_interval_against_a_margin_of_one_percent() {
    let rows: &[(&[Theta], Verdict, Option<Cause>)] = &[
        (&spread(2.0, 0.01, 8), Better, None),
        (&spread(0.5, 0.01, 8), Worse, None),
        (&spread(1.0, 0.005, 8), Equivalent, None),
        (&spread(1.012, 0.005, 8), Inconclusive, Some(Cause::NearMargin)),
        (&spread(1.0, 0.2, 8), Inconclusive, Some(Cause::Placement)),
        (&spread(2.0, 0.01, 7), Inconclusive, Some(Cause::Budget)),
        (&[], Inconclusive, Some(Cause::Budget)),
    ];
    for (units, verdict, cause) in rows {
        let judgement = judge(units, 0.01, false);
        assert_eq!((judgement.verdict, judgement.cause), (*verdict, *cause), "{units:?}");
    }
}

#[test]
fn a_margin_above_a_quarter_judges_nothing() {
    let judgement = judge(&spread(2.0, 0.01, 8), 0.26, false);
    assert_eq!((judgement.verdict, judgement.cause), (Inconclusive, Some(Cause::Instrument)));
}

#[test]
fn looking_stops_for_the_reasons_of_the_method() {
    let stop = |units: &[Theta]| judge(units, 0.01, false).stop;
    assert_eq!(stop(&spread(2.0, 0.01, 7)), None);
    assert_eq!(stop(&spread(2.0, 0.01, 8)), Some(StopReason::Precise));
    assert_eq!(stop(&spread(2.0, 0.1, 8)), Some(StopReason::Decided));
    assert_eq!(stop(&spread(1.0, 0.008, 8)), Some(StopReason::Decided));
    assert_eq!(stop(&spread(1.0, 0.3, 8)), Some(StopReason::Hopeless));
    assert_eq!(stop(&spread(1.01, 0.008, 8)), None);
    assert_eq!(stop(&spread(1.01, 0.008, 9)), None);
    assert_eq!(stop(&spread(1.01, 0.02, 24)), Some(StopReason::Budget));
}

#[test]
fn a_unit_of_all_pairs_is_inconclusive_by_mode_only_if_undecided() {
    let mixed = |center: f64| {
        let mut units = spread(center, 0.05, 8);
        for unit in &mut units {
            unit.mode = PairMode::Mixed;
        }
        judge(&units, 0.01, false)
    };
    assert_eq!(mixed(1.0).cause, Some(Cause::Mode));
    assert_eq!(mixed(2.0).verdict, Better);
}

#[test]
fn another_verdict_on_a_busy_core_is_said() {
    let mut units = spread(1.0, 0.001, 8);
    assert!(!judge(&units, 0.01, false).differs_when_busy);
    for unit in &mut units {
        unit.other = Some(0.2);
    }
    assert!(judge(&units, 0.01, false).differs_when_busy);
}

#[test]
fn long_operations_that_differ_twofold_get_a_wider_interval() {
    let width = |ratio: f64, long: bool| {
        let (low, high) = judge(&spread(ratio, 0.001, 8), 0.01, long).interval.unwrap();
        (high / low).ln()
    };
    assert!((width(2.1, true) - width(2.1, false) - 0.06).abs() < 1e-9);
    assert!((width(1.9, true) - width(1.9, false)).abs() < 1e-9);
}

#[test]
fn long_operations_stop_when_the_class_is_certain_and_are_mixed_by_nature() {
    let wide = spread(1.5, 0.4, 8);
    assert_eq!(judge(&wide, 0.01, false).stop, None);
    assert_eq!(judge(&wide, 0.01, true).stop, Some(StopReason::Decided));
    let mut undecided = spread(1.0, 0.05, 8);
    for unit in &mut undecided {
        unit.mode = PairMode::Mixed;
    }
    assert_eq!(judge(&undecided, 0.01, true).cause, Some(Cause::Placement));
}

#[test]
fn the_margin_is_three_times_the_control_but_at_least_one_percent() {
    assert!((margin_of_control(&[0.001, -0.001, 0.0]) - 0.01).abs() < 1e-12);
    assert!((margin_of_control(&[-0.02, -0.02, 0.0]) - 0.0606).abs() < 1e-4);
    assert!((margin_of_control(&[]) - 0.01).abs() < 1e-12);
}

#[test]
fn a_ratio_alone_is_classed_by_the_margin() {
    for (ratio, margin, expected) in [
        (1.02, 0.01, Better),
        (0.98, 0.01, Worse),
        (1.005, 0.01, Equivalent),
        (1.0 / 1.005, 0.01, Equivalent),
        (1.05, 0.1, Equivalent),
    ] {
        assert_eq!(class_of_ratio(ratio, margin), expected, "{ratio} {margin}");
    }
}

#[test]
fn a_revision_is_worse_only_if_the_confirmation_says_so_too() {
    let mut screen = [-0.03; SCREEN];
    let mut confirmation = [-0.03; CONFIRMATION];
    let verdict = |screen: &[f64], confirmation: &[f64], compared| {
        between_revisions(screen, confirmation, 0.01, compared)
    };
    assert_eq!(verdict(&screen, &confirmation, 80), Worse);
    assert_eq!(verdict(&screen, &[], 80), Inconclusive, "not confirmed yet");
    assert_eq!(verdict(&screen, &[0.03; CONFIRMATION], 80), Inconclusive, "the other way");
    assert_eq!(verdict(&screen, &confirmation[1..], 80), Inconclusive, "too few units");
    screen[0] = 0.0;
    confirmation[..2].fill(0.0);
    assert_eq!(verdict(&screen, &confirmation, 130), Worse, "7 of 8 and 14 of 16");
    assert_eq!(verdict(&screen, &confirmation, MANY), Inconclusive, "15 of 16 are wanted");
    screen[1] = -0.005;
    assert_eq!(verdict(&screen, &confirmation, 80), Inconclusive, "6 of 8, and no interval");
    assert_eq!(verdict(&[0.002; SCREEN], &[], 80), Equivalent);
    assert_eq!(verdict(&[0.03; SCREEN], &[0.03; CONFIRMATION], 80), Better);
    assert_eq!(verdict(&[0.03; SCREEN - 1], &[], 80), Inconclusive);
    let wide = between_revisions(&[-0.9; SCREEN], &[-0.9; CONFIRMATION], 0.26, 80);
    assert_eq!(wide, Inconclusive, "the instrument cannot judge it");
}
