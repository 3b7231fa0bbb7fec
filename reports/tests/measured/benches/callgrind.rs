//! The target `callgrind` with counts made up in advance, in files as gungraun writes them.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, id};
use std::{env, fs};

use measured::{CASES, fault};

fn main() {
    if fault("callgrind_dies") {
        // As valgrind does at an instruction that it does not know.
        Command::new("kill").args(["-ILL", &id().to_string()]).status().unwrap();
    }
    let plan = fs::read_to_string(env::var("HOTPAIR_PLAN").unwrap()).unwrap();
    let home = env::var("GUNGRAUN_HOME").unwrap();
    let mut seen = BTreeSet::new();
    for (at, entry) in plan.split("\"case\": \"").skip(1).enumerate() {
        let id = entry.split('"').next().unwrap();
        let (_, _, _, contenders) = CASES.iter().find(|case| case.0 == id).unwrap();
        let again = !seen.insert(id.to_owned());
        let mut parts = vec![part(1000)];
        for (name, _, ns, _) in contenders.iter().filter(|it| entry.contains(&format!("\"{}\"", it.0))) {
            let more = u64::from(again && *name == "optimized" && fault("recount_differs"));
            let one = if fault("callgrind_sees_nothing") { 0 } else { 10_000 * ns + more };
            parts.extend([part(2 * one), part(one + 50), part(7), part(2 * one + 50), part(7)]);
        }
        let folder = Path::new(&home).join(format!("measured/callgrind/all/counts.entry_{at}"));
        fs::create_dir_all(&folder).unwrap();
        let text = format!(r#"{{"version": "7", "profiles": [{{"data": {{"parts": [{}]}}}}]}}"#, parts.join(", "));
        fs::write(folder.join("summary.json"), text).unwrap();
        println!("callgrind::all::counts entry_{at}");
    }
}

fn part(instructions: u64) -> String {
    let event = |name: &str, count: u64| format!(r#""{name}": {{"values": {{"new": {count}}}}}"#);
    let events = [event("Ir", instructions), event("Bcm", 1), event("Bim", 0)];
    format!(r#"{{"metrics": {{{}}}}}"#, events.join(", "))
}
