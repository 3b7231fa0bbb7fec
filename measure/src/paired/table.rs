//! What a reader at a terminal sees of a measurement without `hotpair`.

use crate::record::{Comparison, PairedResult, TimedCase};

/// Prints cases, contenders, times and verdicts, then the instrument's own tests.
pub(super) fn print(result: &PairedResult) {
    for case in &result.cases {
        println!("{}", case.id);
        for contender in &case.contenders {
            let time = contender.cpu_time.value;
            let verdict = comparison(case, &contender.name).map(verdict).unwrap_or_default();
            println!("  {:<18} {time:>14.3} ns/op  {verdict}", contender.name);
        }
    }
    println!("instrument: {:.0} % of the pairs were quiet", 100.0 * result.instrument.quiet_share);
    for test in &result.instrument.self_tests {
        let word = if test.passed { "passed" } else { "FAILED" };
        println!("  {word} {} {}: {}", test.name, test.subject, test.detail);
    }
    println!("instructions were not measured; `hotpair run` counts them and writes the page");
}

fn comparison<'a>(case: &'a TimedCase, contender: &str) -> Option<&'a Comparison> {
    case.comparisons.iter().find(|comparison| comparison.contender == contender)
}

fn verdict(comparison: &Comparison) -> String {
    let ratio = comparison.ratio.unwrap_or(0.0);
    let cause = comparison.cause.map(|cause| format!(" ({cause})")).unwrap_or_default();
    let interval = match (comparison.low, comparison.high) {
        (Some(low), Some(high)) => format!(" [{low:.3} to {high:.3}]"),
        _ => String::new(),
    };
    format!("{ratio:>7.3}x{interval} {}{cause}", comparison.verdict)
}
