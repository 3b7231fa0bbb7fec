//! Runs for the tests: one as a real run looks, one with hostile names, one with very many cases.
//!
//! The figures are invented and belong to no machine.

mod base;
mod build;
mod machine;
mod texts;

use std::collections::BTreeMap;

use measure::record::{
    CaseRecord, Cause, ClaimResult, ClaimStatus, Equivalence, Growth, GrowthClass, Layouts,
    Missing, Origin, Plan, PlannedCase, RUN_SCHEMA, RUN_VERSION, Role, Run, Shard, Verdict,
    Witness,
};

pub(crate) use self::base::against_base;
pub(crate) use self::build::exact;
use self::build::{CaseBuilder, case, published};

/// A run with all four hot paths, every verdict, every cause, ratios to and from zero.
pub(crate) fn run() -> Run {
    let mut run = empty();
    run.cases = cases();
    run.stories = texts::stories();
    run.growth = growth();
    run.published = vec![
        published("iotdb-1", "bitmap_range_check", "range check, prefix", "13.0x"),
        published("iotdb-3", "bitmap_range_check", "range check, partial", "no change"),
        published("rtl-4", "range_tombstone_list", "4096 merges, bytes", "-99.4 %"),
        published("vlong-17", "vlong_decode", "seek through encoded blocks", "20 %"),
    ];
    run.claims = vec![
        claim(
            "iotdb-1",
            ClaimStatus::Reproduced,
            "13.0x",
            "13.0x",
            "inside the band of 8.7 to 19.5",
        ),
        claim(
            "iotdb-3",
            ClaimStatus::NotReproduced,
            "no change",
            "0.94x",
            "the interval leaves 3 %",
        ),
        claim(
            "rtl-4",
            ClaimStatus::SameDirection,
            "-99.4 %",
            "2.01x",
            "half the bytes, not a hundredth",
        ),
        claim("vlong-17", ClaimStatus::NotTestable, "20 %", "", "every vlong there is one byte"),
    ];
    run.equivalence = [("bitmap_range_check", 41_600), ("vlong_decode", 1_753_000)]
        .map(|(hot_path, compared)| Equivalence {
            hot_path: hot_path.into(),
            topic: "answers".into(),
            compared,
            differences: 0,
        })
        .to_vec();
    planned(run)
}

/// As [`run`], where valgrind was not installed and a self-test failed.
pub(crate) fn without_instructions() -> Run {
    let mut run = run();
    run.environment.valgrind = None;
    run.plan.missing = vec![Missing {
        witness: Witness::Instructions,
        reason: "valgrind is not installed: apt-get install valgrind".into(),
    }];
    for case in &mut run.cases {
        case.comparisons.retain(|comparison| comparison.witness != Witness::Instructions);
        for contender in &mut case.contenders {
            contender.witnesses.remove(&Witness::Instructions);
        }
    }
    run.instrument.self_tests[0].passed = false;
    run
}

/// As [`run`], whose headline cases were timed on three relinks as well: one row depends on them.
pub(crate) fn relinked() -> Run {
    let mut run = run();
    run.plan.layouts = 3;
    let mut dependent = true;
    for case in run.cases.iter_mut().filter(|case| case.headline) {
        let control = case.contenders.iter().find(|contender| contender.role == Role::Control);
        let control = control.map(|control| control.name.clone());
        for comparison in &mut case.comparisons {
            let timed = comparison.witness == Witness::CpuTime;
            if let Some(ratio) = comparison.ratio
                && timed
                && Some(&comparison.contender) != control.as_ref()
            {
                let lowest = if dependent { 0.97 } else { ratio * 0.99 };
                comparison.layouts = Some(Layouts {
                    ratios: vec![(5, ratio), (6, lowest), (7, ratio * 1.02)],
                    lowest,
                    highest: ratio * 1.02,
                    dependent,
                });
                dependent = false;
            }
        }
    }
    run
}

/// [`run`] as it is measured in `of` shards: every `of`th case is in the same.
pub(crate) fn shards(of: u32) -> Vec<Run> {
    let whole = run();
    let selected: Vec<String> = whole.cases.iter().map(|case| case.id.clone()).collect();
    let shard = |number: u32| {
        let mut shard = planned(Run {
            cases: whole
                .cases
                .iter()
                .skip(number as usize - 1)
                .step_by(of as usize)
                .cloned()
                .collect(),
            seed: whole.seed + u64::from(number),
            shard: Some(Shard { number, of, selected: selected.clone() }),
            growth: Vec::new(),
            claims: Vec::new(),
            ..whole.clone()
        });
        shard.plan.catalogue.clone_from(&selected);
        shard.command.extend(["--shard".into(), format!("{number}/{of}"), "--long".into()]);
        shard.environment.load_after = f64::from(number);
        shard.instrument.quiet_share = 1.0 - f64::from(number) / 10.0;
        shard
    };
    (1..=of).map(shard).collect()
}

