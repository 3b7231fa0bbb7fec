//! The measured package: where it is, what bench targets it has, and how they are built.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cargo_metadata::{
    Artifact, CrateType, DependencyKind, Message, Metadata, MetadataCommand, TargetKind,
};

use super::base::REVISION_FEATURE;
use super::flags::{self, Flags};
use crate::failure::Failure;

/// The example that makes a package a revision.
pub(super) const REVISION: &str = "revision";

/// The measured package.
#[derive(Clone, Debug)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// Where its manifest lies; gate policy and counts lock lie there, too.
    pub folder: PathBuf,
    /// Where cargo builds.
    pub target_folder: PathBuf,
    /// Names of its bench targets.
    pub benches: BTreeSet<String>,
    /// Whether it can be built as a library beside another revision of itself.
    pub has_revision: bool,
    /// Crate to version: what the package and `measure` depend on directly and take from a registry.
    pub crates: BTreeMap<String, String>,
    /// What the compiler is given.
    pub flags: Flags,
}

impl Package {
    /// The package of this manifest; without one, `benches` in the current folder or the nearest above it.
    ///
    /// # Errors
    ///
    /// There is no such manifest, it has no package, or cargo cannot read it.
    pub fn find(manifest: Option<&Path>) -> Result<Package, Failure> {
        let manifest = match manifest {
            Some(manifest) => manifest.to_owned(),
            None => default_manifest()?,
        };
        let manifest = manifest.canonicalize().map_err(|error| {
            Failure::cannot(format!("{}: {error}", manifest.display()))
                .hint("--manifest-path names the Cargo.toml of the measured package")
        })?;
        let folder = manifest.parent().unwrap_or(Path::new("/")).to_owned();
        let mut command = MetadataCommand::new();
        command.manifest_path(&manifest).current_dir(&folder);
        match target_folder_asked_for() {
            Some(target) => command.env("CARGO_TARGET_DIR", target),
            None => command.env_remove("CARGO_TARGET_DIR"),
        };
        let metadata = command.exec().map_err(|error| {
            let text = error.to_string();
            let line = text.lines().find(|line| line.contains("error")).unwrap_or(&text);
            Failure::cannot(format!("{}: {}", manifest.display(), line.trim()))
                .hint("`cargo metadata` in that folder shows the whole message")
        })?;
        let package = metadata.packages.iter().find(|package| package.manifest_path == manifest);
        let package = package.ok_or_else(|| {
            Failure::cannot(format!("{}: holds a workspace and no package", manifest.display()))
                .hint("--manifest-path names the Cargo.toml of the package with bench target `paired`")
        })?;
        let benches =
            package.targets.iter().filter(|target| target.kind.contains(&TargetKind::Bench));
        let has_revision = package.targets.iter().any(|target| {
            target.name == REVISION && target.crate_types.contains(&CrateType::CDyLib)
        });
        Ok(Package {
            name: package.name.to_string(),
            has_revision,
            benches: benches.map(|target| target.name.clone()).collect(),
            target_folder: metadata.target_directory.clone().into(),
            crates: crates(&metadata, package),
            flags: flags::flags(&folder, &|name| env::var_os(name)),
            folder,
        })
    }

    /// Builds these bench targets and says where they are.
    ///
    /// # Errors
    ///
    /// They do not build; the compiler has said why.
    pub fn build(
        &self,
        benches: &[&str],
        features: &[&str],
    ) -> Result<BTreeMap<String, PathBuf>, Failure> {
        let mut command = self.cargo();
        command.args(["bench", "--no-run", "--message-format=json-render-diagnostics"]);
        command
            .arg("--no-default-features")
            .args(features.iter().flat_map(|feature| ["--features", *feature]));
        command.args(benches.iter().flat_map(|bench| ["--bench", *bench]));
        let (built, done) = built(command)?;
        if !done {
            return Err(Failure::cannot(format!(
                "the bench targets of `{}` do not build",
                self.name
            ))
            .hint("the compiler's messages stand above"));
        }
        match benches.iter().find(|bench| !built.contains_key(**bench)) {
            Some(bench) => {
                Err(Failure::cannot(format!("cargo did not say where bench target `{bench}` is")))
            }
            None => Ok(built),
        }
    }

    /// Builds the package as a library that can be loaded beside another revision of it, and says where it is.
    ///
    /// With an `order`, the linker puts its functions into another one, which compiles nothing but the example itself.
    ///
    /// # Errors
    ///
    /// It does not build, or the linker has no such option.
    pub(super) fn revision(&self, order: Option<u32>) -> Result<PathBuf, Failure> {
        let mut command = self.cargo();
        // By that name cargo would build the example as a benchmark of itself. With the same values it is the same
        // profile, and what the bench targets were built from is built once.
        let released = |argument: &String| argument.replace("profile.bench.", "profile.release.");
        command.args(self.flags.arguments.iter().map(released));
        command.args(["rustc", "--release", "--no-default-features"]);
        command.args(["--features", REVISION_FEATURE, "--example", REVISION]);
        command.arg("--message-format=json-render-diagnostics");
        if let Some(seed) = order {
            command.args(["--", "-C", &format!("link-arg=-Wl,--shuffle-sections=.text*={seed}")]);
        }
        let (mut built, done) = built(command)?;
        built.remove(REVISION).filter(|_| done).ok_or_else(|| {
            Failure::cannot(format!("the example `{REVISION}` of `{}` does not build", self.name))
                .hint("the compiler's messages stand above")
        })
    }

