//! The run for other programs.

use anyhow::Result;
use measure::record::Run;

/// One line per case, contender and witness; empty where absent.
pub fn csv(run: &Run) -> Result<String> {
    Ok(run.schema.clone())
}
