//! Shards of one run, joined to the run that they are parts of.
//!
//! What only the whole can say, growth and claims, is judged again over the join. What each shard says of its own
//! machine and instrument is kept beside it, and the joined run speaks for the worst of them.

mod instrument;
mod same;

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Result;
use measure::record::{
    Base, CaseRecord, Environment, Equivalence, JoinedShard, Plan, PlannedCase, Run, Shard,
};
use measure::{claims, growth};

use crate::read::{Completeness, Refusal, read_run};

/// The flag that makes a shard; shards of one run differ in what stands behind it.
pub const SHARD: &str = "--shard";

const HINT: &str = "name the run files of all shards of one run, and nothing else";

/// Reads the one run that these files hold: a whole one, or all of its shards in any order.
///
/// # Errors
///
/// A [`Refusal`] that names a file: it is damaged, a shard is missing or doubled, or two of them are not of one run.
pub fn read_whole(paths: &[PathBuf]) -> Result<Run> {
    let read = |path: &PathBuf| {
        let run = read_run(path, Completeness::Required)?;
        Ok((path.display().to_string(), run))
    };
    join(paths.iter().map(read).collect::<Result<_>>()?)
}

/// The run that these are the shards of, or the only one if it is whole; each with the name of its file.
///
/// # Errors
///
/// As for [`read_whole`].
pub fn join(mut runs: Vec<(String, Run)>) -> Result<Run> {
    if let [(_, run)] = runs.as_slice()
        && run.shard.is_none()
    {
        return Ok(runs.remove(0).1);
    }
    let mut shards = Vec::new();
    for (file, mut run) in runs {
        match run.shard.take() {
            Some(shard) => shards.push(Piece { file, shard, run }),
            None => return Err(refused(&file, "is a whole run, and several files are named")),
        }
    }
    shards.sort_by_key(|piece| piece.shard.number);
    let Some(first) = shards.first() else { return Err(refused("", "no run is named")) };
    for other in &shards[1..] {
        if let Some(difference) = same::difference(first, other) {
            return Err(refused(&other.file, &difference));
        }
    }
    all_there(&shards)?;
    Ok(joined(&shards))
}

/// A shard with the name of its file.
struct Piece {
    file: String,
    shard: Shard,
    run: Run,
}

fn refused(file: &str, problem: &str) -> anyhow::Error {
    let file = crate::format::visible(file).into_owned();
    Refusal { file, problem: problem.to_owned(), hint: HINT.to_owned() }.into()
}

/// Every number once, and every case that was selected in exactly one shard.
fn all_there(shards: &[Piece]) -> Result<()> {
    let first = &shards[0];
    for (piece, other) in shards.iter().zip(&shards[1..]) {
        if piece.shard.number == other.shard.number {
            let Shard { number, of, .. } = other.shard;
            let problem = format!("is shard {number} of {of}, and so is {}", piece.file);
            return Err(refused(&other.file, &problem));
        }
    }
    let there: BTreeSet<u32> = shards.iter().map(|piece| piece.shard.number).collect();
    let Shard { number, of, .. } = first.shard;
    let missing = (1..=of).filter(|number| !there.contains(number));
    let missing: Vec<String> = missing.map(|number| number.to_string()).collect();
    if !missing.is_empty() {
        let problem = format!("is shard {number} of {of}; missing: {}", missing.join(", "));
        return Err(refused(&first.file, &problem));
    }
    let mut measured: BTreeSet<&str> = BTreeSet::new();
    for piece in shards {
        for case in &piece.run.plan.cases {
            if !measured.insert(&case.id) {
                let problem = format!("case \"{}\" is in another shard, too", case.id);
                return Err(refused(&piece.file, &problem));
            }
            if !piece.shard.selected.contains(&case.id) {
                let problem = format!("case \"{}\" was not selected", case.id);
                return Err(refused(&piece.file, &problem));
            }
        }
    }
    match first.shard.selected.iter().find(|id| !measured.contains(id.as_str())) {
        Some(id) => Err(refused(&first.file, &format!("case \"{id}\" is in no shard"))),
        None => Ok(()),
    }
}

