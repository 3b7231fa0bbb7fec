//! What a run says, looked up once for page, Markdown and terminal: rows, headline cases, counts, what is missing.

use std::cmp::Ordering;

use measure::record::{
    CaseRecord, ClaimResult, ClaimStatus, Comparison, ContenderRecord, Measurement, Origin,
    RatioReason, Role, Run, SelfTest, Story, Verdict, Witness,
};

/// One comparison with everything it stands on.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    /// The case.
    pub case: &'a CaseRecord,
    /// Who is compared with the reference.
    pub contender: &'a ContenderRecord,
    /// What came out.
    pub comparison: &'a Comparison,
}

/// How many rows got which verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Better.
    pub better: usize,
    /// Worse.
    pub worse: usize,
    /// Equivalent.
    pub equivalent: usize,
    /// Inconclusive.
    pub inconclusive: usize,
}

impl Row<'_> {
    /// The figure of the reference under this row's witness.
    pub fn reference_value(&self) -> Option<&Measurement> {
        self.case.contenders.first()?.witnesses.get(&self.comparison.witness)
    }

    /// The figure of the contender under this row's witness.
    pub fn contender_value(&self) -> Option<&Measurement> {
        self.contender.witnesses.get(&self.comparison.witness)
    }

    /// The ratio, or two values where one of them is zero.
    pub fn change(&self) -> String {
        crate::format::change(self.comparison, self.reference_value(), self.contender_value())
    }
}

impl Tally {
    /// All rows.
    pub fn total(self) -> usize {
        self.better + self.worse + self.equivalent + self.inconclusive
    }

    /// How many got this verdict.
    pub fn of(self, verdict: Verdict) -> usize {
        match verdict {
            Verdict::Better => self.better,
            Verdict::Worse => self.worse,
            Verdict::Equivalent => self.equivalent,
            Verdict::Inconclusive => self.inconclusive,
        }
    }
}

/// Every comparison of the run, in the order of the file.
pub fn rows(run: &Run) -> impl Iterator<Item = Row<'_>> {
    run.cases.iter().flat_map(rows_of)
}

/// Every comparison of a case.
pub fn rows_of(case: &CaseRecord) -> impl Iterator<Item = Row<'_>> {
    case.comparisons.iter().filter_map(move |comparison| {
        let contender = case.contenders.iter().find(|c| c.name == comparison.contender)?;
        Some(Row { case, contender, comparison })
    })
}

/// The rows a change is judged by: those of the patch and of what lies beyond it.
///
/// A peer that is slow, a bound or an explaining variant is no loss of the patch.
pub fn judged(run: &Run) -> Vec<Row<'_>> {
    let is_judged = |role| matches!(role, Role::Optimized | Role::Frontier);
    let own: Vec<_> = rows(run).filter(|row| is_judged(row.contender.role)).collect();
    if own.is_empty() {
        rows(run).filter(|row| row.contender.role == Role::Peer).collect()
    } else {
        own
    }
}

/// Sorts what a reader should see first to the front: worse, undecided, equivalent, better; the lowest ratio first.
pub fn worst_first(rows: &mut [Row<'_>]) {
    rows.sort_by(|a, b| severity(a.comparison, b.comparison));
}

/// Counts verdicts.
pub fn tally<'a>(rows: impl IntoIterator<Item = Row<'a>>) -> Tally {
    let mut tally = Tally::default();
    for row in rows {
        match row.comparison.verdict {
            Verdict::Better => tally.better += 1,
            Verdict::Worse => tally.worse += 1,
            Verdict::Equivalent => tally.equivalent += 1,
            Verdict::Inconclusive => tally.inconclusive += 1,
        }
    }
    tally
}

/// The hot paths: those with a story first, then the others in the order of their cases.
pub fn hot_paths(run: &Run) -> Vec<&str> {
    let mut paths: Vec<&str> = Vec::new();
    let named = run.stories.iter().map(|story| &story.hot_path);
    for path in named.chain(run.cases.iter().map(|case| &case.hot_path)) {
        if !paths.contains(&path.as_str()) {
            paths.push(path);
        }
    }
    paths
}

/// The cases of a hot path.
pub fn cases_of<'a>(run: &'a Run, hot_path: &'a str) -> impl Iterator<Item = &'a CaseRecord> {
    run.cases.iter().filter(move |case| case.hot_path == hot_path)
}

