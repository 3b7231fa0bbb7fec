//! The target `dhat` without its allocator, where dhat itself reports zeros in silence.

use std::env;
use std::process::{Command, ExitCode};

use measure::{Answer, Role, Workload};

fn main() -> ExitCode {
    if env::args().len() > 1 {
        let boxed = |number: &mut u64| Box::new(*number);
        let case = Workload::new(("toy", "box"), &[], 1, || 7_u64)
            .contender(Role::Legacy, |number| *number, boxed, |number| Answer::from(*number))
            .case();
        return measure::dhat::main(vec![case]);
    }
    // B25
    let program = env::current_exe().expect("a path");
    let output = Command::new(program).arg("--bench").output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("sees 0 bytes in 0 blocks where there are 4242 in 1"), "{said}");
    assert!(said.contains("hint:  make `measure::dhat::Alloc` the global allocator"), "{said}");
    ExitCode::SUCCESS
}