/// Names that try to be markup, to leave their cell, or to turn the text around.
pub(crate) const HOSTILE: &[&str] = &[
    "<img src=x onerror=alert(1)>&\"'",
    "</script></style></textarea><script>document.title='owned'</script>",
    "a|b`c`\\|d\n| e",
    "**bold** [link](javascript:alert(1)) @someone #1 www.example.org",
    "\u{202e}txt.exe\u{202c}\u{200f}\u{feff}",
    "\u{1b}[31mred\u{7}\u{0}",
    "=HYPERLINK(\"x\")",
];

/// A run whose names are hostile wherever a name can stand, and one name of 10,000 characters.
pub(crate) fn hostile() -> Run {
    let mut run = run();
    let long = "long/".repeat(2_000);
    for (name, case) in HOSTILE.iter().copied().chain([long.as_str()]).zip(&mut run.cases) {
        case.id = name.into();
        case.labels = vec![name.into()];
        let last = case.contenders.len() - 1;
        let old = std::mem::replace(&mut case.contenders[last].name, name.into());
        for comparison in &mut case.comparisons {
            if comparison.contender == old {
                comparison.contender = name.into();
            }
        }
    }
    let [markup, script, ..] = HOSTILE else { unreachable!() };
    let story = &mut run.stories[0];
    for text in [
        &mut run.environment.cpu_model,
        &mut run.environment.rustc,
        &mut run.instrument.self_tests[0].detail,
        &mut run.claims[0].reason,
        &mut run.published[0].text,
        &mut story.title,
        &mut story.legacy_source,
        &mut story.published,
        &mut run.growth[0].contender,
        &mut run.equivalence[0].topic,
    ] {
        *text = format!("{markup}{script}");
    }
    story.analysis = HOSTILE.join("\n\n");
    story.ticket_url = "javascript:alert(1)".into();
    story.headline_case.clone_from(&run.cases[0].id);
    planned(run)
}

/// A run with `number` cases of two comparisons each.
pub(crate) fn many(number: usize) -> Run {
    let mut run = empty();
    run.cases = (0..number)
        .map(|at| {
            let ratio = 0.6 + (at * 7_919 % 1_000) as f64 / 250.0;
            let path = ["alpha", "beta", "gamma", "delta"][at % 4];
            case(&format!("{path}/sized/n={at}"), 100.0 + at as f64)
                .timed("optimized", Role::Optimized, ratio)
                .timed("frontier", Role::Frontier, ratio * 1.5)
                .done()
        })
        .collect();
    planned(run)
}

/// A run without any case, which is not complete.
pub(crate) fn empty() -> Run {
    Run {
        schema: RUN_SCHEMA.into(),
        version: RUN_VERSION,
        complete: true,
        command: vec!["hotpair".into(), "run".into()],
        seed: 12_289,
        started: "2026-11-30T10:29:06Z".into(),
        duration_s: 103.4,
        environment: machine::environment(),
        plan: Plan::default(),
        shard: None,
        shards: Vec::new(),
        instrument: machine::instrument(),
        base: None,
        cases: Vec::new(),
        growth: Vec::new(),
        claims: Vec::new(),
        equivalence: Vec::new(),
        stories: Vec::new(),
        published: Vec::new(),
    }
}

/// Makes the plan list exactly what the run holds.
pub(crate) fn planned(mut run: Run) -> Run {
    run.plan.catalogue = run.cases.iter().map(|case| case.id.clone()).collect();
    run.plan.cases = run.cases.iter().map(plan_of).collect();
    run
}

fn plan_of(case: &CaseRecord) -> PlannedCase {
    let mut contenders: BTreeMap<Witness, Vec<String>> = BTreeMap::new();
    for contender in &case.contenders {
        for &witness in contender.witnesses.keys() {
            contenders.entry(witness).or_default().push(contender.name.clone());
        }
    }
    let measured = case.contenders.iter().filter(|contender| contender.criterion.is_some());
    let criterion = measured.map(|contender| contender.name.clone()).collect();
    PlannedCase { id: case.id.clone(), contenders, criterion }
}

