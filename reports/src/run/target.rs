//! Bench targets as processes: a job in, progress on the way, a result out.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::{fs, thread};

use measure::record::{self, Catalogue};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::flags;
use super::output;
use crate::failure::{Code, Failure};

/// A built bench target.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// Its name, for messages.
    pub name: String,
    /// Where it is.
    pub executable: PathBuf,
}

impl Target {
    /// What the measured package says of itself.
    ///
    /// # Errors
    ///
    /// The target fails, or what it prints is no catalogue of this version.
    pub(super) fn catalogue(&self) -> Result<Catalogue, Failure> {
        let mut text = String::new();
        let complaint = self.start(&["--catalogue".as_ref()], &[], |line| {
            text += line;
            text.push('\n');
        })?;
        eprint!("{complaint}");
        let unreadable = |what: String| {
            Failure::cannot(format!("`{} --catalogue`: {what}", self.name))
                .hint("package and `hotpair` must use the same version of `measure`")
        };
        let value: serde_json::Value =
            serde_json::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
        let (schema, version) = (&value["schema"], &value["version"]);
        if schema != record::CATALOGUE_SCHEMA || version != record::CATALOGUE_VERSION {
            return Err(unreadable(format!("is {schema} version {version}")));
        }
        let catalogue: Catalogue =
            serde_json::from_value(value).map_err(|error| unreadable(error.to_string()))?;
        check(&catalogue).map_err(unreadable)?;
        Ok(catalogue)
    }

    /// Gives the target a job and waits for its result; `report` hears of its progress.
    ///
    /// # Errors
    ///
    /// What the target says is wrong, with its own code; or there is no result.
    pub(super) fn work<J: Serialize, R: DeserializeOwned>(
        &self,
        job: &J,
        report: impl FnMut(record::Progress),
    ) -> Result<R, Failure> {
        let say = |line: &str| eprintln!("{}: {line}", self.name);
        let (result, complaint) = self.do_job("--job", job, &[], report, say)?;
        eprint!("{complaint}");
        Ok(result)
    }

    /// Gives the target `paired` two revisions to compare and waits for its result.
    ///
    /// # Errors
    ///
    /// As above.
    pub(super) fn compare(
        &self,
        job: &record::RevisionJob,
        report: impl FnMut(record::Progress),
    ) -> Result<record::RevisionResult, Failure> {
        let say = |line: &str| eprintln!("{}: {line}", self.name);
        let (result, complaint) = self.do_job("--revisions", job, &[], report, say)?;
        eprint!("{complaint}");
        Ok(result)
    }

    /// The same for a target that talks: `hear` gets its lines, and only a failure is printed.
    ///
    /// # Errors
    ///
    /// As above.
    pub(super) fn work_quietly<J: Serialize, R: DeserializeOwned>(
        &self,
        job: &J,
        variables: &[(&str, &Path)],
        report: impl FnMut(record::Progress),
        hear: impl FnMut(&str),
    ) -> Result<R, Failure> {
        self.do_job("--job", job, variables, report, hear).map(|(result, _)| result)
    }

    /// The result of a job, and what the target said on standard error.
    fn do_job<J: Serialize, R: DeserializeOwned>(
        &self,
        flag: &str,
        job: &J,
        variables: &[(&str, &Path)],
        mut report: impl FnMut(record::Progress),
        mut hear: impl FnMut(&str),
    ) -> Result<(R, String), Failure> {
        let folder = tempfile::tempdir()
            .map_err(|error| Failure::cannot(format!("no temporary folder: {error}")))?;
        let [job_file, result_file] =
            ["job.json", "result.json"].map(|name| folder.path().join(name));
        output::write_json(&job_file, job)?;
        let arguments = [flag.as_ref(), job_file.as_ref(), "--out".as_ref(), result_file.as_ref()];
        let complaint =
            self.start(&arguments, variables, |line| match serde_json::from_str(line) {
                Ok(progress) => report(progress),
                Err(_) => hear(line),
            })?;
        let text = fs::read_to_string(&result_file)
            .map_err(|error| Failure::cannot(format!("`{}` left no result: {error}", self.name)))?;
        let result = serde_json::from_str(&text)
            .map_err(|error| Failure::cannot(format!("the result of `{}`: {error}", self.name)))?;
        Ok((result, complaint))
    }

    /// What it said on standard error, if it ended well.
    fn start(
        &self,
        arguments: &[&Path],
        variables: &[(&str, &Path)],
        mut hear: impl FnMut(&str),
    ) -> Result<String, Failure> {
        let failed = |error: std::io::Error| Failure::cannot(format!("`{}`: {error}", self.name));
        let mut child = Command::new(&self.executable)
            .args(arguments)
            .env(flags::TUNABLES_NAME, flags::TUNABLES)
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let mut errors = child.stderr.take();
        let output = child.stdout.take();
        // Both pipes are emptied at the same time, or a talkative target would wait for ever.
        let complaint = thread::scope(|scope| {
            let complaint = scope.spawn(|| {
                let mut text = Vec::new();
                errors.as_mut().map(|errors| errors.read_to_end(&mut text));
                String::from_utf8_lossy(&text).into_owned()
            });
            if let Some(output) = output {
                BufReader::new(output).lines().map_while(Result::ok).for_each(|line| hear(&line));
            }
            complaint.join().unwrap_or_default()
        });
        let status = child.wait().map_err(failed)?;
        if status.success() {
            return Ok(complaint);
        }
        Err(failure_of(&self.name, status, &complaint))
    }
}

/// A target's own words and code; 1 is a wrong answer, everything else means that nothing was measured.
fn failure_of(name: &str, status: ExitStatus, complaint: &str) -> Failure {
    let line = |start: &str| {
        let line = complaint.lines().find_map(|line| line.strip_prefix(start));
        line.map(|line| line.trim().to_owned())
    };
    let code = if status.code() == Some(1) { Code::Regression } else { Code::CannotJudge };
    let message = line("error:").unwrap_or_else(|| {
        // A panic says what happened in its second line, and where in its first; a backtrace may follow.
        let lines: Vec<&str> =
            complaint.lines().filter(|line| !line.starts_with("note:")).collect();
        let panic = lines.iter().rposition(|line| line.contains(" panicked at "));
        let from = panic.unwrap_or(lines.len().saturating_sub(2));
        let last = lines[from..lines.len().min(from + 2)].join(" ");
        format!("`{name}` ended with {status}: {last}").trim_end_matches([':', ' ']).to_owned()
    });
    Failure { code, message, hint: line("hint:") }
}

/// What everything later relies on: ids are unique, and every case has a reference.
fn check(catalogue: &Catalogue) -> Result<(), String> {
    let mut seen = std::collections::BTreeSet::new();
    for case in &catalogue.cases {
        if !seen.insert(&case.id) {
            return Err(format!("case \"{}\" is listed twice", case.id));
        }
        if case.contenders.is_empty() {
            return Err(format!("case \"{}\" has no contender", case.id));
        }
    }
    Ok(())
}
