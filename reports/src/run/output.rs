//! The folder of a run: tried before anything is measured, and files that appear whole or not at all.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use measure::record::Run;

use crate::failure::Failure;
use crate::{markdown, page};

/// The run file of a run that is complete.
pub(super) const RUN: &str = "run.json";
/// What there is of it before.
pub(super) const PARTIAL: &str = "run.partial.json";

/// Where a run writes.
#[derive(Clone, Debug)]
pub struct Output {
    folder: PathBuf,
}

impl Output {
    /// Makes the folder and tries to write into it.
    ///
    /// # Errors
    ///
    /// Neither can be done.
    pub fn open(folder: &Path) -> Result<Output, Failure> {
        let failed = |error: io::Error| {
            Failure::cannot(format!("{}: cannot be written to: {error}", folder.display()))
                .hint("name another folder with --out DIR")
        };
        fs::create_dir_all(folder).map_err(failed)?;
        tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
        Ok(Output { folder: folder.to_owned() })
    }

    /// The path of a file in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Removes what an earlier run left, so that a run which is killed leaves no file that looks like its result.
    ///
    /// # Errors
    ///
    /// A file cannot be removed.
    pub fn clear(&self) -> Result<(), Failure> {
        [RUN, PARTIAL, "report.html", "report.md"].iter().try_for_each(|name| self.remove(name))
    }

    /// Writes what there is so far.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn write_partial(&self, run: &Run) -> Result<(), Failure> {
        write_json(&self.path(PARTIAL), run)
    }

    /// Writes page and Markdown.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn write_reports(&self, run: &Run) -> Result<(), Failure> {
        write_reports(run, &self.path("report.html"), &self.path("report.md"))
    }

    /// Writes a complete run, the run file last: where it is, everything is.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn write_complete(&self, run: &Run) -> Result<(), Failure> {
        self.write_reports(run)?;
        write_json(&self.path(RUN), run)?;
        self.remove(PARTIAL)
    }

    fn remove(&self, name: &str) -> Result<(), Failure> {
        let path = self.path(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Failure::cannot(format!("{}: cannot be removed: {error}", path.display())))
            }
            _ => Ok(()),
        }
    }
}

/// Writes page and Markdown of a run under these names.
///
/// # Errors
///
/// A file cannot be written.
pub fn write_reports(run: &Run, html: &Path, md: &Path) -> Result<(), Failure> {
    write_whole(html, &page::page(run))?;
    write_whole(md, &markdown::markdown(run))
}

/// Writes a value as JSON for people and programs alike.
///
/// # Errors
///
/// The file cannot be written.
pub fn write_json(path: &Path, value: &impl serde::Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|error| Failure::cannot(format!("{}: {error}", path.display())))?;
    write_whole(path, &(text + "\n"))
}

/// Writes a file under a temporary name beside it and renames it.
///
/// # Errors
///
/// The file cannot be written.
pub fn write_whole(path: &Path, text: &str) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let write = || -> io::Result<()> {
        // Temporary files are private by default; a result is for everybody whom the umask lets.
        let mut file = tempfile::Builder::new()
            .permissions(Permissions::from_mode(0o666))
            .tempfile_in(folder.unwrap_or(Path::new(".")))?;
        file.write_all(text.as_bytes())?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    write().map_err(|error| Failure::cannot(format!("{}: not written: {error}", path.display())))
}
