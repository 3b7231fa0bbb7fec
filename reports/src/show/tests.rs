//! What `show` says, and what it says when there is nothing to show.

use super::{case, claim, claims, equivalence};
use crate::sample;

#[test]
fn a_case_shows_every_contender_witness_and_its_reproduce_line() {
    let text = case(&sample::run(), "bitmap_range_check/prefix/start=0/length=64").expect("known");
    for expected in [
        "ticket input; headline case; learnable by the branch predictor; 64 operations per iteration",
        "legacy (before the patch), answer 9f2c61d07b3e84a5",
        "optimized (the patch)",
        "CPU time          2.20 ns (2.19 ns to 2.21 ns)   13.0x (12.9 to 13.1) better",
        "bytes allocated   0 B                            9 B to 0 B better",
        "8 units: 12.9x ",
        "margin 1 %; confidence 99.2 %; stopped: precise; pairs: quiet",
        "claim iotdb-1: range check, prefix (13.0x): reproduced",
        "reproduce: scripts/hotpair run --only bitmap_range_check/prefix/start=0/length=64\n",
    ] {
        assert!(text.contains(expected), "{expected:?} is not in\n{text}");
    }
}

#[test]
fn an_undecided_case_says_what_would_decide_it() {
    let text = case(&sample::run(), "vlong_decode/real_columns/rows=65536").expect("known");
    assert!(text.contains("inconclusive: The ratio depends on the speed mode"), "{text}");
    assert!(text.contains("what would decide it: A core without a neighbour"), "{text}");
}

#[test]
fn an_unknown_case_names_the_nearest() {
    let run = sample::run();
    let error = case(&run, "bitmap_range_chek/prefix/start=0/length=64").expect_err("unknown");
    assert!(
        error
            .to_string()
            .contains("\nhint: the nearest are bitmap_range_check/prefix/start=0/length=64"),
        "{error}"
    );
    let part = case(&run, "real_intervals").expect_err("unknown").to_string();
    assert!(part.contains("nearest are range_tombstone_list/real_intervals"), "{part}");
    let none = case(&sample::empty(), "x").expect_err("unknown").to_string();
    assert_eq!(none, "no case \"x\": this run holds none");
    let mut selected = run;
    selected.cases.remove(0);
    let left_out = case(&selected, "bitmap_range_check/prefix/start=0/length=64");
    assert!(left_out.expect_err("left out").to_string().contains("was not selected in this run"));
}

#[test]
fn a_claim_shows_figure_status_and_reason() {
    let run = sample::run();
    let text = claim(&run, "iotdb-3").expect("known");
    for expected in
        ["iotdb-3: not reproduced", "published  no change", "measured   0.94x", "reason     "]
    {
        assert!(text.contains(expected), "{expected:?} is not in\n{text}");
    }
    let error = claim(&run, "iotdb-4").expect_err("unknown").to_string();
    assert!(
        error.contains("no claim \"iotdb-4\" in this run\nhint: the nearest are iotdb-"),
        "{error}"
    );
    assert_eq!(claims(&run).lines().count(), 2 + run.claims.len());
    assert!(claims(&run).starts_with("1 of 4 claims hold\n"));
    assert_eq!(claims(&sample::empty()), "this run judged no claims\n");
}

#[test]
fn a_claim_that_does_not_hold_is_shown_with_its_remark() {
    let mut run = sample::run();
    run.published[0].remark = "Because of the weather.".into();
    let result = result_of(&mut run);
    result.status = measure::record::ClaimStatus::NotReproduced;
    result.reason = "outside".into();
    assert!(claims(&run).contains("; outside. Because of the weather.\n"), "{}", claims(&run));
    result_of(&mut run).status = measure::record::ClaimStatus::Reproduced;
    assert!(!claims(&run).contains("weather"));
}

fn result_of(run: &mut measure::record::Run) -> &mut measure::record::ClaimResult {
    let id = run.published[0].id.clone();
    run.claims.iter_mut().find(|claim| claim.id == id).expect("a result")
}

#[test]
fn equivalence_is_summed_for_each_hot_path() {
    let mut run = sample::run();
    let mut more = run.equivalence[0].clone();
    more.topic = "random".into();
    more.differences = 2;
    run.equivalence.push(more);
    let text = equivalence(&run);
    let expected = "bitmap_range_check: 83,200 compared, 2 differ\n";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains("\n  random: 41,600 compared, 2 differ\n"), "{text}");
    assert!(text.contains("\nvlong_decode: 1,753,000 compared, no difference\n"), "{text}");
    assert_eq!(equivalence(&sample::empty()), "this run compared nothing for equality\n");
}

#[test]
fn hostile_names_cannot_steer_a_terminal() {
    // C26
    let run = sample::hostile();
    for name in sample::HOSTILE {
        let text = case(&run, name).expect("known");
        assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{0}', '\u{7}']), "{text:?}");
    }
}

#[test]
fn a_case_shows_its_ratio_on_every_relink() {
    let text = case(&sample::relinked(), "bitmap_range_check/prefix/start=0/length=64");
    let text = text.expect("known");
    let expected =
        "0.97 to 13.3 over 3 layouts, by seed 5: 13.0x, 6: 0.97x, 7: 13.3x; layout-dependent\n";
    assert!(text.contains(expected), "{text}");
}
