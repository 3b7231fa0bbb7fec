//! One file per verb.

pub(crate) mod export;
pub(crate) mod gate;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod show;

use std::path::{Path, PathBuf};

use measure::record::Run;
use reports::failure::Failure;
use reports::run::{Package, default_folder};
use reports::shards::read_whole;

/// The run that a verb means: that of the named files, which are one run or its shards, or else the last complete run
/// of the measured package.
fn the_run(named: &[PathBuf], manifest: Option<&Path>) -> Result<Run, Failure> {
    if !named.is_empty() {
        return Ok(read_whole(named)?);
    }
    let path = default_folder(&Package::find(manifest)?).join("run.json");
    if path.is_file() {
        return Ok(read_whole(&[path])?);
    }
    Err(Failure::cannot("there is no run yet").hint("`hotpair run` makes one; or name a run file"))
}
