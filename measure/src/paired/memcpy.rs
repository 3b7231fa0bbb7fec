//! The memcpy cliff: on some processors a copy is up to 17 times slower when source and destination lie 8 or 16
//! bytes apart modulo 4096, which is where an allocator puts buffers of power-of-two sizes.

use std::env;
use std::hint::black_box;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::TUNABLES;

/// The flag that starts a binary as a probe, which prints one number.
pub(super) const FLAG: &str = "--probe-memcpy";

const SIZE: usize = 8_192;
const PAGE: usize = 4_096;

/// How much slower a copy is at the worst of the notorious distances than at a harmless one.
pub(super) fn probe() -> f64 {
    let mut buffer = vec![1_u8; 8 * PAGE];
    let mut at = |distance: usize| {
        let (source, target) = buffer.split_at_mut(3 * PAGE);
        let source = &source[..SIZE];
        let from = source.as_ptr() as usize;
        let shift = (from + distance).wrapping_sub(target.as_ptr() as usize) % PAGE;
        let target = &mut target[shift..shift + SIZE];
        let mut fastest = f64::INFINITY;
        for _ in 0..300 {
            let start = Instant::now();
            for _ in 0..4 {
                black_box(&mut *target).copy_from_slice(black_box(source));
            }
            fastest = fastest.min(start.elapsed().as_nanos() as f64);
        }
        fastest.max(1.0)
    };
    let harmless = at(256);
    at(8).max(at(16)) / harmless
}

/// The probe in a process of its own, with the tunables of the measured processes or without any.
pub(super) fn probe_in_process(tuned: bool) -> Result<f64, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.arg(FLAG).stdin(Stdio::null()).env_remove("GLIBC_TUNABLES");
    if tuned {
        command.env("GLIBC_TUNABLES", TUNABLES);
    }
    let output = command.output().map_err(|error| error.to_string())?;
    String::from_utf8_lossy(&output.stdout)
        .trim()
        .parse()
        .map_err(|_| "the memcpy probe printed no number".to_owned())
}
