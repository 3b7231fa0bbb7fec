//! The only code that is ever measured: two loops, a copy of them for every contender.

use std::any::TypeId;
use std::hint::black_box;

use crate::Answer;

/// A contender with its own form of the input in place and every type forgotten.
pub trait Prepared {
    /// Frees what earlier iterations left and makes room for the next. Never measured.
    fn reset(&mut self, iterations: usize);

    /// Runs the operation. **The only call between two readings of any witness.**
    fn run(&mut self, iterations: usize);

    /// One pass of the same code, and what a caller could observe of it. Never measured.
    fn answer(&mut self) -> Answer;
}

pub(super) struct InPlace<S, R, F, A> {
    state: S,
    run: F,
    answer: A,
    pass: usize,
    measured: Measured<S, R, F>,
    kept: Vec<R>,
}

pub(super) type Measured<S, R, F> = fn(&mut S, F, usize, &mut Vec<R>);

/// The loop that measures `F`, by whether results are kept.
pub(super) fn measured<S, R, F>(keeping: bool) -> Measured<S, R, F>
where
    F: Fn(&mut S) -> R + 'static,
{
    if keeping { measured_keeping } else { measured_freeing }
}

impl<S, R, F, A> InPlace<S, R, F, A> {
    pub(super) fn new(
        state: S,
        run: F,
        answer: A,
        pass: usize,
        measured: Measured<S, R, F>,
    ) -> Self {
        InPlace { state, run, answer, pass, measured, kept: Vec::new() }
    }
}

impl<S, R, F, A> Prepared for InPlace<S, R, F, A>
where
    F: Fn(&mut S) -> R + Copy + 'static,
    A: Fn(R) -> Answer,
{
    fn reset(&mut self, iterations: usize) {
        self.kept.clear();
        self.kept.reserve(iterations);
    }

    fn run(&mut self, iterations: usize) {
        (self.measured)(&mut self.state, self.run, iterations, &mut self.kept);
    }

    fn answer(&mut self) -> Answer {
        let mut step = || (self.answer)((self.run)(black_box(&mut self.state)));
        let mut all = step();
        for _ in 1..self.pass {
            all.merge(&step());
        }
        all
    }
}

// Every contender gets a copy of its own, since `F` is unique to it; all under the same attribute, all with the
// state behind `black_box`, so that sizes are run-time values. LLVM merges copies that come out equal, and then the
// control measures nothing: the type's id makes them differ (its name would not, it is the same for all closures
// of a function).

#[inline(never)]
fn measured_freeing<S, R, F: Fn(&mut S) -> R + 'static>(
    state: &mut S,
    run: F,
    iterations: usize,
    _: &mut Vec<R>,
) {
    black_box(TypeId::of::<F>());
    for _ in 0..iterations {
        drop(black_box(run(black_box(state))));
    }
}

#[inline(never)]
fn measured_keeping<S, R, F: Fn(&mut S) -> R + 'static>(
    state: &mut S,
    run: F,
    iterations: usize,
    kept: &mut Vec<R>,
) {
    black_box(TypeId::of::<F>());
    for _ in 0..iterations {
        // Never grows: `reset` made room.
        kept.push(black_box(run(black_box(state))));
    }
}
