//! How everything that goes wrong leaves the program: one line, perhaps a hint, and an exit code.

use std::fmt;

/// The exit codes other than 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// A regression, or a wrong answer.
    Regression = 1,
    /// Missing, incomparable, damaged, a failed self-test, bad arguments.
    CannotJudge = 2,
    /// Measured, but undecided.
    Inconclusive = 3,
}

/// What went wrong, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// With which code the program ends.
    pub code: Code,
    /// One line, without `error:`.
    pub message: String,
    /// One line, without `hint:`.
    pub hint: Option<String>,
}

impl Failure {
    /// Nothing can be judged, for this reason.
    pub fn cannot(message: impl Into<String>) -> Failure {
        Failure { code: Code::CannotJudge, message: message.into(), hint: None }
    }

    /// The same with a way out.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Failure {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.message)?;
        match &self.hint {
            Some(hint) => write!(f, "\nhint:  {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Failure {}

impl From<anyhow::Error> for Failure {
    /// A hint travels as a line of its own in the text of the error.
    fn from(error: anyhow::Error) -> Failure {
        let text = format!("{error:#}");
        let (message, hint) = match text.split_once("\nhint:") {
            Some((message, hint)) => (message, Some(hint.trim().to_owned())),
            None => (text.as_str(), None),
        };
        let message = message.trim().trim_start_matches("error: ");
        Failure { code: Code::CannotJudge, message: message.to_owned(), hint }
    }
}
