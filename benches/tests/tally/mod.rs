//! How many results the equivalence tests compare: written to standard error for whoever sets `HOTPAIR_TALLY`.
//!
//! `scripts/equivalence` adds the lines up. A result is one answer of one contender that was compared with a model,
//! such as one check of a range, one decoded value, one row of a list, or one tree.

use std::cell::Cell;
use std::io::Write as _;
use std::{env, io};

thread_local! {
    static COMPARED: Cell<u64> = const { Cell::new(0) };
}

/// So many more results were compared by the test that runs on this thread.
pub(crate) fn compared(results: usize) {
    COMPARED.set(COMPARED.get() + results as u64);
}

/// Counts from here to the end of the scope. For proptest the scope is one input.
pub(crate) fn tally(hot_path: &'static str) -> Tally {
    COMPARED.set(0);
    Tally(hot_path)
}

/// Says how many results were compared when it is dropped.
pub(crate) struct Tally(&'static str);

impl Drop for Tally {
    fn drop(&mut self) {
        if env::var_os("HOTPAIR_TALLY").is_some() {
            // Not `eprintln!`: libtest swallows the output of a passing test.
            let line = format!("compared {} {}\n", self.0, COMPARED.get());
            let _ = io::stderr().write_all(line.as_bytes());
        }
    }
}
