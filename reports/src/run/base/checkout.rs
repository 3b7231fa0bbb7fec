//! Another revision's files, in a folder of their own.

use std::path::Path;
use std::process::{Command, Stdio};
use std::{fs, io};

use crate::failure::Failure;
use crate::run::package::Package;

/// The files of a commit in a folder of their own, which appears when it is whole.
pub(super) fn check_out(head: &Package, commit: &str, source: &Path) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::cannot(format!("{}: {error}", source.display()));
    let parent = source.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent).map_err(failed)?;
    let folder = tempfile::tempdir_in(parent).map_err(failed)?;
    let root = git(&head.folder, &["rev-parse", "--show-toplevel"])?;
    let mut archive = Command::new("git")
        .args(["-C", root.trim(), "archive", "--format=tar", commit])
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let files = archive.stdout.take().map_or_else(Stdio::null, Stdio::from);
    let unpacked = Command::new("tar")
        .arg("-x")
        .current_dir(folder.path())
        .stdin(files)
        .status()
        .map_err(failed)?;
    if !archive.wait().map_err(failed)?.success() || !unpacked.success() {
        return Err(Failure::cannot(format!("{}: could not be checked out", source.display())));
    }
    // A package that keeps no lock would be built with other versions of what it depends on.
    let lock = git(&head.folder, &["rev-parse", "--show-prefix"])?;
    for at in Path::new(lock.trim()).ancestors() {
        let (from, to) = (
            Path::new(root.trim()).join(at).join("Cargo.lock"),
            folder.path().join(at).join("Cargo.lock"),
        );
        if from.is_file() && !to.exists() {
            fs::copy(&from, &to).map_err(failed)?;
        }
    }
    match fs::rename(folder.keep(), source) {
        // Another run was faster.
        Err(_) if source.is_dir() => Ok(()),
        other => other.map_err(failed),
    }
}

pub(super) fn git(folder: &Path, arguments: &[&str]) -> Result<String, Failure> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output();
    let output = output.map_err(|error| {
        Failure::cannot(format!("git cannot be started: {error}")).hint("--base needs git")
    })?;
    if !output.status.success() {
        return Err(Failure::cannot("the measured package lies in no git repository")
            .hint("--base needs one"));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
