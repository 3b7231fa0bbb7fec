//! After measuring: what a run found, as a page, as Markdown, as CSV, as text on a terminal.
//!
//! Every function here takes a [`measure::record::Run`] and gives text back; files are touched by [`read`] alone.
//! This crate knows no hot path by name: everything it prints stands in the run.

pub mod export;
pub mod format;
pub mod markdown;
pub mod page;
pub mod read;
pub mod show;
pub mod summary;
pub mod terminal;

#[cfg(test)]
mod sample;
#[cfg(test)]
mod schema;
