//! A measured package in miniature, without dependencies: what its two bench targets share.
//!
//! `MEASURED_FAULT` names the mistake that a target makes.

use std::process::exit;
use std::{env, fs};

/// Id, whether it is a headline case, origin, contenders with their roles and their nanoseconds, bytes and blocks.
pub type Case =
    (&'static str, bool, &'static str, &'static [(&'static str, &'static str, u64, u64)]);

/// All cases: name, role, nanoseconds, bytes of each contender; a block has 8 bytes.
pub const CASES: &[Case] = &[
    (
        "toy/sum/n=8",
        true,
        "ticket",
        &[
            ("legacy", "legacy", 30, 64),
            ("optimized", "optimized", 10, 0),
            ("control", "control", 30, 64),
            ("std", "peer", 20, 32),
        ],
    ),
    (
        "toy/sum/n=64",
        false,
        "ticket",
        &[
            ("legacy", "legacy", 300, 512),
            ("optimized", "optimized", 100, 512),
            ("std", "peer", 200, 256),
        ],
    ),
    (
        "toy/sum/n=512",
        false,
        "growth",
        &[("legacy", "legacy", 3000, 4096), ("optimized", "optimized", 900, 4096)],
    ),
    (
        "toy/sum/n=4096",
        false,
        "growth",
        &[("legacy", "legacy", 30000, 32768), ("optimized", "optimized", 9000, 32768)],
    ),
    (
        "toy/real_words",
        false,
        "real",
        &[("legacy", "legacy", 50, 0), ("optimized", "optimized", 50, 8), ("std", "peer", 40, 0)],
    ),
];

/// Whether a target makes this mistake.
pub fn fault(name: &str) -> bool {
    env::var("MEASURED_FAULT").is_ok_and(|fault| fault == name)
}

/// The cases that there are, minus one that a fault takes away.
pub fn cases() -> impl Iterator<Item = &'static Case> {
    CASES.iter().filter(|case| !(fault("case_removed") && case.0 == "toy/sum/n=64"))
}

/// The text of the job, after the mistakes that happen before any work.
pub fn job() -> String {
    if fault("wrong_answer") {
        eprintln!("error: toy/sum/n=8: optimized answers 3, not 4");
        eprintln!("hint: compare the two sources");
        exit(1);
    }
    if fault("cannot_measure") {
        eprintln!("error: two measured loops share an address");
        exit(2);
    }
    assert!(!fault("panic"), "out of luck");
    assert!(env::var("GLIBC_TUNABLES").is_ok_and(|text| text.contains("x86_rep_movsb_threshold")));
    let arguments: Vec<String> = env::args().collect();
    assert!(arguments[1] == "--job" && arguments[3] == "--out", "{arguments:?}");
    fs::read_to_string(&arguments[2]).unwrap()
}

/// Writes the result where the command line wants it, unless a fault forgets it.
pub fn answer(result: &str) {
    println!("{{\"done\": 0.5, \"doing\": \"half-way\"}}");
    while fault("sleep") {
        // Ends with the reader of the pipe.
        std::thread::sleep(std::time::Duration::from_millis(50));
        println!("{{\"done\": 0.5, \"doing\": \"half-way\"}}");
    }
    if !fault("no_result") {
        fs::write(env::args().nth(4).unwrap(), result).unwrap();
    }
}
