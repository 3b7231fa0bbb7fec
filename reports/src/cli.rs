//! The command line: verbs and flags with their help. What a flag does stands in `verbs`.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use reports::run::{Part, WITNESSES};

/// Puts performance patches on trial.
///
/// Measures pairs of implementations, legacy against optimized, by CPU time, instructions and bytes, says of every
/// pair whether it is better, worse or equivalent, and guards the result with a gate.
#[derive(Debug, Parser)]
#[command(
    name = "hotpair",
    version,
    max_term_width = 100,
    after_help = "Exit codes: 0 pass; 1 regression or wrong answer; 2 cannot judge; 3 inconclusive.\n\
                  Example: hotpair run --quick && hotpair gate"
)]
pub(crate) struct Cli {
    /// Manifest of the measured package [default: benches/Cargo.toml here or above]
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) manifest_path: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Measure, print the verdicts, and write run.json, report.html and report.md
    ///
    /// Headline cases come first, with a page and a table of verdicts of their own, then the rest. The run file
    /// appears when the run is complete; before that there is run.partial.json.
    #[command(after_help = "Example: hotpair run --only vlong_decode/stream --witness cpu_time")]
    Run(RunArgs),
    /// Write page and Markdown again from a run file
    ///
    /// Beside run.json they are report.html and report.md; beside any other NAME.json, NAME.html and NAME.md. A run
    /// that was not finished gets a banner. The shards of one run are joined to joined.json beside the first of them,
    /// with joined.html and joined.md.
    #[command(after_help = "Example: hotpair report target/hotpair/run.json")]
    Report(ReportArgs),
    /// Judge a run by gate.toml and counts.lock.json beside the measured package's manifest
    ///
    /// One line per finding, then the verdict. Rules about cases that the run left out are listed and do not fail.
    ///
    /// A package without these files is not judged (exit 2). Look at a run, then let --update write both from it: its
    /// counts as they are, and as expectations what its headline cases show by time and bytes. Commit them, and edit
    /// the reasons.
    #[command(after_help = "Example: hotpair gate --locked target/hotpair/run.json")]
    Gate(GateArgs),
    /// Print everything known about a case or a claim, all claims, or the equivalence evidence
    #[command(after_help = "Example: hotpair show range_tombstone_list/copy/n=1000")]
    Show(ShowArgs),
    /// Print a run for other programs
    #[command(
        after_help = "Example: hotpair export --format csv target/hotpair/run.json > run.csv"
    )]
    Export(ExportArgs),
}

#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    /// Only the case with this id, or all cases whose id contains it; may be given several times
    #[arg(long, value_name = "ID")]
    pub(crate) only: Vec<String>,
    /// Only these witnesses, separated by commas [default: all that can testify here]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = witnesses())]
    pub(crate) witness: Vec<String>,
    /// Headline cases only, by time and bytes
    #[arg(long)]
    pub(crate) quick: bool,
    /// Every contender on every case: three to four times as long as without
    ///
    /// Peers, revisions, variants and controls are timed and counted on all cases, and sizes of growth curves get
    /// verdicts like any other case. Of use at night, perhaps in several shards.
    #[arg(long, conflicts_with = "quick")]
    pub(crate) long: bool,
    /// Only the Kth of N parts of the selected cases, such as 2/4
    ///
    /// Each case is in exactly one part, and the sizes of a growth curve are in the same. The other verbs take the
    /// run files of all parts together.
    #[arg(long, value_name = "K/N")]
    pub(crate) shard: Option<Part>,
    /// Time the headline cases on N relinks as well, their functions in random order
    ///
    /// Gives the range of each ratio, and names rows whose verdict depends on where the linker puts the code. Costs a
    /// build from nothing the first time, a second per relink, and on each of them half a second per contender of a
    /// headline case. Needs the linker lld.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(2..=64))]
    pub(crate) layouts: Option<u32>,
    /// Compare with another revision of the measured package, such as origin/main or HEAD~1
    ///
    /// Both are built as libraries and timed in one process; what looks slower or faster is measured again before it
    /// is called so. Instructions and bytes of both are counted. The revision is checked out and built under cargo's
    /// target folder, and both revisions need the example `revision`. `hotpair gate` judges by it.
    #[arg(long, value_name = "REV")]
    pub(crate) base: Option<String>,
    /// Print the selected cases with their contenders, and measure nothing
    #[arg(long)]
    pub(crate) list: bool,
    /// Write into this folder [default: hotpair in cargo's target folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Everything random derives from this number [default: a fresh one, which the run file keeps]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
}

#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// Run files, or those of all shards of one run
    #[arg(required = true, value_name = "RUN.json")]
    pub(crate) runs: Vec<PathBuf>,
    /// Also put the verdicts of the last run file between the markers of this text
    #[arg(long, value_name = "README.md")]
    pub(crate) readme: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct GateArgs {
    /// Run file, or those of all shards of one run [default: run.json in hotpair in cargo's target folder]
    #[arg(value_name = "RUN.json")]
    pub(crate) runs: Vec<PathBuf>,
    /// Fail on counts that went down, too, until they are recorded
    #[arg(long, conflicts_with = "update")]
    pub(crate) locked: bool,
    /// Record the counts of this run in the lock, write a first policy if there is none, then judge
    #[arg(long)]
    pub(crate) update: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    /// Id of a case, id of a claim, `claims` for all claims, or `equivalence` for what was compared for equality
    #[arg(value_name = "ID|claims|equivalence")]
    pub(crate) what: String,
    /// Run file, or those of all shards of one run [default: run.json in hotpair in cargo's target folder]
    #[arg(value_name = "RUN.json")]
    pub(crate) runs: Vec<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    /// The format
    #[arg(long, value_enum)]
    pub(crate) format: Format,
    /// Run file, or those of all shards of one run [default: run.json in hotpair in cargo's target folder]
    #[arg(value_name = "RUN.json")]
    pub(crate) runs: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Format {
    /// One line per case, contender and witness
    Csv,
}

fn witnesses() -> PossibleValuesParser {
    PossibleValuesParser::new(WITNESSES.map(measure::record::Witness::name))
}
