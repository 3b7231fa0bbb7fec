//! Published persistent collections, as versions of a list whose ranges never overlap.
//!
//! A caller could keep such ranges in one of them: a vector where they come in order, else a map by their start. They
//! split and merge nothing, so they take part where there is nothing to split. Each is used as its documentation has
//! it: a clone is a version, and the clone is changed in place.

use std::hint::black_box;

use imbl::{OrdMap, Vector};
use measure::Workload;
use measure::record::Role;
use rpds::{RedBlackTreeMapSync, VectorSync};

use super::chains::Links;
use super::operation::{Range, content_of};

/// A collection whose clones are versions.
trait Persistent: Clone + Default + 'static {
    const NAME: &str;

    fn add(&mut self, range: Range);

    fn ranges(&self) -> impl ExactSizeIterator<Item = Range>;
}

impl Persistent for Vector<Range> {
    const NAME: &str = "imbl_vector";

    fn add(&mut self, range: Range) {
        self.push_back(range);
    }

    fn ranges(&self) -> impl ExactSizeIterator<Item = Range> {
        self.iter().copied()
    }
}

impl Persistent for OrdMap<i32, Range> {
    const NAME: &str = "imbl_ordmap";

    fn add(&mut self, range: Range) {
        self.insert(range.start.components()[0], range);
    }

    fn ranges(&self) -> impl ExactSizeIterator<Item = Range> {
        self.values().copied()
    }
}

impl Persistent for VectorSync<Range> {
    const NAME: &str = "rpds_vector";

    fn add(&mut self, range: Range) {
        self.push_back_mut(range);
    }

    fn ranges(&self) -> impl ExactSizeIterator<Item = Range> {
        self.iter().copied()
    }
}

impl Persistent for RedBlackTreeMapSync<i32, Range> {
    const NAME: &str = "rpds_map";

    fn add(&mut self, range: Range) {
        self.insert_mut(range.start.components()[0], range);
    }

    fn ranges(&self) -> impl ExactSizeIterator<Item = Range> {
        self.values().copied()
    }
}

/// Adds those that need the ranges in order.
pub(super) fn with_vectors<L: Links>(workload: Workload<L>) -> Workload<L> {
    let workload = with::<L, Vector<Range>>(workload);
    with::<L, VectorSync<Range>>(workload)
}

/// Adds those that put the ranges in order.
pub(super) fn with_maps<L: Links>(workload: Workload<L>) -> Workload<L> {
    let workload = with::<L, OrdMap<i32, Range>>(workload);
    with::<L, RedBlackTreeMapSync<i32, Range>>(workload)
}

fn with<L: Links, P: Persistent>(workload: Workload<L>) -> Workload<L> {
    workload.contender(
        (Role::Peer, P::NAME),
        L::clone,
        |links| {
            let mut current = P::default();
            for index in 0..links.count() {
                let mut next = black_box(&current).clone();
                next.add(black_box(links.range(index)));
                black_box(&next);
                current = next;
            }
            current
        },
        |last| content_of(last.ranges()),
    )
}
