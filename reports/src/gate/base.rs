//! What a comparison with another revision is worth: findings of the gate.

use measure::record::{Base, Verdict};

use super::judge::{Finding, Kind};
use crate::format;
use crate::revisions::{self, Judged};

/// A case that is new passes and is listed; one that is gone cannot be judged.
pub(super) fn against(base: &Base) -> Vec<Finding> {
    let judged = revisions::judged(base);
    let name = format!("{} ({})", base.revision, revisions::short(&base.commit));
    let mut findings: Vec<Finding> = revisions::telling(&judged)
        .map(|it| {
            let kind = match it.verdict {
                Verdict::Worse => Kind::Regression,
                Verdict::Better => Kind::Improved,
                // Never a failure: the confirmation was asked and did not agree.
                _ => Kind::Excused,
            };
            Finding::new(kind, line(&name, it))
        })
        .collect();
    let same = revisions::count(&judged, Verdict::Equivalent);
    if same > 0 {
        let text = format!("{} as in {name}", format::plural(same, "figure is", "figures are"));
        findings.push(Finding::new(Kind::Passed, text));
    }
    let open = judged.len() - same - revisions::telling(&judged).count();
    if open > 0 {
        let rows = format::plural(open, "time shows", "times show");
        let text = format!("{rows} no change from {name}, but cannot exclude a small one");
        findings.push(Finding::new(Kind::Excused, text));
    }
    let each = |kind: Kind, names: &[String], what: &str| -> Vec<Finding> {
        names.iter().map(|it| Finding::new(kind, format!("{it}: {what} {name}"))).collect()
    };
    findings.extend(each(Kind::New, &base.added, "is not in"));
    findings.extend(each(Kind::New, &base.changed, "has another workload in"));
    findings.extend(each(Kind::CannotJudge, &base.removed, "is gone; it is in"));
    findings.extend(each(Kind::NotInThisRun, &base.missing, "not compared with"));
    if judged.is_empty() {
        let text = format!("nothing was compared with {name}");
        findings.push(Finding::new(Kind::CannotJudge, text));
    }
    findings
}

fn line(name: &str, it: &Judged<'_>) -> String {
    let ratio = it.ratio.map(|ratio| format!(" {},", format::ratio(ratio))).unwrap_or_default();
    let doubt = if it.suspected { ", suspected and not confirmed" } else { "" };
    format!(
        "{}: {} {}: {} than in {name}:{ratio} {}{doubt}",
        it.row.case,
        it.row.contender,
        it.witness,
        match it.verdict {
            Verdict::Worse => "worse",
            Verdict::Better => "better",
            _ => "not certainly other",
        },
        it.detail
    )
}
