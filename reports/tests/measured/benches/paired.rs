//! The target `paired` with times made up in advance.

use measured::{CASES, Case, answer, cases, fault, job};

fn main() {
    if std::env::args().any(|argument| argument == "--catalogue") {
        println!("{}", catalogue());
        return;
    }
    let job = job();
    let wanted = |case: &&Case| job.contains(&format!("\"{}\"", case.0));
    let timed = CASES
        .iter()
        .filter(wanted)
        .filter(|case| !(fault("not_timed") && case.0 == "toy/real_words"));
    let relinked = job.contains("\"alignment\": 16");
    // In a long run nothing is measured by one unit alone.
    let long = job.contains("\"one_unit\": []");
    let timed: Vec<String> = timed.map(|case| timed_case(case, long, relinked)).collect();
    let tests = if job.contains("\"self_tests\": true") { self_tests() } else { String::new() };
    answer(&format!(
        r#"{{"cases": [{}], "instrument": {{"self_tests": [{tests}],
            "margins": {{"toy": {{"margin": 0.01, "control_ratio": 1.001}}}}, "clock_overhead_ns": 20.0,
            "cpu_clock_overhead_ns": 200.0, "quiet_share": 0.9, "memcpy_cliff": 1.0, "memcpy_cliff_tuned": 1.0}},
            "layout": "{}",
            "equivalence": [{{"hot_path": "toy", "topic": "answers", "compared": 4, "differences": 0}}]}}"#,
        timed.join(", "),
        layout(&job),
    ));
}

/// Every job has another seed, which does for another layout.
fn layout(job: &str) -> &str {
    let seed = job.lines().find(|line| line.contains("\"seed\"")).unwrap();
    if fault("not_shuffled") {
        "always the same"
    } else {
        seed.trim().trim_start_matches("\"seed\": ")
    }
}

fn self_tests() -> String {
    let passed = !fault("self_test");
    format!(
        r#"{{"name": "addresses", "subject": "", "passed": {passed}, "detail": "all distinct"}},
        {{"name": "control", "subject": "toy", "passed": true, "detail": "1.001"}}"#
    )
}

fn catalogue() -> String {
    let cases = cases().map(|(id, headline, origin, contenders)| {
        let mut parts = id.split('/').skip(1);
        let workload = parts.next().unwrap();
        let parameters: Vec<String> = parts.map(|part| {
            let (name, value) = part.split_once('=').unwrap();
            format!(r#""{name}": {value}"#)
        }).collect();
        let contenders: Vec<String> = contenders.iter().map(|(name, role, ..)| {
            format!(r#"{{"name": "{name}", "role": "{role}"}}"#)
        }).collect();
        format!(
            r#"{{"id": "{id}", "hot_path": "toy", "workload": "{workload}", "parameters": {{{}}},
                "origin": "{origin}", "headline": {headline}, "learnable": false, "workload_version": 1,
                "operations": 1, "pass": 1, "counted_passes": 1, "contenders": [{}]}}"#,
            parameters.join(", "), contenders.join(", ")
        )
    });
    let version = if fault("old_package") { 0 } else { 1 };
    format!(
        r#"{{"schema": "hotpair.catalogue", "version": {version}, "cases": [{}],
            "stories": [{{"hot_path": "toy", "title": "Toy", "ticket": "TOY-1", "ticket_url": "https://example.org",
                "published": "3x", "java_elsewhere": "", "headline_case": "toy/sum/n=8", "analysis": "A toy.",
                "legacy_source": "a\n", "optimized_source": "b\n"}}],
            "claims": [{{"id": "toy-1", "hot_path": "toy", "text": "three times as fast", "published": "3x",
                "java_elsewhere": "", "cases": ["toy/sum/n=8"], "contender": "optimized", "witness": "cpu_time",
                "expectation": {{"kind": "ratio", "published": 3.0, "low": 2.0, "high": 4.5}}, "remark": ""}}]}}"#,
        cases.collect::<Vec<_>>().join(", ")
    )
}

fn timed_case((id, _, origin, contenders): &Case, long: bool, relinked: bool) -> String {
    let legacy = contenders[0].2;
    let times: Vec<String> = contenders.iter().map(|(name, _, ns, _)| {
        format!(r#"{{"name": "{name}", "cpu_time": {{"unit": "ns_per_op", "value": {ns}, "low": {ns}, "high": {ns}}}}}"#)
    }).collect();
    let once = *origin == "growth" && !long;
    let others = if once { &[] } else { &contenders[1..] };
    let rows: Vec<String> = others.iter().map(|(name, role, ns, _)| {
        let slow = fault("slow") && *role == "optimized" && *id == "toy/sum/n=8";
        let slow = slow || relinked && fault("layout_dependent") && *role == "optimized";
        let ratio = if slow { 0.5 } else { legacy as f64 / *ns as f64 };
        let verdict = match ratio {
            _ if fault("inconclusive") && *role == "optimized" => r#""inconclusive", "cause": "budget""#,
            1.0 => r#""equivalent""#,
            r if r > 1.0 => r#""better""#,
            _ => r#""worse""#,
        };
        format!(
            r#"{{"contender": "{name}", "witness": "cpu_time", "ratio": {ratio}, "low": {}, "high": {},
                "verdict": {verdict}, "confidence": 0.992, "margin": 0.01, "looks": 1, "stop": "precise",
                "mode": "quiet"}}"#,
            ratio * 0.999, ratio * 1.001
        )
    }).collect();
    format!(
        r#"{{"id": "{id}", "answer_digest": "00000000000000aa", "labels": [], "contenders": [{}], "comparisons": [{}]}}"#,
        times.join(", "),
        rows.join(", ")
    )
}
