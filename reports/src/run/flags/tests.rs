//! Whatever a package's own configuration says, the alignment flag arrives once.

use std::ffi::OsString;
use std::fs;

use super::*;

const ALIGNED: &str = "-C llvm-args=-align-all-functions=6";

fn flags_with(config: &str, variable: Option<(&str, &str)>) -> Flags {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(".cargo")).unwrap();
    fs::write(folder.path().join(".cargo/config.toml"), config).unwrap();
    let package = folder.path().join("inner package");
    flags(&package, &|name| {
        variable.filter(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
    })
}

fn handed(flags: &Flags) -> Option<&str> {
    flags.arguments.iter().map(String::as_str).find(|argument| argument.contains("rustflags"))
}

#[test]
fn flags_join_what_the_package_configures() {
    let rows = [
        ("", Some("build.rustflags"), ALIGNED),
        ("[build]\nrustflags = ['-C', 'llvm-args=-align-all-functions=6']", None, ALIGNED),
        (
            "[build]\nrustflags = '-C target-cpu=native'",
            Some("build.rustflags"),
            "-C target-cpu=native -C llvm-args=-align-all-functions=6",
        ),
        (
            "[target.'cfg(unix)']\nrustflags = ['--cfg', 'a']",
            Some("target.\"cfg(all())\".rustflags"),
            "--cfg a -C llvm-args=-align-all-functions=6",
        ),
    ];
    for (config, table, rustflags) in rows {
        let flags = flags_with(config, None);
        assert_eq!(flags.rustflags.join(" "), rustflags, "{config}");
        let handed = handed(&flags).map(|argument| argument.split_once('=').unwrap().0);
        assert_eq!(handed, table, "{config}");
    }
}

#[test]
fn rustflags_of_the_environment_replace_all_others_and_the_record_says_so() {
    let config = "[build]\nrustflags = '--cfg a'";
    for (name, value) in
        [("RUSTFLAGS", "-O --cfg b"), ("CARGO_ENCODED_RUSTFLAGS", "-O\u{1f}--cfg\u{1f}b")]
    {
        let flags = flags_with(config, Some((name, value)));
        assert_eq!(flags.rustflags, ["-O", "--cfg", "b"]);
        assert_eq!(handed(&flags), None);
    }
}

#[test]
fn the_profile_is_handed_on_in_any_case() {
    for config in ["", "[profile.bench]\nlto = 'fat'"] {
        let flags = flags_with(config, None);
        assert!(flags.arguments.iter().any(|argument| argument == "profile.bench.lto=false"));
        assert!(flags.arguments.iter().any(|argument| argument == "profile.bench.codegen-units=1"));
    }
}

#[test]
fn a_relink_is_given_one_alignment_and_whatever_else_is_configured() {
    let rows = [
        ("", "-C|llvm-args=-align-all-functions=4"),
        (
            "[build]\nrustflags = ['-Cllvm-args=-align-all-functions=6 -x', '--cfg', 'a b']",
            "-Cllvm-args=-align-all-functions=4 -x|--cfg|a b",
        ),
        (
            "[target.'cfg(unix)']\nrustflags = '-C target-cpu=native'",
            "-C|target-cpu=native|-C|llvm-args=-align-all-functions=4",
        ),
    ];
    for (config, expected) in rows {
        let relinked = flags_with(config, None).relinked();
        assert_eq!(relinked.replace('\u{1f}', "|"), expected, "{config}");
    }
    let replaced = flags_with("", Some(("RUSTFLAGS", "-O"))).relinked();
    assert_eq!(replaced, "-O\u{1f}-C\u{1f}llvm-args=-align-all-functions=4");
}

// B21: without symbols callgrind has nothing to tell one contender from another by.
#[test]
fn symbols_are_kept_whatever_the_manifest_says() {
    // On cargo's command line, which wins over `[profile.bench]` of a manifest.
    let arguments = flags_with("[profile.bench]\nstrip = true\ndebug = 0", None).arguments;
    for value in ["profile.bench.strip=\"none\"", "profile.bench.debug=1"] {
        let at = arguments.iter().position(|argument| argument == value);
        assert_eq!(arguments[at.unwrap() - 1], "--config", "{value}");
    }
}
