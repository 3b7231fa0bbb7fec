//! A stage of a run: some cases with the jobs that the targets do on them.

use measure::record::{ByteJob, CatalogueCase, PairedJob, Plan};

use super::plan;

/// The jobs of one stage.
pub(super) struct Stage {
    pub(super) paired: PairedJob,
    pub(super) bytes: ByteJob,
}

impl Stage {
    pub(super) fn new(plan: &Plan, cases: &[&CatalogueCase], seed: u64) -> Stage {
        Stage { paired: plan::paired_job(plan, cases, seed), bytes: plan::byte_job(plan, cases) }
    }

    /// The work of timing, counted in comparisons: a comparison takes 8 units or more, a size of a curve one.
    pub(super) fn time(&self) -> f64 {
        let comparisons: usize =
            self.paired.comparisons.values().map(|names| names.len().max(1)).sum();
        comparisons as f64 + self.paired.one_unit.len() as f64 / 8.0
    }

    /// The work of counting in the same measure; a count takes moments.
    pub(super) fn count(&self) -> f64 {
        self.bytes.contenders.values().map(|names| names.len() as f64).sum::<f64>() / 50.0
    }
}
