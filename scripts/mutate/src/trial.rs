//! Runs the tests of a mutant's hot path until one notices.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::rewrite::Number;

/// One small mistake.
pub struct Mutant {
    pub number: Number,
    pub file: String,
    pub line: usize,
    pub function: String,
    pub original: String,
    pub mutant: String,
    /// How many equal ones stand before it in the function.
    pub occurrence: usize,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Fate {
    Killed,
    TooLong,
    Survived,
}

impl Fate {
    pub fn name(self) -> &'static str {
        match self {
            Fate::Killed => "killed",
            Fate::TooLong => "too long",
            Fate::Survived => "survived",
        }
    }
}

/// A hot path, the words in the names of its files, and its tests, those first that notice most per second.
const HOT_PATHS: [(&str, &[&str], &[&str]); 4] = [
    (
        "bitmap_range_check",
        &["/bitmap"],
        &["bitmap_range_check", "bitmap_range_check_chunk", "vectors", "bitmap_range_check_bytes"],
    ),
    (
        "btree_build",
        &["/btree", "btree_build"],
        &["btree_build", "btree_build_random", "work_of_legacy", "vectors", "btree_build_bytes"],
    ),
    (
        "vlong_decode",
        &["/vlong", "vlong_decode"],
        &["vlong_decode", "work_of_legacy", "vectors", "vlong_decode_bytes"],
    ),
    (
        "range_tombstone_list",
        &["/tombstones", "/range_tombstone"],
        &["vectors", "range_tombstone_list", "range_tombstone_list_bytes"],
    ),
];

struct Test {
    name: String,
    executable: PathBuf,
    hot_path: &'static str,
    folder: PathBuf,
    allowed: Duration,
}

/// What is run for the mutants of which file.
pub struct Plans {
    plans: Vec<(&'static [&'static str], Vec<Test>)>,
}

impl Plans {
    /// Runs every test once without a mutant, which must pass, and takes from that how long one may run.
    pub fn new(copy: &Path, executables: &BTreeMap<String, PathBuf>) -> Result<Plans, String> {
        let mut plans = Vec::new();
        for (hot_path, files, names) in HOT_PATHS {
            let mut tests = Vec::new();
            for name in ["common"].iter().chain(names) {
                let folder = copy.join(if *name == "common" { "common" } else { "benches" });
                let executable =
                    executables.get(*name).ok_or_else(|| format!("no test is called {name}"))?.clone();
                let allowed = Duration::from_secs(600);
                let name = (*name).to_owned();
                let mut test = Test { name, executable, hot_path, folder, allowed };
                let start = Instant::now();
                if run(&test, 0) != Fate::Survived {
                    return Err(format!("without any mutant, {} fails for {hot_path}", test.name));
                }
                test.allowed = start.elapsed() * 10 + Duration::from_secs(10);
                eprintln!("{hot_path}: {} takes {:.1} s", test.name, start.elapsed().as_secs_f64());
                tests.push(test);
            }
            plans.push((files, tests));
        }
        Ok(Plans { plans })
    }

    /// The tests of a file; a file that belongs to no hot path has all.
    fn of<'a>(&'a self, file: &str) -> Box<dyn Iterator<Item = &'a Test> + 'a> {
        match self.plans.iter().find(|(names, _)| names.iter().any(|name| file.contains(name))) {
            Some((_, tests)) => Box::new(tests.iter()),
            None => Box::new(self.plans.iter().flat_map(|(_, tests)| tests)),
        }
    }
}

/// Each mutant's fate, in order. As many run at once as the machine has cores.
pub fn all(mutants: &[Mutant], plans: &Plans) -> Vec<Fate> {
    let next = AtomicUsize::new(0);
    let fates = Mutex::new(vec![Fate::Survived; mutants.len()]);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(mutant) = mutants.get(index) else { break };
                    let fate = plans
                        .of(&mutant.file)
                        .map(|test| run(test, mutant.number))
                        .find(|fate| *fate != Fate::Survived)
                        .unwrap_or(Fate::Survived);
                    fates.lock().expect("no thread panics")[index] = fate;
                    eprintln!("{}/{} {}: {}", index + 1, mutants.len(), fate.name(), mutant.name());
                }
            });
        }
    });
    fates.into_inner().expect("no thread panics")
}

fn run(test: &Test, number: Number) -> Fate {
    // A mutant may allocate without end.
    let child = Command::new("sh")
        .args(["-c", "ulimit -v 6000000; exec \"$0\" --test-threads=1"])
        .arg(&test.executable)
        .current_dir(&test.folder)
        .env("HOTPAIR_MUTANT", number.to_string())
        .env("HOTPAIR_VECTORS", format!("benches/vectors/{}", test.hot_path))
        .env("PROPTEST_MAX_SHRINK_ITERS", "0")
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut child = child.expect("sh starts");
    let start = Instant::now();
    loop {
        match child.try_wait().expect("the child is ours") {
            Some(status) if status.success() => return Fate::Survived,
            Some(_) => return Fate::Killed,
            None if start.elapsed() > test.allowed => {
                let _ = child.kill();
                let _ = child.wait();
                return Fate::TooLong;
            }
            None => thread::sleep(Duration::from_millis(5)),
        }
    }
}
