//! Chains of merges: what a writer does while readers keep what they began with.

use std::hint::black_box;

use measure::{Case, Origin, Parameter, Role, Workload};
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;

use super::HOT_PATH;
use super::operation::{
    List, Operation, Range, as_value, contenders, content, empty, joined, link, n, range,
};
use super::peers;

/// The ranges of a chain, in the order in which they come.
pub(super) trait Links: Clone + 'static {
    fn count(&self) -> usize;

    fn range(&self, index: usize) -> Range;
}

/// So many of the ticket's.
impl Links for usize {
    fn count(&self) -> usize {
        *self
    }

    fn range(&self, index: usize) -> Range {
        link(index)
    }
}

impl Links for Vec<Range> {
    fn count(&self) -> usize {
        self.len()
    }

    fn range(&self, index: usize) -> Range {
        self[index]
    }
}

/// One operation is so many merges: copy the current version, add one range, publish, and only then drop the old one.
///
/// The first version is an empty list of capacity 0, so that the closed forms hold to the byte. Upstream's has capacity
/// 1, which costs 28 bytes once and changes nothing else.
struct Chain;

impl<I: Links> Operation<I> for Chain {
    fn join<L: List>(&self, workload: Workload<I>, role: Role) -> Workload<I> {
        workload.contender(
            role,
            I::clone,
            |links| {
                let mut current: L = empty(0);
                for index in 0..links.count() {
                    let mut next = black_box(&current).copy();
                    next.add(black_box(links.range(index)));
                    black_box(&next);
                    current = next;
                }
                current
            },
            |last| content(&last),
        )
    }
}

/// From here on a chain takes a million instructions or more.
const HEAVY: usize = 256;

/// The ticket's chain: each range lies behind all others.
pub(super) fn chain(count: usize, origin: Origin) -> Case {
    let workload = workload(count, &[n(count)], move || count).origin(origin);
    if origin != Origin::Ticket {
        return contenders(workload, &Chain, false);
    }
    let workload = joined(workload, &Chain, true);
    peers::with_maps(peers::with_vectors(workload)).case()
}

/// The same ranges, each somewhere between the others.
pub(super) fn chain_in_random_order(count: usize) -> Case {
    let links = move || {
        let mut links: Vec<Range> = (0..count).map(link).collect();
        links.shuffle(&mut ChaCha8Rng::seed_from_u64(21_492));
        links
    };
    let workload = workload(count, &[n(count), ("order", "random".into())], links);
    peers::with_maps(joined(workload, &Chain, false)).case()
}

/// Each range begins inside the one before it and is newer, so that it cuts that one's end off.
pub(super) fn chain_of_overlaps(count: usize) -> Case {
    let overlapping = |index: usize| {
        let start = as_value(4 * index);
        range(start, start + 6, link(index).deletion_time)
    };
    let links = move || (0..count).map(overlapping).collect::<Vec<Range>>();
    let workload = workload(count, &[n(count), ("order", "overlapping".into())], links);
    contenders(workload, &Chain, false)
}

fn workload<I: Links>(
    count: usize,
    parameters: &[(&'static str, Parameter)],
    links: impl Fn() -> I + 'static,
) -> Workload<I> {
    let workload = Workload::new((HOT_PATH, "chain"), parameters, 1, links);
    if count >= HEAVY { workload.heavy() } else { workload }
}
