//! The command `hotpair`: one file per verb, one place that prints what went wrong.

mod cli;
mod verbs;

use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;
use reports::failure::{Code, Failure};

use self::cli::{Cli, Verb};

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error)
            if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) =>
        {
            return ended(error.print().map_err(|error| Failure::cannot(error.to_string())));
        }
        Err(error) => return ended(Err(bad_arguments(&error))),
    };
    let manifest = cli.manifest_path;
    match cli.verb {
        Verb::Run(arguments) => ended(verbs::run::run(arguments, manifest)),
        Verb::Report(arguments) => ended(verbs::report::report(&arguments)),
        Verb::Gate(arguments) => match verbs::gate::gate(&arguments, manifest.as_deref()) {
            Ok(Some(code)) => ExitCode::from(code as u8),
            result => ended(result.map(|_| ())),
        },
        Verb::Show(arguments) => ended(verbs::show::show(&arguments, manifest.as_deref())),
        Verb::Export(arguments) => ended(verbs::export::export(&arguments, manifest.as_deref())),
    }
}

fn ended(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(failure.code as u8)
        }
    }
}

/// What clap says in a paragraph, as a line and a hint.
fn bad_arguments(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut paragraphs = text.split("\n\n").map(words);
    let first = match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            "no verb is given".to_owned()
        }
        _ => paragraphs.next().unwrap_or_default(),
    };
    let message = first.trim_start_matches("error: ").to_owned();
    let tip = paragraphs.find_map(|paragraph| paragraph.strip_prefix("tip: ").map(str::to_owned));
    let hint = tip.unwrap_or_else(|| {
        "`hotpair --help` and `hotpair VERB --help` list what there is".to_owned()
    });
    Failure { code: Code::CannotJudge, message, hint: Some(hint) }
}
