//! The table: what each tool said under each load, and how often it was wrong.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use clap::ValueEnum;

use crate::neighbours::Load;
use crate::store::{self, Kind, Record, Tool};

const BEGIN: &str = "<!-- trial";
const END: &str = "<!-- /trial -->";

/// Prints the table, or puts it between the markers of a page.
pub fn write(folder: &Path, into: Option<&Path>) -> Result<(), String> {
    let mut records = Vec::new();
    for load in Load::value_variants() {
        records.extend(store::read(folder, *load)?);
    }
    if records.is_empty() {
        return Err(format!(
            "{}: nothing was measured yet; `trial measure` does it",
            folder.display()
        ));
    }
    let table = table(&records);
    let Some(page) = into else {
        print!("{table}");
        return Ok(());
    };
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", page.display());
    let text = fs::read_to_string(page).map_err(|error| failed(&error))?;
    let split = text
        .split_once(BEGIN)
        .and_then(|(before, rest)| rest.split_once(END).map(|(_, after)| (before, after)));
    let (before, after) =
        split.ok_or_else(|| failed(&format!("no line `{BEGIN} -->` with `{END}` after it")))?;
    let text = format!("{before}{BEGIN}: scripts/trial table -->\n{table}{END}{after}");
    fs::write(page, text).map_err(|error| failed(&error))
}

fn table(records: &[Record]) -> String {
    let mut table = String::from(
        "| load | tool | same code: compared | better or worse (false) | inconclusive | 2 % slower: compared | worse | \
         better (false) | 0.5 % slower: compared | equivalent | worse | better (false) | intervals without the truth | \
         seconds each |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for load in Load::value_variants() {
        for tool in [Tool::Hotpair, Tool::Criterion, Tool::Tango] {
            let own: Vec<&Record> =
                records.iter().filter(|it| it.load == *load && it.tool == tool).collect();
            if !own.is_empty() {
                row(&mut table, load.words(), tool, &own);
            }
        }
    }
    table
}

fn row(table: &mut String, load: &str, tool: Tool, own: &[&Record]) {
    let of = |kind: Kind, verdicts: &[&str]| {
        own.iter()
            .filter(|it| {
                it.kind == kind && (verdicts.is_empty() || verdicts.contains(&it.verdict.as_str()))
            })
            .count()
    };
    let name = match tool {
        Tool::Hotpair => "Hotpair",
        Tool::Criterion => "criterion",
        Tool::Tango => "tango-bench",
    };
    let seconds: f64 = own.iter().map(|it| it.seconds).sum::<f64>() / own.len() as f64;
    let cells = [
        load.to_owned(),
        name.to_owned(),
        of(Kind::Same, &[]).to_string(),
        of(Kind::Same, &["better", "worse"]).to_string(),
        of(Kind::Same, &["inconclusive"]).to_string(),
        of(Kind::Worse, &[]).to_string(),
        of(Kind::Worse, &["worse"]).to_string(),
        of(Kind::Worse, &["better"]).to_string(),
        of(Kind::Equivalent, &[]).to_string(),
        of(Kind::Equivalent, &["equivalent"]).to_string(),
        of(Kind::Equivalent, &["worse"]).to_string(),
        of(Kind::Equivalent, &["better"]).to_string(),
        misses(own),
        format!("{seconds:.1}"),
    ];
    let _ = writeln!(table, "| {} |", cells.join(" | "));
}

/// How many intervals lie beside the true value, in percent of those that there are.
fn misses(own: &[&Record]) -> String {
    let known = own.iter().filter_map(|it| Some((it.low?, it.high?, it.truth?)));
    let known: Vec<(f64, f64, f64)> = known.collect();
    if known.is_empty() {
        return "-".into();
    }
    let outside = known.iter().filter(|(low, high, truth)| truth < low || high < truth).count();
    format!("{outside} of {} ({:.2} %)", known.len(), 100.0 * outside as f64 / known.len() as f64)
}