fn cases() -> Vec<CaseRecord> {
    let (patch, frontier) = (Role::Optimized, Role::Frontier);
    let undecided = |builder: CaseBuilder, name: &str, ratio, cause| {
        builder.undecided(name, Role::Frontier, ratio, cause)
    };
    vec![
        case("bitmap_range_check/prefix/start=0/length=64", 28.6)
            .headline()
            .counted("optimized", patch, (13.0, 436.0, 24.0), (9.0, 0.0))
            .timed("frontier", frontier, 13.4)
            .timed("control", Role::Control, 1.001)
            .done(),
        case("bitmap_range_check/prefix/start=0/length=64/called=1", 29.0)
            .counted("optimized", patch, (9.2, 436.0, 31.0), (9.0, 0.0))
            .done(),
        case("bitmap_range_check/partial/start=1/length=63", 28.9)
            .counted("optimized", patch, (0.94, 440.0, 452.0), (9.0, 9.0))
            .counted("bit_by_bit", Role::Variant, (0.32, 440.0, 1_402.0), (9.0, 0.0))
            .done(),
        undecided(
            case("bitmap_range_check/real_nulls/columns=6", 4_120.0).origin(Origin::Real).counted(
                "optimized",
                patch,
                (1.86, 61_204.0, 33_010.0),
                (1_920.0, 640.0),
            ),
            "frontier",
            1.02,
            Cause::Placement,
        )
        .done(),
        case("range_tombstone_list/copy/n=1000", 1_212.0)
            .headline()
            .counted("optimized", patch, (158.0, 9_120.0, 61.0), (20_112.0, 48.0))
            .timed("memcpy", Role::Limit, 2.1)
            .done(),
        case("range_tombstone_list/chain/n=4096", 96_120_400.0)
            .counted("optimized", patch, (1.98, 310e6, 160e6), (421_953_645.0, 209_403_304.0))
            .timed("frontier", frontier, 212.0)
            .done(),
        undecided(
            case("range_tombstone_list/search/n=4096", 61.0),
            "frontier",
            0.985,
            Cause::NearMargin,
        )
        .done(),
        case("range_tombstone_list/real_intervals/flights=336776", 3.4e6)
            .origin(Origin::Real)
            .counted("optimized", patch, (1.004, 11_200_340.0, 11_190_500.0), (64_000.0, 64_000.0))
            .done(),
        case("vlong_decode/single/bytes=7/padded=1/cursor=shared", 5.4)
            .headline()
            .counted("optimized", patch, (2.71, 61.0, 24.0), (0.0, 0.0))
            .timed("merged_421", Role::Revision, 2.2)
            .done(),
        case("vlong_decode/single/bytes=3/padded=0/cursor=slice", 2.2)
            .counted("optimized", patch, (0.88, 31.0, 35.0), (0.0, 0.0))
            .done(),
        undecided(
            case("vlong_decode/real_columns/rows=65536", 4.6).origin(Origin::Real),
            "frontier",
            1.31,
            Cause::Mode,
        )
        .counted("optimized", patch, (2.1, 48.0, 27.0), (0.0, 32.0))
        .done(),
        case("btree_build/build/n=1000", 11_870.0)
            .headline()
            .counted("optimized", patch, (1.000_4, 92_412.0, 92_380.0), (16_912.0, 16_880.0))
            .timed("frontier", frontier, 4.4)
            .timed("std_btreemap", Role::Peer, 0.41)
            .done(),
        undecided(
            case("btree_build/builder/n=1000", 22_400.0).headline(),
            "optimized",
            1.2,
            Cause::Instrument,
        )
        .done(),
        undecided(case("btree_build/build/n=1000000", 13.1e6), "frontier", 1.5, Cause::Budget)
            .done(),
    ]
}

fn growth() -> Vec<Growth> {
    let curve = |contender: &str, exponent: f64, class, scale: f64| Growth {
        hot_path: "range_tombstone_list".into(),
        workload: "chain".into(),
        contender: contender.into(),
        witness: Witness::AllocatedBytes,
        points: (3..=13).map(|k| (1 << k, scale * 2f64.powf(f64::from(k) * exponent))).collect(),
        local_exponents: vec![exponent; 10],
        exponent: Some(exponent),
        class,
    };
    vec![
        curve("legacy", 2.0, GrowthClass::Quadratic, 24.0),
        curve("optimized", 2.0, GrowthClass::Quadratic, 12.0),
        curve("frontier", 1.03, GrowthClass::Linear, 60.0),
    ]
}

fn claim(
    id: &str,
    status: ClaimStatus,
    published: &str,
    measured: &str,
    reason: &str,
) -> ClaimResult {
    ClaimResult {
        id: id.into(),
        status,
        published: published.into(),
        measured: measured.into(),
        reason: reason.into(),
    }
}

/// The verdict that a ratio gets against the samples' margin of 1 %.
pub(crate) fn verdict_of(ratio: f64) -> Verdict {
    match ratio {
        r if r > 1.01 => Verdict::Better,
        r if r < 1.0 / 1.01 => Verdict::Worse,
        _ => Verdict::Equivalent,
    }
}