/// The story of a hot path.
pub fn story<'a>(run: &'a Run, hot_path: &str) -> Option<&'a Story> {
    run.stories.iter().find(|story| story.hot_path == hot_path)
}

/// The case that stands for its hot path: the one its story names, else the first headline case, else the first.
pub fn headline<'a>(run: &'a Run, hot_path: &'a str) -> Option<&'a CaseRecord> {
    let named = story(run, hot_path)
        .and_then(|story| cases_of(run, hot_path).find(|case| case.id == story.headline_case));
    named
        .or_else(|| cases_of(run, hot_path).find(|case| case.headline))
        .or_else(|| cases_of(run, hot_path).find(|case| case.origin != Origin::Growth))
        .or_else(|| cases_of(run, hot_path).next())
}

/// The contender a case is about: the patch; without one, what lies beyond it, then a peer.
pub fn subject(case: &CaseRecord) -> Option<&ContenderRecord> {
    [Role::Optimized, Role::Frontier, Role::Revision, Role::Peer]
        .into_iter()
        .find_map(|role| case.contenders.iter().skip(1).find(|c| c.role == role))
}

/// The comparison of one contender under one witness.
pub fn row<'a>(
    case: &'a CaseRecord,
    contender: &'a ContenderRecord,
    witness: Witness,
) -> Option<Row<'a>> {
    let wanted = |c: &&Comparison| c.contender == contender.name && c.witness == witness;
    let comparison = case.comparisons.iter().find(wanted)?;
    Some(Row { case, contender, comparison })
}

/// Why a witness says nothing of a case, such as "valgrind is not installed".
pub fn absence(run: &Run, case: &CaseRecord, witness: Witness) -> String {
    if let Some(missing) = run.plan.missing.iter().find(|missing| missing.witness == witness) {
        return missing.reason.clone();
    }
    let planned = run.plan.cases.iter().find(|planned| planned.id == case.id);
    if planned.is_some_and(|planned| planned.contenders.contains_key(&witness)) {
        return "the run stopped before it".into();
    }
    "not part of this run".into()
}

/// How many rows were timed on relinks, and those of them whose verdict depends on the layout.
pub fn layouts(run: &Run) -> (usize, Vec<Row<'_>>) {
    let relinked = || rows(run).filter(|row| row.comparison.layouts.is_some());
    let dependent = |row: &Row<'_>| row.comparison.layouts.as_ref().is_some_and(|it| it.dependent);
    (relinked().count(), relinked().filter(dependent).collect())
}

/// Which part of a run this is, such as `shard 2 of 3`; `None` for a whole one.
pub fn shard(run: &Run) -> Option<String> {
    run.shard.as_ref().map(|shard| format!("shard {} of {}", shard.number, shard.of))
}

/// The self-tests that failed.
pub fn failed_self_tests(run: &Run) -> Vec<&SelfTest> {
    run.instrument.self_tests.iter().filter(|test| !test.passed).collect()
}

/// How many claims got this status.
pub fn claims_with(run: &Run, status: ClaimStatus) -> usize {
    run.claims.iter().filter(|claim| claim.status == status).count()
}

/// Why a claim got its status; where it does not hold, with its remark, which says what stands behind.
pub fn claim_reason(run: &Run, result: &ClaimResult) -> String {
    let published = run.published.iter().find(|claim| claim.id == result.id);
    let remark = published.map_or("", |claim| claim.remark.as_str());
    if result.status == ClaimStatus::Reproduced || remark.is_empty() {
        return result.reason.clone();
    }
    format!("{}. {remark}", result.reason)
}

fn severity(a: &Comparison, b: &Comparison) -> Ordering {
    let rank = |verdict| match verdict {
        Verdict::Worse => 0,
        Verdict::Inconclusive => 1,
        Verdict::Equivalent => 2,
        Verdict::Better => 3,
    };
    // From zero there is no ratio, and nothing is worse; to zero nothing is better.
    let size = |comparison: &Comparison| match comparison.reason {
        Some(RatioReason::FromZero) => f64::NEG_INFINITY,
        Some(RatioReason::ToZero) => f64::INFINITY,
        _ => comparison.ratio.unwrap_or(1.0),
    };
    rank(a.verdict).cmp(&rank(b.verdict)).then(size(a).total_cmp(&size(b)))
}

#[cfg(test)]
mod tests;
