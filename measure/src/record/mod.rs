//! The record types: what a measured package says of itself, and what a run found.
//!
//! Everything that crosses a process or is written to disk is one of these, so the JSON Schema of the run file is
//! generated from here. Units stand in the names or beside the values; a missing value is absent, with a reason.

mod base;
mod catalogue;
mod job;
mod run;
mod words;

pub use base::{Base, BaseCount, BaseRow, BaseTime};
pub use catalogue::{Catalogue, CatalogueCase, CatalogueContender, Claim, Expectation, Story};
pub use job::{
    ByteCount, ByteJob, ByteResult, CountEntry, CriterionJob, CriterionResult, PairedJob,
    PairedResult, Progress, RevisionJob, RevisionResult, RevisionUnits, TimedCase, TimedContender,
};
pub use run::{
    CaseRecord, ClaimResult, Comparison, ContenderRecord, Distribution, Environment, Equivalence,
    Growth, Instrument, JoinedShard, Layouts, Margin, Measurement, Missing, Plan, PlannedCase, Run,
    SelfTest, Shard, UnitRecord,
};
pub use words::{
    Cause, ClaimStatus, GrowthClass, Origin, PairMode, RatioReason, Role, Statistic, StopReason,
    Unit, Verdict, Witness,
};

/// The name of the run file's format.
pub const RUN_SCHEMA: &str = "hotpair.run";
/// Its version; a reader refuses any other.
pub const RUN_VERSION: u32 = 1;
/// The name of the catalogue's format.
pub const CATALOGUE_SCHEMA: &str = "hotpair.catalogue";
/// Its version; a reader refuses any other.
pub const CATALOGUE_VERSION: u32 = 1;
