//! A machine that nobody has, and an instrument that did well on it.

use measure::record::{Environment, Instrument, Margin, SelfTest};

/// No real machine.
pub(crate) fn environment() -> Environment {
    Environment {
        cpu_model: "Example Processor 8000".into(),
        cores: 2,
        caches_bytes: [("L1d", 32_768), ("L2", 1_048_576), ("L3", 37_486_592)]
            .map(|(name, bytes)| (name.to_owned(), bytes))
            .into(),
        kernel: "6.1.0".into(),
        libc: "glibc 2.36".into(),
        allocator: "glibc malloc".into(),
        rustc: "rustc 1.95.0".into(),
        target: "x86_64-unknown-linux-gnu".into(),
        rustflags: "-C llvm-args=-align-all-functions=6".into(),
        profile: "release, one codegen unit, no fat LTO".into(),
        valgrind: Some("3.19.0".into()),
        crates: [("dhat", "0.3.3"), ("gungraun", "0.20.0")]
            .map(|(name, version)| (name.to_owned(), version.to_owned()))
            .into(),
        commit: Some("2c23c6a4f1d8e9b07a6c5d4e3f2a1b0c9d8e7f60".into()),
        dirty: Some(false),
        load_before: 0.12,
        load_after: 1.04,
        tunables: "glibc.cpu.x86_rep_movsb_threshold=1048576".into(),
    }
}

/// Every self-test passed.
pub(crate) fn instrument() -> Instrument {
    let passed = |name: &str, subject: &str, detail: &str| SelfTest {
        name: name.into(),
        subject: subject.into(),
        passed: true,
        detail: detail.into(),
    };
    Instrument {
        self_tests: vec![
            passed("a_a", "batched", "1.000 within 0.997 to 1.003"),
            passed("control", "bitmap_range_check", "legacy / control 1.001"),
            passed("injected_worse", "batched", "a slowdown of 2 % was called worse"),
            passed("addresses", "", "212 loops at addresses of their own"),
            passed("dhat", "", "a block of 4,096 bytes was seen"),
        ],
        margins: ["bitmap_range_check", "range_tombstone_list", "vlong_decode", "btree_build"]
            .map(|path| (path.to_owned(), Margin { margin: 0.01, control_ratio: Some(1.001) }))
            .into(),
        clock_overhead_ns: 21.4,
        cpu_clock_overhead_ns: 214.0,
        quiet_share: 0.934,
        memcpy_cliff: 17.2,
        memcpy_cliff_tuned: 1.03,
    }
}
