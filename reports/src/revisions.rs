//! What a comparison with another revision came to, row by row, for gate, page, Markdown and terminal alike.

use measure::record::{Base, BaseCount, BaseRow, BaseTime, Measurement, Verdict, Witness};

use crate::format::{self, interval, measurement};

/// Instructions of the head may exceed those of the base by this share and by so many per operation: both must be
/// exceeded, since a count of a few instructions moves by one when code around the measured loop changes.
pub const INSTRUCTIONS_SHARE: f64 = 0.005;
/// See [`INSTRUCTIONS_SHARE`].
pub const INSTRUCTIONS_LEAST: f64 = 2.0;

/// One witness on one contender of one case.
pub struct Judged<'a> {
    /// The case and the contender.
    pub row: &'a BaseRow,
    /// The witness.
    pub witness: Witness,
    /// Of this revision, the base being the reference.
    pub verdict: Verdict,
    /// The screen found something that the confirmation did not.
    pub suspected: bool,
    /// Base / this revision; absent beside a zero.
    pub ratio: Option<f64>,
    /// Both figures, or the interval of the ratio, in words.
    pub detail: String,
}

/// Everything that was compared, the worst first.
pub fn judged(base: &Base) -> Vec<Judged<'_>> {
    let mut all: Vec<Judged<'_>> = base
        .rows
        .iter()
        .flat_map(|row| {
            let time = row.time.as_ref().map(|time| by_time(row, time));
            time.into_iter().chain(row.counts.iter().map(|count| by_count(row, count)))
        })
        .collect();
    // Stable: rows of one kind and ratio stay in the order of the catalogue.
    all.sort_by(|a, b| {
        let ratio = |it: &Judged<'_>| it.ratio.unwrap_or(0.0);
        rank(a).cmp(&rank(b)).then(ratio(a).total_cmp(&ratio(b)))
    });
    all
}

/// Of `judged`, how many have this verdict.
pub fn count(judged: &[Judged<'_>], verdict: Verdict) -> usize {
    judged.iter().filter(|it| it.verdict == verdict).count()
}

/// The rows that a reader must see: what got worse, what might have, what got better.
pub fn telling<'a, 'b>(judged: &'a [Judged<'b>]) -> impl Iterator<Item = &'a Judged<'b>> {
    let tells =
        |it: &&Judged<'_>| matches!(it.verdict, Verdict::Worse | Verdict::Better) || it.suspected;
    judged.iter().filter(tells)
}

/// The head in one sentence.
pub fn sentence(base: &Base) -> String {
    let all = judged(base);
    let of = |verdict| count(&all, verdict);
    let suspected = all.iter().filter(|it| it.suspected).count();
    let undecided = of(Verdict::Inconclusive);
    let doubt = if suspected > 0 {
        format!(" of which {suspected} suspected, but not confirmed")
    } else {
        String::new()
    };
    format!(
        "{} worse, {} better, {} equivalent, {undecided} undecided{doubt}",
        of(Verdict::Worse),
        of(Verdict::Better),
        of(Verdict::Equivalent)
    )
}

/// The commit as people write it.
pub fn short(commit: &str) -> String {
    commit.chars().take(10).collect()
}

fn rank(judged: &Judged<'_>) -> u8 {
    match judged.verdict {
        Verdict::Worse => 0,
        Verdict::Inconclusive if judged.suspected => 1,
        Verdict::Better => 2,
        Verdict::Inconclusive => 3,
        Verdict::Equivalent => 4,
    }
}

fn by_time<'a>(row: &'a BaseRow, time: &'a BaseTime) -> Judged<'a> {
    Judged {
        row,
        witness: Witness::CpuTime,
        verdict: time.verdict,
        suspected: time.verdict == Verdict::Inconclusive && !time.confirmation.is_empty(),
        ratio: Some(time.ratio),
        detail: format!(
            "{}, margin {}",
            interval(time.low, time.high),
            format::percent(time.margin)
        ),
    }
}

fn by_count<'a>(row: &'a BaseRow, count: &'a BaseCount) -> Judged<'a> {
    let BaseCount { witness, base, head } = count;
    Judged {
        row,
        witness: *witness,
        verdict: of_counts(*witness, base, head),
        suspected: false,
        ratio: (base.value > 0.0 && head.value > 0.0).then_some(base.value / head.value),
        detail: format!("{} to {}", measurement(base), measurement(head)),
    }
}

fn of_counts(witness: Witness, base: &Measurement, head: &Measurement) -> Verdict {
    let beyond = |more: f64, less: f64| match witness {
        Witness::Instructions => {
            more - less > less * INSTRUCTIONS_SHARE && more - less > INSTRUCTIONS_LEAST
        }
        _ => more > less,
    };
    if beyond(head.value, base.value) {
        Verdict::Worse
    } else if beyond(base.value, head.value) {
        Verdict::Better
    } else {
        Verdict::Equivalent
    }
}

#[cfg(test)]
mod tests;
