//! Iterations in stretches, so that no more results stay alive than a case keeps.

use crate::Prepared;

/// Runs so many iterations, at most `most` of them in a stretch.
///
/// `measured` runs a stretch of so many iterations and may read a clock around it: making room for results and freeing
/// them happens outside.
pub(crate) fn walk(
    prepared: &mut dyn Prepared,
    iterations: usize,
    most: usize,
    mut measured: impl FnMut(&mut dyn Prepared, usize),
) {
    let mut left = iterations;
    while left > 0 {
        let now = left.min(most);
        prepared.reset(now);
        measured(prepared, now);
        left -= now;
    }
    // What the last iterations kept is freed here, not in whatever is measured next.
    prepared.reset(0);
}

#[cfg(test)]
mod tests;
