//! A logarithmic axis: where a value lies, and the round numbers worth a tick.

/// Ratios, sizes and costs lie well inside of 10 to the power of this.
const EXPONENTS: i32 = 60;

/// From a range of values to a range of pixels, by logarithm.
pub(super) struct LogAxis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl LogAxis {
    /// The axis that shows all of `values`, which are above zero, and at least `least` from end to end.
    ///
    /// `from` and `to` are the pixels of its lower and its upper end.
    pub(super) fn around(
        values: impl Iterator<Item = f64>,
        least: f64,
        (from, to): (f64, f64),
    ) -> LogAxis {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|value| *value > 0.0) {
            (low, high) = (low.min(value.ln()), high.max(value.ln()));
        }
        if low > high {
            (low, high) = (0.0, 0.0);
        }
        let short = (least.ln() - (high - low)).max(0.0) / 2.0;
        // A little air, so that no mark sits on the frame.
        let air = (high - low + 2.0 * short) * 0.04;
        LogAxis { low: low - short - air, high: high + short + air, from, to }
    }

    /// The pixel of `value`, rounded to a tenth.
    pub(super) fn at(&self, value: f64) -> f64 {
        let share = (value.ln() - self.low) / (self.high - self.low);
        ((self.from + share * (self.to - self.from)) * 10.0).round() / 10.0
    }

    /// Round values inside of the axis, as many as `most` or a few less.
    pub(super) fn ticks(&self, most: usize) -> Vec<f64> {
        let at_steps = |steps: &[f64]| -> Vec<f64> {
            let decades = (-EXPONENTS..=EXPONENTS).map(|decade| 10f64.powi(decade));
            self.inside(decades.flat_map(|decade| steps.iter().map(move |step| step * decade)))
        };
        let rich: [&[f64]; 4] = [
            &[1.0, 1.1, 1.2, 1.3, 1.5, 1.7, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 9.5],
            &[1.0, 1.5, 2.0, 3.0, 5.0, 7.0],
            &[1.0, 2.0, 5.0],
            &[1.0],
        ];
        let fitting = rich.iter().map(|steps| at_steps(steps)).find(|ticks| ticks.len() <= most);
        // More decades than ticks: every second one, every third one.
        fitting.unwrap_or_else(|| {
            let ticks = at_steps(&[1.0]);
            let step = ticks.len().div_ceil(most);
            ticks.into_iter().step_by(step).collect()
        })
    }

    /// The same in powers of two, which are the round numbers of bytes.
    pub(super) fn binary_ticks(&self, most: usize) -> Vec<f64> {
        let powers = self.inside((-EXPONENTS..=EXPONENTS).map(|power| 2f64.powi(power)));
        let step = powers.len().div_ceil(most).max(1);
        powers.into_iter().step_by(step).collect()
    }

    fn inside(&self, values: impl Iterator<Item = f64>) -> Vec<f64> {
        values.filter(|value| (self.low..=self.high).contains(&value.ln())).collect()
    }
}

#[cfg(test)]
mod tests;
