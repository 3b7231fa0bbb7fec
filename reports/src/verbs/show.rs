//! `hotpair show`.

use std::path::Path;

use reports::failure::Failure;
use reports::show;

use crate::cli::ShowArgs;

pub(crate) fn show(arguments: &ShowArgs, manifest: Option<&Path>) -> Result<(), Failure> {
    let run = super::the_run(&arguments.runs, manifest)?;
    let what = arguments.what.as_str();
    let text = match what {
        "claims" => show::claims(&run),
        "equivalence" => show::equivalence(&run),
        _ if run.published.iter().any(|claim| claim.id == what) => show::claim(&run, what)?,
        _ => show::case(&run, what)?,
    };
    reports::print(&(text.trim_end().to_owned() + "\n"))
}
