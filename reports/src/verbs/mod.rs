//! One file per verb.

pub(crate) mod export;
pub(crate) mod gate;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod show;

use std::path::{Path, PathBuf};

use reports::failure::Failure;
use reports::run::{Package, default_folder};

/// The run file that a verb means: the named one, or the last complete run of the measured package.
fn run_file(named: Option<&Path>, manifest: Option<&Path>) -> Result<PathBuf, Failure> {
    let path = match named {
        Some(path) => path.to_owned(),
        None => default_folder(&Package::find(manifest)?).join("run.json"),
    };
    if path.is_file() || named.is_some() {
        return Ok(path);
    }
    Err(Failure::cannot("there is no run yet").hint("`hotpair run` makes one; or name a run file"))
}
