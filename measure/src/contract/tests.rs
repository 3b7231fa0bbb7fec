use std::cell::Cell;
use std::rc::Rc;

use super::*;

fn doubles(name: &'static str, run: fn(&mut u64) -> u64) -> Case {
    Workload::new(("toy", "double"), &[("n", 21.into()), ("kind", "plain".into())], 1, || 21_u64)
        .contender(Role::Legacy, |n| *n, |n| *n * 2, Answer::from)
        .contender((Role::Peer, name), |n| *n, run, Answer::from)
        .case()
}

#[test]
fn id_is_built_from_the_parts() {
    assert_eq!(doubles("shift", |n| *n << 1).id(), "toy/double/n=21/kind=plain");
}

#[test]
fn equal_answers_pass() {
    assert_eq!(doubles("shift", |n| *n << 1).check(), Ok(Answer::from(42)));
}

#[test]
fn a_wrong_answer_names_case_and_contender() {
    let message = doubles("wrong", |n| *n * 3).check().unwrap_err();
    assert!(message.starts_with("toy/double/n=21/kind=plain: wrong answers"), "{message}");
}

#[test]
fn an_operation_that_wears_out_its_state_is_found() {
    let wearing = doubles("wearing", |n| {
        *n *= 2;
        *n
    });
    assert!(wearing.check().is_err());
}

#[test]
fn the_answer_is_that_of_a_whole_pass() {
    let walk = |position: &mut usize| {
        let value = [3_u64, 5, 7][*position];
        *position = (*position + 1) % 3;
        value
    };
    let case = Workload::new(("toy", "walk"), &[], 1, || 0_usize)
        .pass(3)
        .contender(Role::Legacy, |start| *start, walk, Answer::from)
        .case();
    let mut whole = Answer::from(3);
    for value in [5, 7] {
        whole.merge(&Answer::from(value));
    }
    assert_eq!(case.check(), Ok(whole));
}

// B28
#[test]
fn what_is_kept_is_freed_by_reset_and_not_while_running() {
    struct Counted(Rc<Cell<usize>>);
    impl Drop for Counted {
        fn drop(&mut self) {
            self.0.set(self.0.get() + 1);
        }
    }
    let freed = Rc::new(Cell::new(0));
    let source = Rc::clone(&freed);
    let case = Workload::new(("toy", "keep"), &[], 1, move || Rc::clone(&source))
        .keep_results(1 << 12)
        .contender(Role::Legacy, Rc::clone, |rc| Counted(Rc::clone(rc)), |_| Answer::from(0))
        .case();
    assert_eq!(case.kept, Some(64));
    let mut prepared = case.contenders[0].prepare();
    prepared.reset(5);
    prepared.run(5);
    assert_eq!(freed.get(), 0);
    prepared.reset(0);
    assert_eq!(freed.get(), 5);
}

#[test]
fn equal_operations_are_measured_at_unlike_addresses() {
    let case = Workload::new(("toy", "twin"), &[], 1, || 21_u64)
        .contender(Role::Legacy, |n| *n, |n| *n * 2, Answer::from)
        .contender(Role::Control, |n| *n, |n| *n * 2, Answer::from)
        .case();
    let [a, b] = [0, 1].map(|index: usize| case.contenders[index].address);
    assert_ne!(a, b);
}
