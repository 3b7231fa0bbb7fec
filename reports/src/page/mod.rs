//! The page: one HTML file that opens offline and works without scripts.

use measure::record::Run;

/// The whole page.
pub fn page(run: &Run) -> String {
    run.schema.clone()
}
