//! Reads a run file, and refuses every file that could be taken for a run and is none.
//!
//! Three sieves, each with its own file: JSON without duplicate keys and `null` ([`strict`]), the shape of the types,
//! and what the types cannot say ([`check`]). Whatever fails gives one line with file, field and the way out.

mod base;
mod check;
mod strict;

use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::Result;
use measure::record::{RUN_SCHEMA, RUN_VERSION, Run};
use serde_json::Value;

use crate::format::{shortened, visible};

/// Whether a run that was not finished will do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// Only a complete run.
    Required,
    /// Any run; the page shows a banner.
    Any,
}

/// Why a file is not taken for a run. Prints as one line, and its hint as another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The file as it was named.
    pub file: String,
    /// Field and fault.
    pub problem: String,
    /// What to do next.
    pub hint: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}\nhint: {}", self.file, self.problem, self.hint)
    }
}

impl std::error::Error for Refusal {}

/// A fault and the way out, before the file's name is known.
pub(crate) struct Fault {
    problem: String,
    hint: &'static str,
}

impl Fault {
    fn new(problem: impl Into<String>, hint: &'static str) -> Fault {
        Fault { problem: problem.into(), hint }
    }
}

const MEASURE_AGAIN: &str = "measure again with scripts/hotpair run";

/// Reads and checks the run file at `path`.
///
/// # Errors
///
/// A [`Refusal`]: one line that names file and field, and a hint.
pub fn read_run(path: &Path, completeness: Completeness) -> Result<Run> {
    let file = visible(&path.display().to_string()).into_owned();
    let run = fs::read(path)
        .map_err(|error| unreadable(&error))
        .and_then(|bytes| parse(&bytes, completeness))
        .map_err(|Fault { problem, hint }| Refusal { file, problem, hint: hint.into() })?;
    Ok(run)
}

fn unreadable(error: &std::io::Error) -> Fault {
    match error.kind() {
        ErrorKind::NotFound => Fault::new(
            "no such file",
            "give the path of a run.json, or make one with scripts/hotpair run",
        ),
        ErrorKind::IsADirectory => {
            Fault::new("is a folder", "give the path of the run.json inside it")
        }
        _ => Fault::new(format!("cannot be read ({error})"), "mend the file's permissions"),
    }
}

fn parse(bytes: &[u8], completeness: Completeness) -> Result<Run, Fault> {
    let value = strict::parse(text_of(bytes)?)?;
    known_format(&value)?;
    let run: Run = serde_path_to_error::deserialize(value).map_err(|error| {
        let field = error.path().to_string();
        Fault::new(one_line(&format!("{field}: {}", error.inner())), MEASURE_AGAIN)
    })?;
    if !run.complete && completeness == Completeness::Required {
        return Err(Fault::new(
            "complete: false, so the run was stopped before its end",
            "look at it with scripts/hotpair report, or measure again with scripts/hotpair run",
        ));
    }
    check::check(&run)?;
    Ok(run)
}

fn text_of(bytes: &[u8]) -> Result<&str, Fault> {
    if bytes.starts_with(b"\xef\xbb\xbf") {
        return Err(Fault::new("begins with a byte-order mark", "save it as UTF-8 without one"));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        Fault::new(format!("is not UTF-8 at byte {}", error.valid_up_to()), MEASURE_AGAIN)
    })?;
    if text.trim().is_empty() {
        return Err(Fault::new("is empty", MEASURE_AGAIN));
    }
    Ok(text)
}

/// Schema and version come before the shape: a file of another version has other fields, and "unknown field" would
/// send its reader the wrong way.
fn known_format(value: &Value) -> Result<(), Fault> {
    const WRONG: &str = "give the run.json that scripts/hotpair run wrote";
    let Value::Object(fields) = value else {
        return Err(Fault::new("is JSON, but not an object", WRONG));
    };
    match fields.get("schema") {
        Some(Value::String(schema)) if schema == RUN_SCHEMA => {}
        Some(found) => {
            let found = one_line(&found.to_string());
            return Err(Fault::new(format!("schema: {found}, not \"{RUN_SCHEMA}\""), WRONG));
        }
        None => return Err(Fault::new("schema: missing", WRONG)),
    }
    match fields.get("version") {
        Some(version) if version.as_u64() == Some(RUN_VERSION.into()) => Ok(()),
        Some(version) => {
            let found = one_line(&version.to_string());
            Err(Fault::new(
                format!("version: {found}, and this hotpair reads version {RUN_VERSION}"),
                "read it with the hotpair that wrote it, or measure again",
            ))
        }
        None => Err(Fault::new("version: missing", WRONG)),
    }
}

/// Text from a file, fit to stand in an error of one line.
fn one_line(text: &str) -> String {
    shortened(&visible(text), 400).into_owned()
}

#[cfg(test)]
mod tests;
