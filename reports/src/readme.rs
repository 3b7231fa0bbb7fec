//! The verdicts in a README: generated text between markers, never edited by hand.

use measure::record::{ClaimStatus, Run};

use crate::{markdown, summary};

const BEGIN: &str = "<!-- verdicts";
const END: &str = "<!-- /verdicts -->";

/// The text with the verdicts of a run between its markers.
///
/// # Errors
///
/// The markers are not there, each once and in this order.
pub fn with_verdicts(text: &str, run: &Run) -> Result<String, String> {
    let missing = || format!("no line `{BEGIN} -->` with a line `{END}` after it");
    let (before, rest) = text.split_once(BEGIN).ok_or_else(missing)?;
    let (_, after) = rest.split_once(END).ok_or_else(missing)?;
    let command = "scripts/hotpair report target/hotpair/run.json --readme README.md";
    Ok(format!("{before}{BEGIN}: {command} -->\n{}{END}{after}", verdicts(run)))
}

/// The table, and where and when it was measured.
fn verdicts(run: &Run) -> String {
    let mut table = String::new();
    markdown::path_table(&mut table, run, "hot path", &summary::hot_paths(run));
    let held = summary::claims_with(run, ClaimStatus::Reproduced);
    let environment = &run.environment;
    let day = run.started.split('T').next().unwrap_or_default();
    format!(
        "{table}\nBefore / after the patch, above 1 is better; {held} of {} published figures hold. {}, {} cores, {}, \
         {day}.\n",
        run.claims.len(),
        environment.cpu_model,
        environment.cores,
        environment.rustc.split(" (").next().unwrap_or_default(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn only_what_is_between_the_markers_changes() {
        let run = sample::run();
        let text = format!("above\n{BEGIN} -->\nstale\n{END}\nbelow\n");
        let once = with_verdicts(&text, &run).unwrap();
        assert!(once.starts_with("above\n") && once.ends_with("\nbelow\n"), "{once}");
        assert!(!once.contains("stale") && once.contains("| hot path |"), "{once}");
        assert_eq!(with_verdicts(&once, &run).unwrap(), once);
    }

    #[test]
    fn a_text_without_markers_is_refused() {
        assert!(with_verdicts("nothing", &sample::run()).is_err());
        assert!(with_verdicts(&format!("{END} {BEGIN} -->"), &sample::run()).is_err());
    }
}