fn joined(shards: &[Piece]) -> Run {
    let first = &shards[0].run;
    let cases = cases(shards);
    let growth = growth::curves(&cases);
    let equivalence = equivalence(shards);
    let evidence = claims::Evidence { cases: &cases, growth: &growth, equivalence: &equivalence };
    let claims = first.published.iter().map(|claim| claims::decide(claim, evidence)).collect();
    let runs = || shards.iter().map(|piece| &piece.run);
    Run {
        schema: first.schema.clone(),
        version: first.version,
        complete: true,
        command: same::command(first),
        seed: first.seed,
        started: runs().map(|run| &run.started).min().cloned().unwrap_or_default(),
        duration_s: runs().map(|run| run.duration_s).sum(),
        environment: environment(shards),
        plan: plan(shards),
        shard: None,
        shards: shards.iter().map(record).collect(),
        instrument: instrument::joined(shards),
        base: base(shards),
        growth,
        claims,
        equivalence,
        stories: first.stories.clone(),
        published: first.published.clone(),
        cases,
    }
}

/// The rows of all shards; what is added, removed or changed is the same in each.
fn base(shards: &[Piece]) -> Option<Base> {
    let mut all = shards.iter().filter_map(|piece| piece.run.base.clone());
    let mut first = all.next()?;
    for other in all {
        first.rows.extend(other.rows);
        for missing in other.missing {
            if !first.missing.contains(&missing) {
                first.missing.push(missing);
            }
        }
    }
    Some(first)
}

/// In the order of the selection, as a whole run has them.
fn cases(shards: &[Piece]) -> Vec<CaseRecord> {
    in_order(shards, |run| &run.cases, |case| &case.id)
}

fn plan(shards: &[Piece]) -> Plan {
    let planned: Vec<PlannedCase> = in_order(shards, |run| &run.plan.cases, |case| &case.id);
    Plan { cases: planned, ..shards[0].run.plan.clone() }
}

fn in_order<T: Clone>(
    shards: &[Piece],
    of: impl Fn(&Run) -> &Vec<T>,
    id: impl Fn(&T) -> &String,
) -> Vec<T> {
    let all = || shards.iter().flat_map(|piece| of(&piece.run));
    let selected = shards[0].shard.selected.iter();
    selected.filter_map(|wanted| all().find(|one| id(one) == wanted)).cloned().collect()
}

/// What several shards compared of one topic is added up.
fn equivalence(shards: &[Piece]) -> Vec<Equivalence> {
    let mut all: Vec<Equivalence> = Vec::new();
    for evidence in shards.iter().flat_map(|piece| &piece.run.equivalence) {
        let same = |known: &&mut Equivalence| {
            known.hot_path == evidence.hot_path && known.topic == evidence.topic
        };
        match all.iter_mut().find(same) {
            Some(known) => {
                known.compared += evidence.compared;
                known.differences += evidence.differences;
            }
            None => all.push(evidence.clone()),
        }
    }
    all
}

/// The machine is the same by kind; the load is the highest of all.
fn environment(shards: &[Piece]) -> Environment {
    let all = || shards.iter().map(|piece| &piece.run.environment);
    Environment {
        load_before: all().map(|one| one.load_before).fold(0.0, f64::max),
        load_after: all().map(|one| one.load_after).fold(0.0, f64::max),
        ..shards[0].run.environment.clone()
    }
}

fn record(piece: &Piece) -> JoinedShard {
    let Piece { shard, run, .. } = piece;
    JoinedShard {
        number: shard.number,
        cases: run.cases.iter().map(|case| case.id.clone()).collect(),
        seed: run.seed,
        started: run.started.clone(),
        duration_s: run.duration_s,
        environment: run.environment.clone(),
        instrument: run.instrument.clone(),
    }
}

#[cfg(test)]
mod tests;
