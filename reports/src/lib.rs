//! After measuring: what a run found, as a page, as Markdown, as CSV, as text on a terminal.
//!
//! Every function here takes a [`measure::record::Run`] and gives text back; files are touched by [`read`] alone.
//! The exceptions are [`run`], which drives the bench targets and joins a run from what they find, and [`gate`],
//! which judges one. This crate knows no hot path by name: everything it prints stands in the run.

pub mod export;
pub mod failure;
pub mod format;
pub mod gate;
pub mod markdown;
pub mod page;
pub mod read;
pub mod readme;
pub mod revisions;
pub mod run;
pub mod shards;
pub mod show;
pub mod summary;
pub mod terminal;

#[cfg(test)]
mod sample;
#[cfg(test)]
mod schema;

/// Prints on standard output. A reader that has seen enough and closed it, such as `head`, is no error.
///
/// # Errors
///
/// What was printed did not arrive.
pub fn print(text: &str) -> Result<(), failure::Failure> {
    use std::io::{ErrorKind, Write};
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(failure::Failure::cannot(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}
