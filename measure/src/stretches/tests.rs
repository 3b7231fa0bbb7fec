use super::*;
use crate::Answer;

/// Writes down what is asked of it.
#[derive(Default)]
struct Diary(Vec<(&'static str, usize)>);

impl Prepared for Diary {
    fn reset(&mut self, iterations: usize) {
        self.0.push(("reset", iterations));
    }

    fn run(&mut self, iterations: usize) {
        self.0.push(("run", iterations));
    }

    fn answer(&mut self) -> Answer {
        unreachable!("nobody asks")
    }
}

// B28
#[test]
fn room_is_made_and_freed_outside_of_every_stretch() {
    for (iterations, most, stretches) in [
        (5, 2, vec![2, 2, 1]),
        (4, 2, vec![2, 2]),
        (4, 4, vec![4]),
        (4, usize::MAX, vec![4]),
        (0, 2, vec![]),
    ] {
        let mut diary = Diary::default();
        let mut measured = Vec::new();
        walk(&mut diary, iterations, most, |prepared, now| {
            prepared.run(now);
            measured.push(now);
        });
        assert_eq!(measured, stretches);
        let mut expected: Vec<(&str, usize)> =
            stretches.iter().flat_map(|&now| [("reset", now), ("run", now)]).collect();
        expected.push(("reset", 0));
        assert_eq!(diary.0, expected, "{iterations} iterations, at most {most}");
    }
}
