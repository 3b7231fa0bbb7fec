//! The verdict table that `run` prints.

use measure::record::Run;

/// The table without colour, at most 100 columns wide.
pub fn verdicts(run: &Run) -> String {
    run.schema.clone()
}

/// The same table with the verdicts coloured by ANSI sequences.
pub fn verdicts_in_colour(run: &Run) -> String {
    verdicts(run)
}
