//! `hotpair run`.

use std::path::PathBuf;

use measure::record::Witness;
use reports::failure::Failure;
use reports::run::{self, Request};
use reports::shards::SHARD;

use crate::cli::RunArgs;

pub(crate) fn run(arguments: RunArgs, manifest: Option<PathBuf>) -> Result<(), Failure> {
    let command = command(&arguments);
    let named = |name: &String| Witness::ALL.iter().copied().find(|witness| witness.name() == name);
    let witnesses: Vec<Witness> = arguments.witness.iter().filter_map(named).collect();
    let request = Request {
        only: arguments.only,
        witnesses: (!witnesses.is_empty()).then_some(witnesses),
        quick: arguments.quick,
        long: arguments.long,
        shard: arguments.shard,
        layouts: arguments.layouts,
        base: arguments.base,
        out: arguments.out,
        manifest,
        seed: arguments.seed,
        command,
    };
    if arguments.list {
        return reports::print(&run::list(&request)?);
    }
    run::run(&request).map(|_| ())
}

/// The command line as it is kept: folders say something about a machine and nothing about a run.
fn command(arguments: &RunArgs) -> Vec<String> {
    let mut words = vec!["hotpair".to_owned(), "run".to_owned()];
    words.extend(arguments.only.iter().flat_map(|only| ["--only".to_owned(), only.clone()]));
    if !arguments.witness.is_empty() {
        words.extend(["--witness".to_owned(), arguments.witness.join(",")]);
    }
    for (given, flag) in [(arguments.quick, "--quick"), (arguments.long, "--long")] {
        words.extend(given.then(|| flag.to_owned()));
    }
    if let Some(part) = arguments.shard {
        words.extend([SHARD.to_owned(), part.to_string()]);
    }
    if let Some(number) = arguments.layouts {
        words.extend(["--layouts".to_owned(), number.to_string()]);
    }
    if let Some(base) = &arguments.base {
        words.extend(["--base".to_owned(), base.clone()]);
    }
    if let Some(seed) = arguments.seed {
        words.extend(["--seed".to_owned(), seed.to_string()]);
    }
    words
}
