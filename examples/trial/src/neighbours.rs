//! The loads: who else uses the machine while the trial measures.

use std::hint::black_box;
use std::process::{Child, Command, Stdio};
use std::{env, io};

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// Who else uses the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Load {
    /// Nobody whom the trial started.
    Idle,
    /// One process that computes.
    One,
    /// Three processes that compute and one that streams through memory.
    Four,
}

impl Load {
    /// As the table says it.
    pub fn words(self) -> &'static str {
        match self {
            Load::Idle => "idle",
            Load::One => "one busy neighbour",
            Load::Four => "four, one memory-hungry",
        }
    }
}

/// Neighbours at work; they end with this value.
pub struct Neighbours(Vec<Child>);

impl Neighbours {
    /// Starts those of a load.
    pub fn start(load: Load) -> io::Result<Neighbours> {
        let kinds: &[&str] = match load {
            Load::Idle => &[],
            Load::One => &["compute"],
            Load::Four => &["compute", "compute", "compute", "memory"],
        };
        let program = env::current_exe()?;
        let start = |kind: &&str| {
            Command::new(&program).args(["neighbour", kind]).stdin(Stdio::null()).spawn()
        };
        let mut neighbours = Neighbours(Vec::new());
        for kind in kinds {
            neighbours.0.push(start(kind)?);
        }
        Ok(neighbours)
    }
}

impl Drop for Neighbours {
    fn drop(&mut self) {
        for child in &mut self.0 {
            // One that has ended already is what is wanted.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The body of a neighbour; never returns.
pub fn work(memory: bool) -> ! {
    let mut block = vec![0_u64; if memory { 32 << 20 } else { 1 }];
    let mut state = 1_u64;
    loop {
        for word in &mut block {
            *word = word.wrapping_add(state);
        }
        for _ in 0..1_000 {
            state = black_box(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
        }
        black_box(&block);
    }
}
