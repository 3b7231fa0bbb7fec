//! Looking up rows and bounds.
//!
//! Source: apache/cassandra 5.0, `RangeTombstoneList.searchInternal`; `java.util.Arrays.binarySearch`.
//! Ported: both, with the probes in Java's order, so that a list in disorder gives the same answer, too.
//! Differs: over elements beyond the size Java finds null references; here that is an error at once.

use std::cmp::Ordering::{self, Equal, Greater, Less};

use super::{Bound, RangeTombstones, Value};
use crate::fault::Fault;

/// `Ok(index)` of an element equal to `name`, else `Err(index)` where it would stand.
#[inline]
pub fn binary_search<V: Value, const COLUMNS: usize>(
    column: &[Bound<V, COLUMNS>],
    from: usize,
    to: usize,
    name: &Bound<V, COLUMNS>,
) -> Result<usize, usize> {
    binary_search_by(from, to, |index| column[index].compare(name))
}

/// The same over whatever can be compared by index.
#[inline]
pub fn binary_search_by(
    from: usize,
    to: usize,
    compare: impl Fn(usize) -> Ordering,
) -> Result<usize, usize> {
    let (mut low, mut high) = (from, to);
    while low < high {
        // Java's middle of an inclusive range.
        let middle = usize::midpoint(low, high - 1);
        match compare(middle) {
            Less => low = middle + 1,
            Greater => high = middle,
            Equal => return Ok(middle),
        }
    }
    Err(low)
}

/// The index of the range among `from..to` that covers `name`; else a negative `r`, and `-r - 1` is the first range
/// that starts after it. A bound is not inside the range that it delimits.
///
/// # Errors
/// `from > to`, or indexes outside of the columns. An empty list checks nothing and answers -1.
pub fn search_internal<V, const COLUMNS: usize, L>(
    list: &L,
    name: &Bound<V, COLUMNS>,
    from: i32,
    to: i32,
) -> Result<i32, Fault>
where
    V: Value,
    L: RangeTombstones<V, COLUMNS>,
{
    if list.is_empty() {
        return Ok(-1);
    }
    if from > to {
        return Err(Fault::IllegalArgument);
    }
    let index = |index: i32| usize::try_from(index).map_err(|_| Fault::IndexOutOfBounds);
    let (from, to) = (index(from)?, index(to)?);
    if to > list.len() {
        let inside = to <= list.capacity();
        return Err(if inside { Fault::NullPointer } else { Fault::IndexOutOfBounds });
    }
    Ok(search_position(list, name, from, to))
}

/// [`search_internal`] over indexes that are known to be right.
#[inline]
pub(super) fn search_position<V, const COLUMNS: usize, L>(
    list: &L,
    name: &Bound<V, COLUMNS>,
    from: usize,
    to: usize,
) -> i32
where
    V: Value,
    L: RangeTombstones<V, COLUMNS>,
{
    if list.is_empty() {
        return -1;
    }
    match list.search_starts(from, to, name) {
        Ok(position) => -as_int(position) - 1,
        Err(0) => -1,
        Err(insertion_point) => {
            let index = insertion_point - 1;
            if name.compare(&list.end(index)) == Less { as_int(index) } else { -as_int(index) - 2 }
        }
    }
}

/// Sizes are ints upstream.
#[inline]
fn as_int(index: usize) -> i32 {
    i32::try_from(index).expect("a list holds fewer than 2^31 ranges")
}
