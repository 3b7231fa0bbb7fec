//! The arguments of a bench target: cargo's and Criterion's flags as a closed list, a job, or a filter.
//!
//! Arguments after `--` reach every bench target, so each must know the flags that only Criterion acts on.

use std::path::PathBuf;

/// What a bench target was started for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    /// Print what the package says of itself.
    Catalogue,
    /// Do a job and write its result.
    Job {
        /// The job.
        job: PathBuf,
        /// Where the result goes.
        out: PathBuf,
    },
    /// Compare two revisions and write the result.
    RevisionJob {
        /// The job.
        job: PathBuf,
        /// Where the result goes.
        out: PathBuf,
    },
    /// Print what can be asked.
    Help,
    /// Print the ids.
    List,
    /// Run everything once, measure nothing.
    Test,
    /// Measure for a reader at a terminal: the ids that contain one of these, or all.
    Bench {
        /// Parts of ids.
        filters: Vec<String>,
        /// Fewer units.
        quick: bool,
    },
}

/// Criterion's flags that take a value, as `--flag VALUE` or `--flag=VALUE`.
const WITH_VALUE: &[&str] = &[
    "--baseline",
    "--baseline-lenient",
    "--color",
    "--colour",
    "--confidence-level",
    "--format",
    "--load-baseline",
    "--measurement-time",
    "--noise-threshold",
    "--nresamples",
    "--output-format",
    "--plotting-backend",
    "--profile-time",
    "--sample-size",
    "--save-baseline",
    "--significance-level",
    "--warm-up-time",
    "-b",
    "-c",
    "-s",
];

/// Criterion's flags that take none, and those of libtest that it lets pass.
const WITHOUT_VALUE: &[&str] = &[
    "--bench",
    "--discard-baseline",
    "--exact",
    "--ignored",
    "--include-ignored",
    "--nocapture",
    "--noplot",
    "--quiet",
    "--show-output",
    "--verbose",
    "--version",
    "-V",
    "-n",
    "-v",
];

/// Reads the arguments after the program's name.
///
/// Without `--bench`, as `cargo test --benches` starts a target, everything runs once and nothing is measured.
pub(crate) fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Request, String> {
    let mut arguments = arguments.into_iter();
    let (mut filters, mut quick, mut bench) = (Vec::new(), false, false);
    let (mut list, mut test, mut catalogue, mut job, mut out) = (false, false, false, None, None);
    let (mut help, mut revisions) = (false, None);
    while let Some(argument) = arguments.next() {
        let name = argument.split('=').next().unwrap_or_default();
        match argument.as_str() {
            "--help" | "-h" => help = true,
            "--list" => list = true,
            "--test" => test = true,
            "--quick" => quick = true,
            "--catalogue" => catalogue = true,
            "--job" => job = Some(value(&mut arguments, "--job")?),
            "--revisions" => revisions = Some(value(&mut arguments, "--revisions")?),
            "--out" => out = Some(value(&mut arguments, "--out")?),
            _ if WITHOUT_VALUE.contains(&argument.as_str()) => bench |= argument == "--bench",
            _ if WITH_VALUE.contains(&name) => {
                if !argument.contains('=') {
                    value(&mut arguments, name)?;
                }
            }
            _ if argument.starts_with('-') => return Err(format!("unknown flag {argument}")),
            _ => filters.push(argument),
        }
    }
    if let (Some(job), Some(out), None) = (&revisions, &out, &job) {
        return Ok(Request::RevisionJob { job: job.into(), out: out.into() });
    }
    match (job.or(revisions), out) {
        (Some(job), Some(out)) => Ok(Request::Job { job: job.into(), out: out.into() }),
        (None, None) if help => Ok(Request::Help),
        (None, None) if catalogue => Ok(Request::Catalogue),
        (None, None) if list => Ok(Request::List),
        (None, None) if test || !bench => Ok(Request::Test),
        (None, None) => Ok(Request::Bench { filters, quick }),
        _ => Err("--job FILE or --revisions FILE goes with --out FILE".into()),
    }
}

/// What can be asked, in a few lines.
pub(crate) fn usage() -> String {
    let join = |flags: &[&str]| flags.join(" ");
    format!(
        "Arguments: [FILTER...] [--list | --test] [--quick] [flags of Criterion]\n\
         A filter is a part of a case's id; without one, all cases are measured.\n\
         Flags of Criterion, which other targets accept and ignore:\n  {}\n  with a value: {}",
        join(WITHOUT_VALUE),
        join(WITH_VALUE)
    )
}

fn value(arguments: &mut impl Iterator<Item = String>, flag: &str) -> Result<String, String> {
    arguments.next().ok_or_else(|| format!("{flag} wants a value"))
}

#[cfg(test)]
mod tests;
