//! (to be written)

use measure::Case;
use measure::record::{Claim, Story};

use crate::Scale;

/// The cases of this hot path.
pub(crate) fn cases(_scale: Scale) -> Vec<Case> {
    Vec::new()
}

/// What the page tells of it.
pub(crate) fn story() -> Option<Story> {
    None
}

/// Its published figures.
pub(crate) fn claims() -> Vec<Claim> {
    Vec::new()
}
