//! What a run compares for equality beside the answers of its cases: random inputs from the run's own seed.

use std::time::{Duration, Instant};

use crate::record::Equivalence;

/// All checks of a run together take at most so long; each gets an equal share.
pub const MOST_TIME: Duration = Duration::from_secs(2);

/// Contenders compared on random inputs.
pub struct Check {
    /// The hot path.
    pub hot_path: &'static str,
    /// What is compared, in a few words.
    pub topic: &'static str,
    /// Compares contenders on the inputs that one seed gives.
    ///
    /// `Ok` is the number of results compared; `Err` names the input and both results.
    pub compare: fn(seed: u64) -> Result<u64, String>,
}

/// Runs every check on one seed after another until its share of the time is over.
///
/// # Errors
/// The first difference, with its seed.
pub(crate) fn run(checks: &[Check], seed: u64, most: Duration) -> Result<Vec<Equivalence>, String> {
    let share = most / u32::try_from(checks.len()).unwrap_or(u32::MAX).max(1);
    let one = |check: &Check| {
        let start = Instant::now();
        let mut compared = 0;
        for seed in seed.. {
            let result = (check.compare)(seed);
            compared += result.map_err(|difference| {
                format!("{}: {} with seed {seed}: {difference}", check.hot_path, check.topic)
            })?;
            if start.elapsed() >= share {
                break;
            }
        }
        Ok(Equivalence {
            hot_path: check.hot_path.into(),
            topic: check.topic.into(),
            compared,
            differences: 0,
        })
    };
    checks.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_counted_and_a_difference_stops_with_its_seed() {
        let fine = Check { hot_path: "toy", topic: "fine", compare: |_| Ok(3) };
        let bad = Check {
            hot_path: "toy",
            topic: "bad",
            compare: |seed| if seed == 7 { Err("1 is not 2".into()) } else { Ok(1) },
        };
        let all = run(&[fine], 1, Duration::ZERO).unwrap();
        assert_eq!((all[0].compared, all[0].differences), (3, 0));
        let error = run(&[bad], 5, Duration::from_secs(1)).unwrap_err();
        assert_eq!(error, "toy: bad with seed 7: 1 is not 2");
    }
}
