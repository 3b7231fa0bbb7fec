//! `hotpair export`.

use std::path::Path;

use reports::export;
use reports::failure::Failure;

use crate::cli::{ExportArgs, Format};

pub(crate) fn export(arguments: &ExportArgs, manifest: Option<&Path>) -> Result<(), Failure> {
    let run = super::the_run(&arguments.runs, manifest)?;
    match arguments.format {
        Format::Csv => reports::print(&export::csv(&run)?),
    }
}
