//! What a workload, a case and a contender are.

mod prepared;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

pub use self::prepared::Prepared;
use self::prepared::{InPlace, measured};
use crate::record::{Claim, Origin, Role, Story};
use crate::{Answer, Check};

/// Criterion cuts longer ids and then compares the wrong ones.
const MOST_ID: usize = 60;

/// Passes that callgrind counts over, unless a case is heavy.
const COUNTED_PASSES: usize = 8;

/// Everything a measured package has to say: its cases, and what its page tells about them.
#[derive(Default)]
pub struct Suite {
    /// All cases; ids are unique.
    pub cases: Vec<Case>,
    /// JSON object from case id to the digest of its answer; empty where a package keeps none.
    pub digests: &'static str,
    /// One per hot path.
    pub stories: Vec<Story>,
    /// Published figures and how a run decides on them.
    pub claims: Vec<Claim>,
    /// What a run compares beside the answers of its cases.
    pub checks: Vec<Check>,
}

impl Suite {
    /// The recorded digest of a case's answer; `None` if the package keeps none at all.
    ///
    /// # Errors
    /// The digests are no JSON object of texts, or lack this case.
    pub fn digest(&self, id: &str) -> Result<Option<String>, String> {
        if self.digests.is_empty() {
            return Ok(None);
        }
        let digests: BTreeMap<String, String> = serde_json::from_str(self.digests)
            .map_err(|error| format!("the recorded digests: {error}"))?;
        let digest = digests.get(id).cloned();
        digest.map(Some).ok_or_else(|| format!("{id}: no digest of its answer is recorded"))
    }

    /// Ids name rows of the run file and of the gate, so they must be unique and plain.
    ///
    /// # Errors
    /// A line that names the first id that is not.
    pub fn check_ids(&self) -> Result<(), String> {
        let mut seen = BTreeSet::new();
        let others = self.cases.iter().flat_map(|case| &case.other_lengths);
        for case in self.cases.iter().chain(others) {
            let id = case.id();
            let plain = |byte: u8| {
                byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_/=.-".contains(&byte)
            };
            if id.len() > MOST_ID || !id.bytes().all(plain) {
                return Err(format!(
                    "{id}: an id has at most {MOST_ID} characters of [a-z0-9_/=.-]"
                ));
            }
            let mut names = BTreeSet::new();
            if let Some(twice) = case.contenders.iter().find(|it| !names.insert(it.name)) {
                return Err(format!("{id}: two contenders are called {}", twice.name));
            }
            if case.contenders.is_empty() {
                return Err(format!("{id}: has no contender"));
            }
            if !seen.insert(id.clone()) {
                return Err(format!("{id}: two cases have this id"));
            }
        }
        Ok(())
    }
}

impl From<Vec<Case>> for Suite {
    fn from(cases: Vec<Case>) -> Suite {
        Suite { cases, ..Suite::default() }
    }
}

/// What is asked of every contender: one input, so many operations on it, one expected answer.
///
/// An *iteration* is one call of `run`. It holds so many *operations*, by which every figure is divided: give an
/// operation of a few nanoseconds a block of inputs, or the loop around it is what gets measured. A *pass* is so many
/// iterations that the state is again as it was, mostly one.
///
/// A workload knows the type of its input and so can take contenders for it. A [`Case`] is the same thing with
/// that type forgotten, which is all that a harness needs.
pub struct Workload<I> {
    case: Case,
    input: Rc<dyn Fn() -> I>,
}

