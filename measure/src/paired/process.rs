//! One process of the sampler: it visits the cases in random order and measures two units of each.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::kernel::{Kernel, Mood};
use super::unit::{self, Opponent, Setting};
use crate::record::UnitRecord;
use crate::{Case, TUNABLES, clock};

/// The flag that starts a binary as one process of the sampler.
pub(super) const FLAG: &str = "--process";

/// What a process is to measure.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Task {
    pub(super) process: u32,
    pub(super) units: u32,
    pub(super) seed: u64,
    pub(super) raw: bool,
    pub(super) kernel: Kernel,
    pub(super) visits: Vec<Visit>,
    /// Libraries of two revisions, base and head, whose pairs are visited; otherwise the cases of the program itself.
    pub(super) revisions: Option<[PathBuf; 2]>,
}

/// A case to be visited.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Visit {
    /// Its id.
    pub(super) case: String,
    pub(super) opponents: Vec<Opponent>,
    /// One unit is enough.
    pub(super) once: bool,
}

/// One line on the standard output of a process: what a unit found of one opponent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Found {
    pub(super) case: String,
    pub(super) opponent: String,
    pub(super) unit: UnitRecord,
}

/// The body of a process that was started with a task: one line per unit and opponent.
pub(super) fn work(cases: &[Case], task: &Path) -> Result<(), String> {
    let text = fs::read_to_string(task).map_err(|error| error.to_string())?;
    let task: Task = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let mut setting = Setting {
        mood: Mood::new(task.kernel),
        overhead: clock::overhead(),
        process: task.process,
        raw: task.raw,
    };
    let pairs = match &task.revisions {
        Some([base, head]) => super::pairs_of_revisions(cases, base, head)?,
        None => Vec::new(),
    };
    let mut random = ChaCha8Rng::seed_from_u64(task.seed);
    for round in 0..task.units {
        let mut visits: Vec<&Visit> =
            task.visits.iter().filter(|visit| round == 0 || !visit.once).collect();
        visits.shuffle(&mut random);
        for visit in visits {
            let all = cases.iter().chain(&pairs);
            let mut all = all.chain(cases.iter().flat_map(|case| &case.other_lengths));
            let case = all.find(|case| case.id() == visit.case);
            let case = case.ok_or_else(|| format!("{}: no such case", visit.case))?;
            let units = unit::measure(case, &visit.opponents, &mut setting, random.random());
            for (opponent, unit) in visit.opponents.iter().zip(units) {
                let found =
                    Found { case: visit.case.clone(), opponent: opponent.name.clone(), unit };
                println!("{}", serde_json::to_string(&found).map_err(|error| error.to_string())?);
            }
        }
    }
    Ok(())
}

/// Starts this binary as a process, and hands on what it finds line by line.
pub(super) fn start(task: &Task, mut found: impl FnMut(Found)) -> Result<(), String> {
    let file = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    serde_json::to_writer(&file, task).map_err(|error| error.to_string())?;
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let mut child = Command::new(program)
        .arg(FLAG)
        .arg(file.path())
        .env("GLIBC_TUNABLES", TUNABLES)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let output = child.stdout.take().ok_or("no standard output")?;
    let mut damaged = None;
    for line in BufReader::new(output).lines() {
        let line = line.map_err(|error| error.to_string())?;
        match serde_json::from_str(&line) {
            Ok(unit) => found(unit),
            Err(error) => damaged = Some(format!("a line of a measuring process: {error}")),
        }
    }
    let status = child.wait().map_err(|error| error.to_string())?;
    match damaged {
        Some(message) => Err(message),
        None if status.success() => Ok(()),
        None => Err(format!("a measuring process ended with {status}")),
    }
}