    /// Links a bench target with its functions in another order and says where it is.
    ///
    /// Only the last step differs between seeds, so the objects are compiled once per `target_folder`.
    ///
    /// # Errors
    ///
    /// It does not build, or the linker has no such option.
    pub fn relink(&self, bench: &str, seed: u32, target_folder: &Path) -> Result<PathBuf, Failure> {
        let mut command = self.cargo();
        command.env("CARGO_TARGET_DIR", target_folder);
        command.env("CARGO_ENCODED_RUSTFLAGS", self.flags.relinked());
        command.args(["rustc", "--profile", "bench", "--no-default-features"]);
        command.args(["--bench", bench, "--message-format=json-render-diagnostics"]);
        command.args(["--", "-C", &format!("link-arg=-Wl,--shuffle-sections=.text*={seed}")]);
        let (mut built, done) = built(command)?;
        built.remove(bench).filter(|_| done).ok_or_else(|| {
            Failure::cannot(format!("`{bench}` cannot be linked with its sections shuffled"))
                .hint("--layouts needs the linker lld, as in RUSTFLAGS=-Clink-arg=-fuse-ld=lld")
        })
    }

    /// Cargo in the package's folder, with the flags that measuring needs.
    pub fn cargo(&self) -> Command {
        let mut command = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
        command.args(&self.flags.arguments).current_dir(&self.folder);
        command.env("CARGO_TARGET_DIR", &self.target_folder);
        command.env(flags::TUNABLES_NAME, flags::TUNABLES);
        command
    }
}

/// The bench targets and libraries that cargo builds, and whether all went well; the compiler's messages go where they always go.
fn built(mut command: Command) -> Result<(BTreeMap<String, PathBuf>, bool), Failure> {
    let failed =
        |error: std::io::Error| Failure::cannot(format!("cargo cannot be started: {error}"));
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(failed)?;
    let mut built = BTreeMap::new();
    if let Some(stdout) = child.stdout.take() {
        for message in Message::parse_stream(std::io::BufReader::new(stdout)).map_while(Result::ok)
        {
            if let Message::CompilerArtifact(artifact) = message
                && let Some(file) = file_of(&artifact)
            {
                built.insert(artifact.target.name, file);
            }
        }
    }
    Ok((built, child.wait().map_err(failed)?.success()))
}

/// A bench target's executable, or the library of the example that is one.
fn file_of(artifact: &Artifact) -> Option<PathBuf> {
    if artifact.target.kind.contains(&TargetKind::Bench) {
        return artifact.executable.clone().map(PathBuf::from);
    }
    let is_library = artifact.target.crate_types.contains(&CrateType::CDyLib);
    let file =
        artifact.filenames.first().filter(|_| is_library && artifact.target.name == REVISION);
    file.map(PathBuf::from)
}

/// A relative target folder is meant from where `hotpair` was started, not from the package's folder; an empty one
/// is none.
fn target_folder_asked_for() -> Option<PathBuf> {
    let asked = env::var_os("CARGO_TARGET_DIR")?;
    if asked.is_empty() { None } else { std::path::absolute(asked).ok() }
}

fn default_manifest() -> Result<PathBuf, Failure> {
    let here =
        env::current_dir().map_err(|error| Failure::cannot(format!("current folder: {error}")))?;
    let manifests = here.ancestors().map(|folder| folder.join("benches/Cargo.toml"));
    manifests.into_iter().find(|manifest| manifest.is_file()).ok_or_else(|| {
        Failure::cannot("no benches/Cargo.toml in this folder or above it")
            .hint("--manifest-path names the Cargo.toml of the measured package")
    })
}

fn crates(metadata: &Metadata, package: &cargo_metadata::Package) -> BTreeMap<String, String> {
    let Some(resolve) = &metadata.resolve else { return BTreeMap::new() };
    let by_id = |id| metadata.packages.iter().find(|package| &package.id == id);
    let direct = |id: &cargo_metadata::PackageId| {
        let node = resolve.nodes.iter().find(|node| &node.id == id);
        let dependencies = node.into_iter().flat_map(|node| &node.deps);
        let used = dependencies
            .filter(|one| one.dep_kinds.iter().any(|info| info.kind == DependencyKind::Normal));
        used.filter_map(move |one| by_id(&one.pkg))
    };
    let measure = direct(&package.id).find(|package| package.name.as_str() == "measure");
    let all =
        direct(&package.id).chain(measure.into_iter().flat_map(|measure| direct(&measure.id)));
    let from_registry = all.filter(|package| package.source.is_some());
    from_registry.map(|package| (package.name.to_string(), package.version.to_string())).collect()
}