/// A workload with its parameters, and everybody who does it. The first contender is the reference.
pub struct Case {
    /// The hot path it belongs to.
    pub hot_path: &'static str,
    /// The name of the workload.
    pub workload: &'static str,
    /// In the order in which they stand in the id.
    pub parameters: Vec<(&'static str, Parameter)>,
    /// Where the input comes from.
    pub origin: Origin,
    /// Measured first, and shown on the first screen.
    pub headline: bool,
    /// The input is so short that a branch predictor learns it by heart; the page says so.
    pub learnable: bool,
    /// Raised when input or operation change: figures of unlike versions are not compared.
    pub version: u32,
    /// Operations in one iteration; every figure is divided by it.
    pub operations: u64,
    /// Iterations in one pass over the input; after a pass the state is as it was.
    pub pass: usize,
    /// Callgrind counts over so many passes: eight, so that the allocator's state evens out, or one of a heavy case.
    pub counted_passes: usize,
    /// So many results stay alive while measuring, freed outside; `None`: freed as part of the operation.
    pub kept: Option<usize>,
    /// The same workload over inputs of other lengths, to see whether a branch predictor learned this one.
    pub other_lengths: Vec<Case>,
    /// Everybody who does it, the reference first.
    pub contenders: Vec<Contender>,
}

/// The value of a parameter: a size, or a name such as `shared`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parameter {
    /// A size, in full.
    Number(u64),
    /// A name of `[a-z0-9_.-]`.
    Name(&'static str),
}

/// One implementation. Holds no input until it is prepared, so that listing cases costs nothing.
pub struct Contender {
    /// Unique in its case.
    pub name: &'static str,
    /// What it stands for.
    pub role: Role,
    /// Where its measured loop stands in memory; contenders that share one would measure nothing.
    pub address: usize,
    prepare: Box<dyn Fn() -> Box<dyn Prepared>>,
}

/// Name and role of a contender; a role alone names those that a case has one of.
pub struct Identity(Role, &'static str);

impl From<Role> for Identity {
    fn from(role: Role) -> Identity {
        Identity(role, role.name())
    }
}

impl From<(Role, &'static str)> for Identity {
    fn from((role, name): (Role, &'static str)) -> Identity {
        Identity(role, name)
    }
}

impl<I: 'static> Workload<I> {
    /// `input` is called once per preparation and must give the same input each time.
    ///
    /// The first two names and the parameters make the id, `hot_path/workload/name=value/...`: of `[a-z0-9_/=.-]`, at
    /// most 60 characters. `operations` is the number of operations in one iteration of `run`, at least 1.
    pub fn new(
        (hot_path, workload): (&'static str, &'static str),
        parameters: &[(&'static str, Parameter)],
        operations: u64,
        input: impl Fn() -> I + 'static,
    ) -> Workload<I> {
        let case = Case {
            hot_path,
            workload,
            parameters: parameters.to_vec(),
            origin: Origin::Ticket,
            headline: false,
            learnable: false,
            version: 1,
            operations,
            pass: 1,
            counted_passes: COUNTED_PASSES,
            kept: None,
            other_lengths: Vec::new(),
            contenders: Vec::new(),
        };
        Workload { case, input: Rc::new(input) }
    }

    /// Where the input comes from, if not from the ticket.
    pub fn origin(mut self, origin: Origin) -> Workload<I> {
        self.case.origin = origin;
        self
    }

    /// Measured first, and shown on the first screen.
    pub fn headline(mut self) -> Workload<I> {
        self.case.headline = true;
        self
    }

    /// The input is so short that a branch predictor learns it by heart.
    pub fn learnable(mut self) -> Workload<I> {
        self.case.learnable = true;
        self
    }

    /// The same workload over inputs of other lengths, half and double where there is so much input. Each is measured
    /// once; a ratio that moves with the length by more than the margin is labelled.
    pub fn other_lengths(mut self, cases: impl Into<Vec<Case>>) -> Workload<I> {
        self.case.other_lengths = cases.into();
        self
    }

    /// Raised when input or operation change.
    pub fn version(mut self, version: u32) -> Workload<I> {
        self.case.version = version;
        self
    }

    /// One pass over the input takes so many iterations, each a slice of it, so that a batch stays short.
    ///
    /// `run` moves on by itself and begins again after a pass; figures are counted over whole passes, and the
    /// answer is that of a whole pass.
    pub fn pass(mut self, iterations: usize) -> Workload<I> {
        assert!(iterations > 0, "a pass takes at least one iteration");
        self.case.pass = iterations;
        self
    }

    /// A pass takes a million instructions or more, so that callgrind counts one of them instead of eight.
    pub fn heavy(mut self) -> Workload<I> {
        self.case.counted_passes = 1;
        self
    }

    /// Results stay alive and are freed outside of the measurement, as under a garbage collector.
    ///
    /// At most 64 results and 256 KiB at `result_bytes` each, but at least one. Call it before the contenders.
    pub fn keep_results(mut self, result_bytes: usize) -> Workload<I> {
        assert!(self.case.contenders.is_empty(), "keep_results comes before the contenders");
        self.case.kept = Some((256 * 1024 / result_bytes.max(1)).clamp(1, 64));
        self
    }

    /// A contender in three steps. Only `run` is measured; what it returns is freed inside, unless
    /// [`Workload::keep_results`] says otherwise.
    ///
    /// `prepare` turns the input into the contender's own form, `run` does one iteration on it and leaves it as it
    /// was, `answer` reads what `run` returned. The first contender is the reference, mostly of role `legacy`; a role
    /// that a case has several of takes a name, `(Role::Peer, "std")`.
    pub fn contender<S: 'static, R: 'static, F: Fn(&mut S) -> R + Copy + 'static>(
        mut self,
        identity: impl Into<Identity>,
        prepare: impl Fn(&I) -> S + 'static,
        run: F,
        answer: impl Fn(R) -> Answer + Copy + 'static,
    ) -> Workload<I> {
        let Identity(role, name) = identity.into();
        let input = Rc::clone(&self.input);
        let pass = self.case.pass;
        let measured = measured::<S, R, F>(self.case.kept.is_some());
        let prepare = Box::new(move || -> Box<dyn Prepared> {
            Box::new(InPlace::new(prepare(&input()), run, answer, pass, measured))
        });
        let address = measured as usize;
        self.case.contenders.push(Contender { name, role, address, prepare });
        self
    }

    /// Forgets the type of the input.
    pub fn case(self) -> Case {
        self.case
    }
}

impl Case {
    /// `hot_path/workload/name=value/...`.
    pub fn id(&self) -> String {
        let mut parts = vec![self.hot_path.to_owned(), self.workload.to_owned()];
        parts.extend(self.parameters.iter().map(|(name, value)| format!("{name}={value}")));
        parts.join("/")
    }

    /// The contender of this name.
    pub fn contender(&self, name: &str) -> Option<&Contender> {
        self.contenders.iter().find(|contender| contender.name == name)
    }

    /// No answer, no number: the digest of the answer that all contenders give.
    ///
    /// Each is asked twice, so that an operation which wears out its state is found as well.
    ///
    /// # Errors
    /// A line that names the case, the contender and both answers.
    pub fn check(&self) -> Result<Answer, String> {
        let mut reference: Option<Answer> = None;
        for contender in &self.contenders {
            let mut prepared = contender.prepare();
            for _ in 0..2 {
                let answer = prepared.answer();
                let expected = reference.get_or_insert_with(|| answer.clone());
                if answer != *expected {
                    let (id, name) = (self.id(), contender.name);
                    return Err(format!("{id}: {name} answers {answer}, not {expected}"));
                }
            }
        }
        reference.ok_or_else(|| format!("{}: has no contender", self.id()))
    }
}

impl Contender {
    /// A contender whose code lies elsewhere: `prepare` gives its own form of a fresh input.
    #[cfg(feature = "base")]
    pub(crate) fn elsewhere(
        name: &'static str,
        role: Role,
        prepare: impl Fn() -> Box<dyn Prepared> + 'static,
    ) -> Contender {
        Contender { name, role, address: 0, prepare: Box::new(prepare) }
    }

    /// A fresh input in the contender's own form.
    pub fn prepare(&self) -> Box<dyn Prepared> {
        (self.prepare)()
    }
}

impl From<u64> for Parameter {
    fn from(number: u64) -> Parameter {
        Parameter::Number(number)
    }
}

impl From<&'static str> for Parameter {
    fn from(name: &'static str) -> Parameter {
        Parameter::Name(name)
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Parameter::Number(number) => write!(f, "{number}"),
            Parameter::Name(name) => f.write_str(name),
        }
    }
}

#[cfg(test)]
mod tests;
