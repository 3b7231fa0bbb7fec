//! What all bench targets have in common: jobs in, results out, and how they fail.

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::arguments::{self, Request};
use crate::record::Progress;
use crate::{Case, Suite};

/// Why a target stopped, which decides its exit code.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A contender's answer is wrong: exit 1.
    WrongAnswer(String),
    /// Nothing can be measured, or not as asked: exit 2.
    CannotMeasure(String),
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::CannotMeasure(message)
    }
}

/// Reads the arguments, does what they ask, and turns a failure into a line and an exit code.
pub(crate) fn main(body: impl FnOnce(Request) -> Result<(), Failure>) -> ExitCode {
    let request = arguments::parse(env::args().skip(1)).map_err(|message| {
        format!("{message}\nhint:  a filter is a part of a case's id; `--list` prints the ids")
    });
    match request.map_err(Failure::from).and_then(body) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::WrongAnswer(message)) => {
            eprintln!("error: {message}\nhint:  no number is printed where an answer is wrong");
            ExitCode::from(1)
        }
        Err(Failure::CannotMeasure(message)) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

/// What the other targets say when they are asked to compare revisions.
#[cfg(any(feature = "criterion", feature = "dhat"))]
pub(crate) fn no_revisions() -> Failure {
    Failure::CannotMeasure("only the target `paired` compares revisions".into())
}

/// A job from its file.
pub(crate) fn read_job<T: DeserializeOwned>(path: &Path) -> Result<T, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a result under a temporary name and renames it, so that it is whole or absent.
pub(crate) fn write_result<T: Serialize>(path: &Path, result: &T) -> Result<(), String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let file = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))
        .map_err(|error| failed(&error))?;
    serde_json::to_writer(&file, result).map_err(|error| failed(&error))?;
    file.persist(path).map_err(|error| failed(&error))?;
    Ok(())
}

/// Tells whoever started the job how far it is.
pub(crate) fn report_progress(done: f64, doing: &str) {
    let progress = Progress { done, doing: doing.into() };
    println!("{}", serde_json::to_string(&progress).unwrap_or_default());
}

/// The cases whose id contains one of the filters; all of them without a filter.
pub(crate) fn select<'a>(cases: &'a [Case], filters: &[String]) -> Result<Vec<&'a Case>, String> {
    let chosen = |case: &&Case| {
        let id = case.id();
        filters.is_empty() || filters.iter().any(|filter| id.contains(filter.as_str()))
    };
    let selected: Vec<&Case> = cases.iter().filter(chosen).collect();
    if selected.is_empty() {
        return Err(format!(
            "0 of {} cases match {}\nhint:  a filter is a part of a case's id; `--list` prints the ids",
            cases.len(),
            filters.join(" ")
        ));
    }
    Ok(selected)
}

/// The case of this id.
pub(crate) fn find<'a>(cases: &'a [Case], id: &str) -> Result<&'a Case, String> {
    cases.iter().find(|case| case.id() == id).ok_or_else(|| format!("{id}: no such case"))
}

/// No answer, no number: compares all contenders of a case with each other and with the recorded digest.
///
/// Gives the digest.
pub(crate) fn check(case: &Case, suite: &Suite) -> Result<String, Failure> {
    let digest = case.check().map_err(Failure::WrongAnswer)?.digest();
    match suite.digest(&case.id()).map_err(Failure::CannotMeasure)? {
        Some(recorded) if recorded != digest => Err(Failure::WrongAnswer(format!(
            "{}: the answer's digest is {digest}, recorded is {recorded}",
            case.id()
        ))),
        _ => Ok(digest),
    }
}

/// Every case answers once; nothing is measured.
pub(crate) fn test(suite: &Suite) -> Result<(), Failure> {
    for case in &suite.cases {
        check(case, suite)?;
        println!("{}: {} contenders agree", case.id(), case.contenders.len());
    }
    Ok(())
}

/// Prints what can be asked.
pub(crate) fn help() {
    println!("{}", arguments::usage());
}

/// Prints the ids.
pub(crate) fn list(suite: &Suite) {
    suite.cases.iter().for_each(|case| println!("{}: benchmark", case.id()));
}
