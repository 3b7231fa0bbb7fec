//! The scripts from a folder with blanks in its name, with a cargo that builds nothing.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::lab::Lab;

const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts");

// B14
#[test]
fn scripts_pass_on_what_they_get_from_a_folder_with_blanks() {
    let lab = Lab::new();
    let root = lab.path("two  blanks");
    fs::create_dir_all(root.join("scripts")).unwrap();
    let command = root.join("the command");
    lab.program("valgrind", "true");
    lab.program(
        "cargo",
        &format!("printf '{{\"reason\":\"x\",\"executable\":\"{}\"}}\\n'", command.display()),
    );
    lab.program("../two  blanks/the command", "for argument; do echo \"<$argument>\"; done");
    for (script, verb) in [("hotpair", None), ("bench", Some("run")), ("gate", Some("gate"))] {
        let copy = root.join("scripts").join(script);
        fs::copy(Path::new(SCRIPTS).join(script), &copy).unwrap();
        let mut started = Command::new(&copy);
        started.current_dir(lab.folder.path()).args(["--only", "a  b", ""]);
        let path = std::env::var("PATH").unwrap();
        started.env("PATH", format!("{}:{path}", lab.path("bin").display()));
        let output = started.output().unwrap();
        assert!(output.status.success(), "{script} {output:?}");
        let manifest = format!("<--manifest-path>\n<{}/benches/Cargo.toml>\n", root.display());
        let verb = verb.map(|verb| format!("<{verb}>\n")).unwrap_or_default();
        let expected = format!("{manifest}{verb}<--only>\n<a  b>\n<>\n");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{script}");
    }
}
