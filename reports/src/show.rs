//! Everything known about one case or one claim, with the line that reproduces it.

use anyhow::Result;
use measure::record::Run;

/// Everything known about the case `id`.
pub fn case(run: &Run, id: &str) -> Result<String> {
    Ok(format!("{}{id}", run.schema))
}

/// Everything known about the claim `id`.
pub fn claim(run: &Run, id: &str) -> Result<String> {
    Ok(format!("{}{id}", run.schema))
}

/// All claims, one line each.
pub fn claims(run: &Run) -> String {
    run.schema.clone()
}
