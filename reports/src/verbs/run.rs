//! `hotpair run`.

use std::path::PathBuf;

use measure::record::Witness;
use reports::failure::Failure;
use reports::run::{self, Request};

use crate::cli::RunArgs;

pub(crate) fn run(arguments: RunArgs, manifest: Option<PathBuf>) -> Result<(), Failure> {
    let command = command(&arguments);
    let named = |name: &String| Witness::ALL.iter().copied().find(|witness| witness.name() == name);
    let witnesses: Vec<Witness> = arguments.witness.iter().filter_map(named).collect();
    let request = Request {
        only: arguments.only,
        witnesses: (!witnesses.is_empty()).then_some(witnesses),
        quick: arguments.quick,
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
    if arguments.quick {
        words.push("--quick".to_owned());
    }
    if let Some(seed) = arguments.seed {
        words.extend(["--seed".to_owned(), seed.to_string()]);
    }
    words
}
