//! Shards give the run that they are parts of, and whatever is not one run is refused with file and reason.

use measure::record::{Margin, Witness};

use super::*;
use crate::sample;

/// The shards with names of files: `1.json`, `2.json` and so on.
fn named(shards: Vec<Run>) -> Vec<(String, Run)> {
    let name = |run: &Run| run.shard.as_ref().map_or(0, |shard| shard.number);
    shards.into_iter().map(|run| (format!("{}.json", name(&run)), run)).collect()
}

fn refusal(runs: Vec<(String, Run)>) -> String {
    let error = join(runs).expect_err("refused").to_string();
    let (line, hint) = error.split_once("\nhint: ").expect("a way out");
    assert_eq!(hint, HINT);
    assert!(!line.contains('\n'), "{line}");
    line.to_owned()
}

#[test]
fn shards_in_any_order_join_to_the_run_that_they_are_parts_of() {
    let whole = sample::run();
    let expected = join(named(sample::shards(3))).unwrap();
    assert!(expected.cases == whole.cases, "every case, in the old order");
    assert_eq!(expected.plan.cases, whole.plan.cases);
    assert_eq!(expected.plan.catalogue, whole.plan.catalogue);
    assert_eq!(expected.command, ["hotpair", "run", "--long"]);
    assert_eq!(crate::run::gaps(&expected), Vec::<String>::new());
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let mut shards = named(sample::shards(3));
        let mixed = order.map(|at| shards[at].clone());
        shards = mixed.into();
        assert!(join(shards).unwrap() == expected, "{order:?}");
    }
}

#[test]
fn a_join_is_a_whole_run_and_stays_as_it_is() {
    let joined = join(named(sample::shards(3))).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("joined.json");
    crate::run::write_json(&path, &joined).unwrap();
    assert!(read_whole(&[path]).unwrap() == joined, "the same to the last digit");
    let alone = join(vec![("run.json".into(), sample::run())]).unwrap();
    assert!(alone == sample::run());
    let one = join(named(sample::shards(1))).unwrap();
    assert!(one.cases == sample::run().cases && one.shards.len() == 1);
}

#[test]
fn growth_and_claims_are_judged_over_the_join() {
    let whole = sample::run();
    let mut shards = sample::shards(2);
    // The case on which the first claim is decided is in one shard; the other says that it is not there.
    assert!(shards.iter().all(|shard| shard.claims.is_empty() && shard.growth.is_empty()));
    shards[0].equivalence[0].differences = 1;
    let joined = join(named(shards)).unwrap();
    let ids = |claims: &[measure::record::ClaimResult]| -> Vec<String> {
        claims.iter().map(|claim| claim.id.clone()).collect()
    };
    assert_eq!(ids(&joined.claims), ids(&whole.claims));
    assert!(joined.claims[0].measured.starts_with("13.0"), "{:?}", joined.claims[0]);
    assert_eq!(joined.growth, growth::curves(&whole.cases));
    let compared = 2 * whole.equivalence[0].compared;
    assert_eq!((joined.equivalence[0].compared, joined.equivalence[0].differences), (compared, 1));
}

#[test]
fn a_curve_whose_sizes_lie_in_several_shards_is_whole_again() {
    let mut shards = sample::shards(2);
    let template = shards[0].cases[0].clone();
    let sizes: Vec<_> = (3..13)
        .map(|k| {
            let mut size = template.clone();
            size.id = format!("p/curve/n={}", 1 << k);
            "p".clone_into(&mut size.hot_path);
            "curve".clone_into(&mut size.workload);
            size.parameters = [("n".to_owned(), (1 << k).into())].into();
            size
        })
        .collect();
    for (at, shard) in shards.iter_mut().enumerate() {
        shard.cases = sizes.iter().skip(at).step_by(2).cloned().collect();
        let selected = sizes.iter().map(|size| size.id.clone()).collect();
        *shard = sample::planned(shard.clone());
        shard.plan.catalogue = Vec::new();
        shard.shard.as_mut().unwrap().selected = selected;
    }
    let joined = join(named(shards)).unwrap();
    let curve = joined.growth.iter().find(|curve| curve.witness == Witness::Instructions);
    assert_eq!(curve.unwrap().points.len(), 10);
}

