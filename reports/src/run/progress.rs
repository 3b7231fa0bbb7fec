//! Progress with the time that is left: a bar on a terminal, plain lines elsewhere.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use measure::record;

/// On anything but a terminal, a line at most so often: a log should stay short.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// The progress of all stages that measure.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    started: Instant,
    last_line: Instant,
    total: f64,
    finished: f64,
}

impl Progress {
    /// `total` is the work of all stages, in whatever unit the stages count theirs.
    pub(super) fn new(total: f64) -> Progress {
        let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
        let bar = (std::io::stderr().is_terminal() && !dumb).then(|| {
            let bar = ProgressBar::new(1000);
            // No colour at all, so there is none to switch off.
            let style = ProgressStyle::with_template("{bar:30} {percent:>3} % {wide_msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        let started = Instant::now();
        Progress {
            bar,
            started,
            last_line: started,
            total: total.max(f64::MIN_POSITIVE),
            finished: 0.0,
        }
    }

    /// What a target that does `work` reports while it does it.
    pub(super) fn update(&mut self, work: f64, progress: &record::Progress) {
        let share = (self.finished + work * progress.done.clamp(0.0, 1.0)) / self.total;
        let message = message(share, self.started.elapsed(), &progress.doing);
        match &self.bar {
            Some(bar) => {
                // Permille of a share between 0 and 1.
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "0 to 1000"
                )]
                bar.set_position((share.clamp(0.0, 1.0) * 1000.0) as u64);
                bar.set_message(message);
            }
            None if self.last_line.elapsed() >= BETWEEN_LINES => {
                eprintln!("{:3.0} % {message}", share * 100.0);
                self.last_line = Instant::now();
            }
            None => {}
        }
    }

    /// A stage that did `work` is over.
    pub(super) fn finish(&mut self, work: f64) {
        self.finished += work;
    }

    /// Prints something on standard output without tearing the bar.
    pub(super) fn say<R>(&self, print: impl FnOnce() -> R) -> R {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// What is being done, and how long it will take if it goes on like this.
fn message(share: f64, elapsed: Duration, doing: &str) -> String {
    // The first percent says little about the rest.
    if share < 0.01 {
        return doing.to_owned();
    }
    let left = elapsed.as_secs_f64() * (1.0 - share).max(0.0) / share;
    if left < 90.0 {
        format!("{doing}, about {left:.0} s left")
    } else {
        format!("{doing}, about {:.0} min left", left / 60.0)
    }
}

#[cfg(test)]
mod tests;
