//! `hotpair report`.

use std::fs;
use std::path::{Path, PathBuf};

use reports::failure::Failure;
use reports::read::{Completeness, read_run};
use reports::readme::with_verdicts;
use reports::run::{write_json, write_reports, write_whole};
use reports::shards::read_whole;

use crate::cli::ReportArgs;

/// The run that shards are joined to.
const JOINED: &str = "joined.json";

pub(crate) fn report(arguments: &ReportArgs) -> Result<(), Failure> {
    // All are read before the first is written, so that a damaged one leaves nothing half done.
    let read = |path: &PathBuf| Ok((path.clone(), read_run(path, Completeness::Any)?));
    let mut runs = arguments.runs.iter().map(read).collect::<Result<Vec<_>, Failure>>()?;
    let unfinished = runs.len() == 1 && !runs[0].1.complete;
    if runs.iter().any(|(_, run)| run.shard.is_some()) && !unfinished {
        let joined = read_whole(&arguments.runs)?;
        let path = arguments.runs[0].with_file_name(JOINED);
        if arguments.runs.contains(&path) {
            return Err(Failure::cannot(format!("{}: the join would replace it", path.display()))
                .hint("rename that shard"));
        }
        write_json(&path, &joined)?;
        reports::print(&format!("{}\n", path.display()))?;
        runs = vec![(path, joined)];
    }
    if let (Some(path), Some((_, run))) = (&arguments.readme, runs.last()) {
        let unread = |error| Failure::cannot(format!("{}: {error}", path.display()));
        let text = fs::read_to_string(path).map_err(unread)?;
        let text = with_verdicts(&text, run)
            .map_err(|error| Failure::cannot(format!("{}: {error}", path.display())))?;
        write_whole(path, &text)?;
    }
    for (path, run) in runs {
        let [html, markdown] = names(&path);
        write_reports(&run, &html, &markdown)?;
        reports::print(&format!("{}\n{}\n", html.display(), markdown.display()))?;
    }
    Ok(())
}

/// `report.*` beside the files that a run writes, otherwise named after the file, so that two runs in one folder do
/// not overwrite each other's page.
fn names(run: &Path) -> [PathBuf; 2] {
    let name = run.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let base = match name {
        "run.json" | "run.partial.json" => run.with_file_name("report"),
        _ => run.with_extension(""),
    };
    ["html", "md"].map(|extension| {
        let mut name = base.clone().into_os_string();
        name.push(".");
        name.push(extension);
        name.into()
    })
}
