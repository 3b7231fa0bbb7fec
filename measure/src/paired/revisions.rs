//! Two revisions of a package against each other: the same contender of the same case, once from each library.
//!
//! A number of units that is fixed beforehand, since the rule that judges them counts units
//! (`verdict::between_revisions`).

use std::path::Path;
use std::rc::Rc;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::kernel::Kernel;
use super::process::{self, Task, Visit};
use super::schedule::UNITS_PER_PROCESS;
use super::unit::Opponent;
use crate::contract::{Contender, Parameter};
use crate::harness::{self, Failure};
use crate::record::{RevisionJob, RevisionResult, RevisionUnits, Role};
use crate::revision::Revision;
use crate::{Case, Suite};

/// What the two sides are called.
const BASE: &str = "base";
const HEAD: &str = "head";

/// The parameter that tells apart the contenders of a case, each of which becomes a case of its own here.
const CONTENDER: &str = "contender";

/// All pairs of one contender of one case that both libraries have; `cases` are those of the running program.
pub(super) fn cases(cases: &[Case], base: &Path, head: &Path) -> Result<Vec<Case>, String> {
    let [base, head] = [Revision::load(base)?, Revision::load(head)?].map(Rc::new);
    let has = |revision: &Revision, id: &str, name: &str| {
        let known = revision.cases().iter().find(|known| known.id == id);
        known.is_some_and(|known| known.contenders.iter().any(|it| it.name == name))
    };
    let mut pairs = Vec::new();
    for case in cases {
        let id = case.id();
        for name in case.contenders.iter().map(|contender| contender.name) {
            if has(&base, &id, name) && has(&head, &id, name) {
                pairs.push(pair(case, name, [&base, &head]));
            }
        }
    }
    Ok(pairs)
}

fn pair(case: &Case, name: &'static str, [base, head]: [&Rc<Revision>; 2]) -> Case {
    let id = case.id();
    let side = |side: &'static str, role: Role, revision: &Rc<Revision>| {
        let (revision, id) = (Rc::clone(revision), id.clone());
        Contender::elsewhere(side, role, move || {
            revision.prepare(&id, name).expect("both revisions list this contender")
        })
    };
    let mut parameters = case.parameters.clone();
    parameters.push((CONTENDER, Parameter::Name(name)));
    Case {
        hot_path: case.hot_path,
        workload: case.workload,
        parameters,
        origin: case.origin,
        headline: case.headline,
        learnable: case.learnable,
        version: case.version,
        operations: case.operations,
        pass: case.pass,
        counted_passes: case.counted_passes,
        kept: case.kept,
        other_lengths: Vec::new(),
        contenders: vec![side(BASE, Role::Legacy, base), side(HEAD, Role::Optimized, head)],
    }
}

fn id_of_pair(case: &str, contender: &str) -> String {
    format!("{case}/{CONTENDER}={contender}")
}

/// Does a job: first the answers of both revisions, then so many units of every pair.
///
/// `progress` hears the share done and what is going on.
pub(super) fn measure(
    suite: &Suite,
    job: &RevisionJob,
    progress: impl Fn(f64, &str),
) -> Result<RevisionResult, Failure> {
    progress(0.0, "loading both revisions");
    let pairs = cases(&suite.cases, &job.base, &job.head)?;
    let mut visits = Vec::new();
    let mut compared = Vec::new();
    for (case, contenders) in &job.comparisons {
        for contender in contenders {
            let id = id_of_pair(case, contender);
            let pair = harness::find(&pairs, &id)?;
            pair.check().map_err(|_| {
                Failure::WrongAnswer(format!(
                    "{case}: {contender} does not answer as it did in the base; \
                     if the workload was changed, raise its version"
                ))
            })?;
            let opponent = Opponent { name: HEAD.into(), injected: 0.0 };
            visits.push(Visit { case: id, opponents: vec![opponent], once: false });
            let (case, contender) = (case.clone(), contender.clone());
            compared.push(RevisionUnits { case, contender, units: Vec::new() });
        }
    }
    let kernel = Kernel::calibrate();
    let mut seeds = ChaCha8Rng::seed_from_u64(job.seed);
    let all = (visits.len() * job.units).max(1);
    let mut done = 0;
    for process in 0..job.units.div_ceil(UNITS_PER_PROCESS) {
        let units = UNITS_PER_PROCESS.min(job.units - process * UNITS_PER_PROCESS);
        let task = Task {
            process: u32::try_from(process).unwrap_or(u32::MAX),
            units: u32::try_from(units).unwrap_or(1),
            seed: seeds.random(),
            raw: false,
            kernel,
            visits: visits.clone(),
            revisions: Some([job.base.clone(), job.head.clone()]),
        };
        process::start(&task, |found| {
            let at = visits.iter().position(|visit| visit.case == found.case);
            if let Some(at) = at {
                compared[at].units.push(found.unit);
            }
            done += 1;
            progress(f64::from(done) / all as f64, "timing both revisions");
        })?;
    }
    Ok(RevisionResult { compared })
}
