use super::*;
use crate::record::{PairMode, UnitRecord};
use crate::{Answer, Workload};

fn length(n: u64) -> Workload<u64> {
    let workload = Workload::new(("path", "work"), &[("n", n.into())], 1, move || n);
    workload.contender(Role::Legacy, |n| *n, |n| *n, Answer::from).contender(
        Role::Optimized,
        |n| *n,
        |n| *n,
        Answer::from,
    )
}

fn unit(theta: f64) -> UnitRecord {
    UnitRecord {
        process: 0,
        core: 0,
        placement_seed: 0,
        order_seed: 0,
        iterations_reference: 1,
        iterations_contender: 1,
        pairs: 60,
        quiet_pairs: 60,
        theta,
        theta_low: theta,
        theta_high: theta,
        theta_other: None,
        mode: PairMode::Quiet,
        gap_share: 0.0,
        reference_ns_per_op: 1.0,
        contender_ns_per_op: 1.0,
        raw: Vec::new(),
    }
}

#[test]
fn a_ratio_that_moves_with_the_length_is_labelled_with_the_ratios() {
    let case = length(8).other_lengths([length(4).case(), length(16).case()]).case();
    for (at_sixteen, width, labelled) in
        [(1.001_f64, 0.01, false), (1.2, 0.01, true), (1.2, 1.0, false)]
    {
        let mut all = comparisons(&case, &["optimized".into()]);
        assert_eq!(all.len(), 2);
        let opponent = Opponent { name: "optimized".into(), injected: 0.0 };
        all.push(Comparison::new(&case, opponent));
        for (comparison, theta) in all.iter_mut().zip([0.0, at_sixteen.ln(), 0.002]) {
            let noise = |number: u32| 0.05 * (f64::from(number) - 4.0);
            comparison.units.extend((0..8).map(|number| unit(theta + noise(number) * width)));
        }
        let labels = labels(&case, &all, 0.01);
        assert_eq!(labels.len(), usize::from(labelled), "{labels:?}");
        if labelled {
            assert!(labels[0].contains("1.20x on path/work/n=16"), "{labels:?}");
        }
    }
}

#[test]
fn only_ranked_contenders_that_are_timed_anyway_are_looked_at() {
    let case = length(8).other_lengths([length(4).case()]).case();
    assert_eq!(comparisons(&case, &["legacy".into(), "nobody".into()]).len(), 0);
}
