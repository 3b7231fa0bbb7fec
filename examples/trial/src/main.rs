//! The instrument on trial: the same function on both sides, and slowdowns of known size, thousands of times, under
//! three loads; criterion and tango-bench beside it.
//!
//! What was found is kept in a folder, one line per comparison: stopped, it goes on where it was.

mod hotpair;
mod neighbours;
mod others;
mod store;
mod table;
mod workloads;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Parser, Subcommand};

use self::neighbours::{Load, Neighbours};
use self::store::{Kind, Tool};

#[derive(Parser)]
#[command(about = "Puts the instrument on trial")]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Measures until the goal is reached or the time is up; goes on where an earlier call stopped
    Measure {
        /// Who else uses the machine; started and stopped by the trial
        #[arg(long)]
        load: Load,
        /// Comparisons of the same function
        #[arg(long, default_value_t = 1_000)]
        same: usize,
        /// Comparisons of each kind that are put to the other tools
        #[arg(long, default_value_t = 50)]
        others: usize,
        /// Stop after so many seconds
        #[arg(long, default_value_t = u64::MAX)]
        seconds: u64,
        /// Where the findings are kept
        #[arg(long, default_value = "target/trial")]
        folder: PathBuf,
    },
    /// Prints the table of what was found, or writes it into a page between its markers
    Table {
        /// Where the findings are kept
        #[arg(long, default_value = "target/trial")]
        folder: PathBuf,
        /// The page
        #[arg(long)]
        into: Option<PathBuf>,
    },
    #[command(hide = true)]
    Neighbour { kind: String },
    #[command(hide = true)]
    Criterion { name: String, kind: String },
}

fn main() -> ExitCode {
    // The instrument starts this program for its jobs and processes.
    if std::env::args()
        .nth(1)
        .is_some_and(|argument| argument.starts_with("--") && !argument.starts_with("--h"))
    {
        return measure::paired::main(hotpair::cases());
    }
    let done = match Arguments::parse().verb {
        Verb::Measure { load, same, others, seconds, folder } => {
            measure(load, same, others, Duration::from_secs(seconds), &folder)
        }
        Verb::Table { folder, into } => table::write(&folder, into.as_deref()),
        Verb::Neighbour { kind } => neighbours::work(kind == "memory"),
        Verb::Criterion { name, kind } => {
            others::criterion_side(&name, &kind);
            Ok(())
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn measure(
    load: Load,
    same: usize,
    others: usize,
    time: Duration,
    folder: &std::path::Path,
) -> Result<(), String> {
    let start = Instant::now();
    let mut records = store::read(folder, load)?;
    let _neighbours = Neighbours::start(load).map_err(|error| error.to_string())?;
    let count = |records: &[store::Record], tool, kind| {
        records.iter().filter(|record| record.tool == tool && record.kind == kind).count()
    };
    while start.elapsed() < time {
        // No seed twice: each job and each question to the others has the number of what was there before.
        let seed = records.len() as u64;
        let wanted = Kind::ALL.into_iter().find(|kind| {
            // Half of the injected ones are of either size.
            let goal = if *kind == Kind::Same { others } else { others.div_ceil(2) };
            count(&records, Tool::Criterion, *kind) < goal
        });
        let found = if count(&records, Tool::Hotpair, Kind::Same) < same {
            hotpair::measure(load, seed)?
        } else if let Some(kind) = wanted {
            others::measure(load, kind, seed)?
        } else {
            break;
        };
        store::append(folder, load, &found)?;
        records.extend(found);
        eprint!("\r{}: {} comparisons ", load.words(), records.len());
    }
    eprintln!();
    Ok(())
}
