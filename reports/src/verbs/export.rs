//! `hotpair export`.

use std::path::Path;

use reports::export;
use reports::failure::Failure;
use reports::read::{Completeness, read_run};

use crate::cli::{ExportArgs, Format};

pub(crate) fn export(arguments: &ExportArgs, manifest: Option<&Path>) -> Result<(), Failure> {
    let path = super::run_file(arguments.run.as_deref(), manifest)?;
    let run = read_run(&path, Completeness::Required)?;
    match arguments.format {
        Format::Csv => reports::print(&export::csv(&run)?),
    }
}