#[test]
fn what_each_shard_says_of_itself_is_kept_and_the_worst_speaks_for_all() {
    let mut shards = sample::shards(3);
    shards[1].instrument.self_tests[2].passed = false;
    shards[2].instrument.memcpy_cliff = 40.0;
    let wide = Margin { margin: 0.2, control_ratio: Some(1.06) };
    shards[2].instrument.margins.insert("vlong_decode".into(), wide.clone());
    let tests = shards[0].instrument.self_tests.len();
    let joined = join(named(shards.clone())).unwrap();
    let instrument = &joined.instrument;
    assert_eq!(instrument.self_tests.len(), 3 * tests);
    assert!(!instrument.self_tests[0].passed && instrument.self_tests[1].passed);
    assert!(instrument.self_tests[0].detail.starts_with("shard 2: "));
    assert_eq!(instrument.margins["vlong_decode"], wide);
    assert!(instrument.quiet_share < 0.71 && instrument.memcpy_cliff > 39.0);
    assert!(joined.environment.load_after > 2.9);
    for (record, shard) in joined.shards.iter().zip(&shards) {
        assert_eq!(record.instrument, shard.instrument);
        assert_eq!(record.environment, shard.environment);
        assert_eq!((record.seed, record.cases.len()), (shard.seed, shard.cases.len()));
    }
}

#[test]
fn a_shard_that_is_missing_doubled_or_alone_is_named() {
    let shards = || named(sample::shards(4));
    let without = |missing: &[usize]| {
        let mut left = shards();
        missing.iter().rev().for_each(|&at| drop(left.remove(at)));
        left
    };
    assert_eq!(refusal(without(&[2])), "1.json: is shard 1 of 4; missing: 3");
    assert_eq!(refusal(without(&[0, 2])), "2.json: is shard 2 of 4; missing: 1, 3");
    assert_eq!(refusal(without(&[0, 1, 2])), "4.json: is shard 4 of 4; missing: 1, 2, 3");
    let mut doubled = shards();
    doubled.push(("again.json".into(), doubled[1].1.clone()));
    assert_eq!(refusal(doubled), "again.json: is shard 2 of 4, and so is 2.json");
    let mut mixed = shards();
    mixed.push(("run.json".into(), sample::run()));
    assert_eq!(refusal(mixed), "run.json: is a whole run, and several files are named");
    let two = vec![("a.json".into(), sample::run()), ("b.json".into(), sample::run())];
    assert_eq!(refusal(two), "a.json: is a whole run, and several files are named");
}

#[test]
fn shards_of_unlike_runs_are_refused_with_the_difference() {
    type Edit = fn(&mut Run);
    let rows: &[(Edit, &str)] = &[
        (
            |run| run.command.push("--quick".into()),
            "command is \"hotpair run --long --quick\", and 1.json has",
        ),
        (
            |run| run.environment.commit = Some("abc".into()),
            "commit is \"abc\", and 1.json has \"2c23",
        ),
        (|run| run.environment.commit = None, "commit is none, and 1.json has"),
        (|run| run.environment.dirty = Some(true), "working tree is \"changed\""),
        (|run| run.environment.cpu_model = "Other".into(), "processor is \"Other\""),
        (|run| run.environment.cores = 64, "number of cores is \"64\""),
        (|run| run.environment.rustc = "rustc 1.96.0".into(), "compiler is \"rustc 1.96.0\""),
        (|run| run.environment.valgrind = Some("3.20.0".into()), "valgrind is \"3.20.0\""),
        (|run| drop(run.environment.crates.remove("dhat")), "crates is \"gungraun 0.20.0\""),
        (|run| run.plan.catalogue.push("p/new".into()), "has another catalogue than 1.json"),
        (|run| run.stories[0].optimized_source.push('x'), "has other stories than 1.json"),
        (|run| drop(run.published.pop()), "has other claims than 1.json"),
        (|run| run.shard.as_mut().unwrap().of = 4, "is one of 4 shards, and 1.json one of 3"),
        (|run| drop(run.shard.as_mut().unwrap().selected.pop()), "selects other cases than 1.json"),
    ];
    for (edit, expected) in rows {
        let mut shards = sample::shards(3);
        edit(&mut shards[1]);
        let line = refusal(named(shards));
        assert!(line.starts_with(&format!("2.json: {expected}")), "{line}");
    }
    let mut alike = sample::shards(3);
    alike[2].environment.kernel = "6.1.1".into();
    alike[2].environment.load_before = 9.0;
    assert!(join(named(alike)).is_ok());
}

#[test]
fn a_case_in_two_shards_or_in_none_is_named() {
    let mut twice = sample::shards(2);
    let case = twice[0].cases[0].clone();
    let id = case.id.clone();
    twice[1].cases.push(case);
    let catalogue = twice[1].plan.catalogue.clone();
    twice[1] = sample::planned(twice[1].clone());
    twice[1].plan.catalogue = catalogue;
    assert_eq!(refusal(named(twice)), format!("2.json: case \"{id}\" is in another shard, too"));

    let mut never = sample::shards(2);
    let gone = never[1].cases.remove(0).id;
    never[1].plan.cases.remove(0);
    assert_eq!(refusal(named(never)), format!("1.json: case \"{gone}\" is in no shard"));
}
