//! A bound as one number, whose comparison needs no branch.

use common::tombstones::{Bound, Kind, Value};

/// What bounds of no components are ordered by: before everything, or after it.
const OUTSIDE: i64 = i64::MAX - 3;

/// A number that never falls along the order of bounds. Over one column equal keys are equal bounds; over several the
/// first one decides, and bounds of equal keys have to be compared.
///
/// `None` for a row of too few components: it equals everything that it is a prefix of, so it has no place in an order.
#[inline]
pub(super) fn key<V: Value, const COLUMNS: usize>(bound: &Bound<V, COLUMNS>) -> Option<i64> {
    let components = bound.components();
    let weight = match bound.kind() {
        Kind::ExclusiveEnd | Kind::InclusiveStart | Kind::ExclusiveEndInclusiveStart => 0,
        Kind::Static => 1,
        Kind::Row if components.len() < COLUMNS => return None,
        Kind::Row => 2,
        Kind::InclusiveEndExclusiveStart | Kind::InclusiveEnd | Kind::ExclusiveStart => 3,
    };
    let key = match components {
        [] if weight < 2 => weight - OUTSIDE,
        [] => OUTSIDE + weight,
        // A bound of one component lies before or after all that extends it.
        [first, more @ ..] => 4 * first.order() + if more.is_empty() { weight } else { 2 },
    };
    Some(key)
}
