//! The target `dhat` from outside: this binary is the target when it gets arguments. Has no libtest, whose threads
//! would allocate inside of the window (B27).

use std::env;
use std::hint::black_box;
use std::process::{Command, ExitCode, Output};

use measure::{Answer, Case, Role, Workload};

#[global_allocator]
static ALLOCATOR: measure::dhat::Alloc = measure::dhat::Alloc;

fn main() -> ExitCode {
    if env::args().len() > 1 {
        return measure::dhat::main(cases());
    }
    a_reallocation_counts_as_a_block_of_its_whole_new_size();
    preparing_is_not_counted_and_all_cases_are_counted_in_one_process();
    what_requests_more_and_more_is_refused();
    ExitCode::SUCCESS
}

fn cases() -> Vec<Case> {
    let toy = |name| Workload::new(("toy", name), &[], 1, || ());
    let push = |(): &mut ()| {
        let mut numbers = Vec::new();
        (0..9_u64).for_each(|number| numbers.push(black_box(number)));
        numbers
    };
    let shrink = move |nothing: &mut ()| {
        let mut numbers = push(nothing);
        numbers.shrink_to_fit();
        numbers
    };
    let length = |numbers: Vec<u64>| Answer::from(numbers.len() as u64);
    let million = |(): &()| vec![1_u8; 1_000_000];
    let grow = |numbers: &mut Vec<u64>| {
        numbers.extend_from_slice(&[1; 100]);
        drop(black_box(numbers.clone()));
        0
    };
    vec![
        toy("push").contender(Role::Legacy, |()| (), push, length).case(),
        toy("shrink").contender(Role::Legacy, |()| (), shrink, length).case(),
        toy("prepared")
            .contender(Role::Legacy, million, |bytes| u64::from(bytes[500]), Answer::from)
            .case(),
        toy("growing").contender(Role::Legacy, |()| Vec::new(), grow, Answer::from).case(),
    ]
}

fn counted(filters: &[&str]) -> Output {
    let program = env::current_exe().expect("a path");
    Command::new(program).arg("--bench").args(filters).output().expect("it starts")
}

fn lines(filters: &[&str]) -> String {
    let output = counted(filters);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

// B26
fn a_reallocation_counts_as_a_block_of_its_whole_new_size() {
    // 4, 8 and 16 numbers of 8 bytes.
    let push = lines(&["toy/push"]);
    assert!(push.contains(" 224 bytes/op in 3 blocks/op"), "{push}");
    // And 9 of them.
    let shrink = lines(&["toy/shrink"]);
    assert!(shrink.contains(" 296 bytes/op in 4 blocks/op"), "{shrink}");
}

// B24, B25, B28
fn preparing_is_not_counted_and_all_cases_are_counted_in_one_process() {
    let lines = lines(&["toy/prepared", "toy/shrink"]);
    assert!(lines.contains("toy/prepared legacy"), "{lines}");
    assert!(lines.contains(" 0 bytes/op in 0 blocks/op"), "{lines}");
    assert!(lines.contains("toy/shrink legacy"), "{lines}");
}

// B27
fn what_requests_more_and_more_is_refused() {
    let output = counted(&["toy/growing"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(said.starts_with("error: toy/growing: legacy requests "), "{said}");
}
