//! What the instrument measures of itself in every run.

use std::collections::BTreeMap;
use std::hint::black_box;

use super::schedule::Comparison;
use super::unit::Opponent;
use crate::record::{Margin, Role, SelfTest, Verdict};
use crate::verdict::{Judgement, LEAST_MARGIN, MOST_MARGIN};
use crate::{Answer, Case, Workload};

/// The hot path under which the self-tests are measured; never part of a run's cases.
const HOT_PATH: &str = "self_test";

/// What every measured loop is aligned to, in bytes, unless a relink wants less.
pub(super) const CACHE_LINE: usize = 64;

/// Names of opponents, and of the tests.
const A_A: &str = "a_a";
const INJECTED_WORSE: &str = "injected_worse";
const INJECTED_EQUIVALENT: &str = "injected_equivalent";

/// One case per class of workload: pure computation, copying, and many small allocations.
///
/// Only computation is steady enough, and short enough, for slowdowns of known size.
pub(super) fn cases() -> Vec<Case> {
    vec![
        workload("compute", |it| mix(it))
            .contender((Role::Variant, INJECTED_WORSE), Clone::clone, |it| mix(it), Answer::from)
            .contender(
                (Role::Variant, INJECTED_EQUIVALENT),
                Clone::clone,
                |it| mix(it),
                Answer::from,
            )
            .case(),
        workload("copy", |numbers| black_box(numbers.clone()).len() as u64).case(),
        workload("allocate", |it| boxes(it)).case(),
    ]
}

/// The comparisons that the self-tests need.
pub(super) fn comparisons(cases: &[Case]) -> Vec<Comparison<'_>> {
    let mut comparisons = Vec::new();
    for case in cases {
        let mut add = |name: &str, injected: f64| {
            let opponent = Opponent { name: name.into(), injected };
            comparisons.push(Comparison::new(case, opponent));
        };
        add(A_A, 0.0);
        if case.contender(INJECTED_WORSE).is_some() {
            add(INJECTED_WORSE, 2.0 * LEAST_MARGIN);
            add(INJECTED_EQUIVALENT, 0.5 * LEAST_MARGIN);
        }
    }
    comparisons
}

/// Whether a comparison is one of the instrument with itself.
pub(super) fn is_self_test(comparison: &Comparison<'_>) -> bool {
    comparison.case.hot_path == HOT_PATH
}

/// What the self-tests came to.
pub(super) fn results(
    comparisons: &[Comparison<'_>],
    margins: &BTreeMap<String, Margin>,
) -> Vec<SelfTest> {
    let own = comparisons.iter().filter(|comparison| is_self_test(comparison));
    let mut tests: Vec<SelfTest> = own.map(result).collect();
    tests.extend(margins.iter().filter_map(|(hot_path, margin)| control(hot_path, margin)));
    tests
}

fn result(comparison: &Comparison<'_>) -> SelfTest {
    let judgement = comparison.judge(LEAST_MARGIN);
    let passed = match comparison.opponent.name.as_str() {
        A_A => !matches!(judgement.verdict, Verdict::Better | Verdict::Worse),
        INJECTED_WORSE => judgement.verdict == Verdict::Worse,
        _ => judgement.verdict == Verdict::Equivalent,
    };
    SelfTest {
        name: comparison.opponent.name.clone(),
        subject: comparison.case.workload.into(),
        passed,
        detail: detail(&judgement),
    }
}

fn detail(judgement: &Judgement) -> String {
    let interval = judgement
        .interval
        .map_or_else(|| "no interval".into(), |(low, high)| format!("{low:.4} to {high:.4}"));
    let verdict = judgement.verdict;
    match judgement.cause {
        Some(cause) => {
            format!("{verdict} ({cause}), {interval}: this class cannot be judged finely here")
        }
        None => format!("{verdict}, {interval}"),
    }
}

fn control(hot_path: &str, margin: &Margin) -> Option<SelfTest> {
    let ratio = margin.control_ratio.filter(|_| hot_path != HOT_PATH)?;
    Some(SelfTest {
        name: "control".into(),
        subject: hot_path.into(),
        passed: margin.margin <= MOST_MARGIN,
        detail: format!("ratio {ratio:.4}, margin {:.1} %", 100.0 * margin.margin),
    })
}

/// The addresses of all measured loops must be distinct and multiples of `alignment`.
pub(super) fn addresses(cases: &[Case], alignment: usize) -> SelfTest {
    let mut seen = BTreeMap::new();
    let mut problems = Vec::new();
    for case in cases {
        for contender in &case.contenders {
            let name = format!("{} {}", case.id(), contender.name);
            if !contender.address.is_multiple_of(alignment) {
                problems.push(format!("{name} does not start at a multiple of {alignment} bytes"));
            }
            // Cases of unlike sizes share the loop of a contender on purpose; two contenders must not.
            let identity = (case.hot_path, contender.name);
            let (first, other) =
                seen.entry(contender.address).or_insert_with(|| (identity, name.clone()));
            if *first != identity {
                problems.push(format!("{name} shares its loop with {other}"));
            }
        }
    }
    let detail = match problems.first() {
        None => {
            format!("{} measured loops, all distinct and aligned to {alignment} bytes", seen.len())
        }
        Some(first) => format!(
            "{first} ({} such; RUSTFLAGS in the environment replaces the flags that align functions)",
            problems.len()
        ),
    };
    SelfTest {
        name: "addresses".into(),
        subject: String::new(),
        passed: problems.is_empty(),
        detail,
    }
}

/// Digest of where the measured loops lie relative to each other: the same wherever a program is loaded, another in
/// a relink.
pub(super) fn layout(cases: &[Case]) -> String {
    let addresses = || cases.iter().flat_map(|case| &case.contenders).map(|it| it.address);
    let first = addresses().min().unwrap_or(0);
    addresses().map(|address| (address - first) as u64).collect::<Answer>().digest()
}

fn workload(
    name: &'static str,
    run: impl Fn(&mut Vec<u64>) -> u64 + Copy + 'static,
) -> Workload<Vec<u64>> {
    // Each opponent is a closure of its own, so that each gets a measured loop of its own.
    Workload::new((HOT_PATH, name), &[], 1, numbers)
        .contender(Role::Legacy, Clone::clone, move |it| run(it), Answer::from)
        .contender((Role::Variant, A_A), Clone::clone, move |it| run(it), Answer::from)
}

fn numbers() -> Vec<u64> {
    (0..1_000).map(|index: u64| index.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect()
}

fn mix(numbers: &mut [u64]) -> u64 {
    // A short walk: at least 200 operations must fit into a batch, or half a margin cannot be injected.
    numbers[..100].iter().fold(0, |sum: u64, number| sum.rotate_left(5) ^ number)
}

fn boxes(numbers: &mut [u64]) -> u64 {
    let boxes: Vec<Box<u64>> = numbers[..32].iter().map(|number| Box::new(*number)).collect();
    black_box(&boxes).iter().fold(0, |sum: u64, number| sum.wrapping_add(**number))
}

#[cfg(test)]
mod tests;
