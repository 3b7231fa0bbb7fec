//! The target `dhat` with counts made up in advance.

use measured::{CASES, answer, fault, job};

fn main() {
    let job = job();
    let mut counts = Vec::new();
    for (id, _, _, contenders) in
        CASES.iter().filter(|case| job.contains(&format!("\"{}\"", case.0)))
    {
        for (name, role, _, bytes) in *contenders {
            let bytes = match *role {
                "optimized" if fault("more_bytes") => bytes + 8,
                "legacy" if fault("fewer_bytes") && *bytes > 0 => bytes - 8,
                _ => *bytes,
            };
            let blocks = bytes / 8;
            counts.push(format!(
                r#"{{"case": "{id}", "contender": "{name}", "operations": 1, "bytes": {bytes}, "blocks": {blocks}}}"#
            ));
        }
    }
    let passed = !fault("dhat_blind");
    answer(&format!(
        r#"{{"counts": [{}],
            "self_test": {{"name": "dhat", "subject": "", "passed": {passed}, "detail": "sees a block"}}}}"#,
        counts.join(", ")
    ));
}
