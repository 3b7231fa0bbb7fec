//! A copy of the measured package in a folder with blanks, and the command started on it.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::{env, fs};

use serde_json::Value;
use tempfile::TempDir;

/// A folder for the files of one test.
pub(crate) struct Lab {
    pub(crate) folder: TempDir,
    pub(crate) manifest: PathBuf,
}

/// What a command came to.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Lab {
    /// Shares one copy of the package with all tests, so that it is built once.
    pub(crate) fn new() -> Lab {
        static SHARED: OnceLock<PathBuf> = OnceLock::new();
        let copy = SHARED.get_or_init(|| copy_package(&scratch().join("measured package")));
        Lab { folder: TempDir::with_prefix("a lab ").unwrap(), manifest: copy.clone() }
    }

    /// Shares a copy that has a target `callgrind` as well, whose counts are made up.
    pub(crate) fn with_counts() -> Lab {
        static SHARED: OnceLock<PathBuf> = OnceLock::new();
        let copy = SHARED.get_or_init(|| {
            let manifest = copy_package(&scratch().join("counted package"));
            let text = fs::read_to_string(&manifest).unwrap();
            let target = "[[bench]]\nname = \"callgrind\"\nharness = false\nrequired-features = [\"callgrind\"]\n";
            fs::write(&manifest, text.replacen("[[bench]]", &(target.to_owned() + "\n[[bench]]"), 1)).unwrap();
            manifest
        });
        Lab { folder: TempDir::with_prefix("a lab ").unwrap(), manifest: copy.clone() }
    }

    /// A program that hides the real one of its name while [`Lab::hotpair_with_bin`] runs.
    pub(crate) fn program(&self, name: &str, script: &str) {
        let path = self.path("bin").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// The command with the lab's programs before all others.
    pub(crate) fn hotpair_with_bin(&self, fault: &str, arguments: &[&str]) -> Ended {
        let path = env::var_os("PATH").unwrap();
        let folders = [self.path("bin")].into_iter().chain(env::split_paths(&path));
        let mut command = self.command(arguments);
        command.env("PATH", env::join_paths(folders).unwrap()).env("MEASURED_FAULT", fault);
        ended(&command.output().unwrap())
    }

    /// Has a copy of its own, for tests that change it.
    pub(crate) fn with_own_package() -> Lab {
        let folder = TempDir::with_prefix("a lab ").unwrap();
        let manifest = copy_package(&folder.path().join("measured package"));
        Lab { folder, manifest }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The command, in the lab's folder and on its package.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hotpair"));
        command.args(arguments).arg("--manifest-path").arg(&self.manifest);
        command.current_dir(self.folder.path()).env("CARGO_TARGET_DIR", scratch().join("target"));
        for name in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "MEASURED_FAULT", "CRITERION_HOME"] {
            command.env_remove(name);
        }
        command
    }

    pub(crate) fn hotpair(&self, arguments: &[&str]) -> Ended {
        ended(&self.command(arguments).output().unwrap())
    }

    pub(crate) fn with_fault(&self, fault: &str, arguments: &[&str]) -> Ended {
        ended(&self.command(arguments).env("MEASURED_FAULT", fault).output().unwrap())
    }

    /// Runs into `out` and gives the path of the run file.
    pub(crate) fn run(&self, fault: &str) -> PathBuf {
        let ended = self.with_fault(fault, &["run", "--out", "out"]);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        self.path("out/run.json")
    }

    pub(crate) fn files(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Ended {
    /// The exit code and the first line of what went wrong.
    pub(crate) fn error(&self) -> (Option<i32>, &str) {
        let line = self.stderr.lines().find_map(|line| line.strip_prefix("error: "));
        (self.code, line.unwrap_or_default())
    }
}

pub(crate) fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn ended(output: &Output) -> Ended {
    Ended {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout.clone()).unwrap(),
        stderr: String::from_utf8(output.stderr.clone()).unwrap(),
    }
}

fn scratch() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

fn copy_package(to: &Path) -> PathBuf {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/measured");
    for file in [
        "Cargo.toml",
        "Cargo.lock",
        "gate.toml",
        "src/lib.rs",
        "benches/paired.rs",
        "benches/dhat.rs",
        "benches/criterion.rs",
        "benches/callgrind.rs",
    ] {
        let target = to.join(file);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(from.join(file), target).unwrap();
    }
    to.join("Cargo.toml")
}
