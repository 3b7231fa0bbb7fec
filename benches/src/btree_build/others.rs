//! What is no tree of upstream's: the frozen form, published ordered sets, and the limit.
//!
//! All are asked for the same: a set of the keys that a caller can iterate over in order and look keys up in. Each set is
//! made the way its documentation has for many keys at once.
//!
//! Limit `memcpy`: the keys are copied into a block of their own. Nothing that owns its keys can be faster, since each has
//! to be written at least once.

use std::collections::BTreeSet;
use std::hint::black_box;

use common::btree::{FanFactor, NaturalOrder};
use frontier::btree_build::Frozen;
use imbl::OrdSet;
use indexset::BTreeSet as IndexSet;
use measure::record::Role;
use measure::{Answer, Identity, Workload};

use super::contenders::{FAN_FACTOR, Key, answer_of};

/// A set in another form than a tree of nodes.
pub(super) trait Other<K: Key>: Sized + 'static {
    const IDENTITY: (Role, &str);

    fn of(keys: &[K]) -> Self;

    fn len(&self) -> usize;

    fn keys(&self) -> impl Iterator<Item = K> + '_;

    /// The position of a key, or only that it is there where the set knows no positions.
    fn find(&self, key: &K) -> Option<Place>;
}

pub(super) enum Place {
    At(usize),
    Somewhere,
}

/// Adds everybody who takes keys that ascend.
pub(super) fn with_all<K: Key + Clone>(workload: Workload<Vec<K>>) -> Workload<Vec<K>> {
    let workload = with_frozen(workload);
    let workload = with::<K, BTreeSet<K>>(workload);
    let workload = with::<K, OrdSet<K>>(workload);
    let workload = with::<K, IndexSet<K>>(workload);
    with::<K, Box<[K]>>(workload)
}

/// Adds everybody who takes keys in any order, which ascend all the same.
pub(super) fn with_all_unordered<K: Key>(workload: Workload<Vec<K>>) -> Workload<Vec<K>> {
    let workload = with::<K, BTreeSet<K>>(workload);
    let workload = with::<K, OrdSet<K>>(workload);
    let workload = with::<K, IndexSet<K>>(workload);
    with::<K, Vec<K>>(workload)
}

/// Adds the frozen form alone.
pub(super) fn with_frozen<K: Key>(workload: Workload<Vec<K>>) -> Workload<Vec<K>> {
    with::<K, Frozen<K>>(workload)
}

fn with<K: Key, O: Other<K>>(workload: Workload<Vec<K>>) -> Workload<Vec<K>> {
    let run = |keys: &mut Vec<K>| made::<K, O>(keys);
    workload.contender(Identity::from(O::IDENTITY), Vec::clone, run, |it| answer(&it))
}

// As the trees: never inlined.
#[inline(never)]
fn make<K: Key, O: Other<K>>(keys: &[K]) -> O {
    O::of(keys)
}

#[inline]
pub(super) fn made<K: Key, O: Other<K>>(keys: &[K]) -> O {
    let made: O = make(black_box(keys));
    black_box(made.len());
    made
}

pub(super) fn answer<K: Key, O: Other<K>>(other: &O) -> Answer {
    let keys: Vec<K> = other.keys().collect();
    let is_in_order = keys.is_sorted_by(|a, b| a < b);
    answer_of(
        || keys.iter().copied(),
        is_in_order,
        |key| match other.find(key)? {
            Place::At(index) => Some(index),
            Place::Somewhere => keys.binary_search(key).ok(),
        },
    )
}

impl<K: Key> Other<K> for Frozen<K> {
    const IDENTITY: (Role, &str) = (Role::Frontier, "frozen");

    fn of(keys: &[K]) -> Frozen<K> {
        Frozen::new(keys, FanFactor::new(FAN_FACTOR))
    }

    fn len(&self) -> usize {
        self.keys().len()
    }

    fn keys(&self) -> impl Iterator<Item = K> + '_ {
        Frozen::keys(self).iter().copied()
    }

    fn find(&self, key: &K) -> Option<Place> {
        self.find_index(key, &NaturalOrder).ok().map(Place::At)
    }
}

impl<K: Key> Other<K> for Box<[K]> {
    const IDENTITY: (Role, &str) = (Role::Limit, "memcpy");

    fn of(keys: &[K]) -> Box<[K]> {
        keys.into()
    }

    fn len(&self) -> usize {
        <[K]>::len(self)
    }

    fn keys(&self) -> impl Iterator<Item = K> + '_ {
        self.iter().copied()
    }

    fn find(&self, key: &K) -> Option<Place> {
        self.binary_search(key).ok().map(Place::At)
    }
}

impl<K: Key> Other<K> for Vec<K> {
    const IDENTITY: (Role, &str) = (Role::Peer, "sorted_vec");

    fn of(keys: &[K]) -> Vec<K> {
        let mut keys = keys.to_vec();
        keys.sort();
        keys.dedup();
        keys
    }

    fn len(&self) -> usize {
        Vec::len(self)
    }

    fn keys(&self) -> impl Iterator<Item = K> + '_ {
        self.iter().copied()
    }

    fn find(&self, key: &K) -> Option<Place> {
        self.binary_search(key).ok().map(Place::At)
    }
}

/// Sets that are iterators' targets.
macro_rules! collected {
    ($($set:ident, $name:literal, [$($bound:tt)*]);+ $(;)?) => {$(
        impl<K: Key $($bound)*> Other<K> for $set<K> {
            const IDENTITY: (Role, &str) = (Role::Peer, $name);

            fn of(keys: &[K]) -> $set<K> {
                keys.iter().copied().collect()
            }

            fn len(&self) -> usize {
                $set::len(self)
            }

            fn keys(&self) -> impl Iterator<Item = K> + '_ {
                self.iter().copied()
            }

            fn find(&self, key: &K) -> Option<Place> {
                self.contains(key).then_some(Place::Somewhere)
            }
        }
    )+};
}

collected! {
    BTreeSet, "std_btreeset", [];
    OrdSet, "imbl", [];
    IndexSet, "indexset", [];
}
