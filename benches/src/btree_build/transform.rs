//! Row `transform_and_filter`: odd values stay, so the very first key goes and the whole tree is built anew.

use std::hint::black_box;

use common::btree::{Change, Node};
use measure::{Case, Identity, Workload};

use super::contenders::{Prepared, Upstream, answer, with_every_form};
use super::{HOT_PATH, million};
use crate::Scale;

type Keys = Workload<Vec<u64>>;

pub(super) fn cases(scale: Scale) -> Vec<Case> {
    let of = |n: u64, built: bool| {
        let n_keys = ("n", n.into());
        let parameters = if built { vec![n_keys, ("input", "built".into())] } else { vec![n_keys] };
        let keys = move || (0..n).collect();
        Workload::new((HOT_PATH, "transform_and_filter"), &parameters, 1, keys)
    };
    vec![
        with_every_form!(of(1000, false), build_and_keep_odd).case(),
        with_every_form!(of(million(scale), false).heavy(), build_and_keep_odd).case(),
        with_every_form!(of(1000, true), keep_odd_of_built).case(),
    ]
}

/// As the ticket has it: the input is built inside of the operation.
fn build_and_keep_odd<T: Upstream<u64>>(workload: Keys, identity: Identity) -> Keys {
    let run = |state: &mut Prepared<T, u64>| -> Node<u64> {
        let tree = black_box(state.build());
        odd(&state.trees, &tree)
    };
    workload.contender(identity, |keys| Prepared::new(keys), run, |tree| answer(&tree))
}

/// The transformation alone.
fn keep_odd_of_built<T: Upstream<u64>>(workload: Keys, identity: Identity) -> Keys {
    let prepare = |keys: &Vec<u64>| {
        let prepared: Prepared<T, u64> = Prepared::new(keys);
        let tree = prepared.build();
        (prepared.trees, tree)
    };
    let run = |(trees, tree): &mut (T, Node<u64>)| -> Node<u64> { odd(trees, black_box(tree)) };
    workload.contender(identity, prepare, run, |tree| answer(&tree))
}

#[inline]
fn odd<T: Upstream<u64>>(trees: &T, tree: &Node<u64>) -> Node<u64> {
    let change = |key: &u64| if key % 2 == 1 { Change::Keep } else { Change::Remove };
    let odd = trees.transform(tree, change);
    black_box(odd.size());
    odd
}
