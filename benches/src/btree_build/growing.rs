//! Rows `build` and `builder`: sorted, distinct keys 0, 1, 2, ..., made once.

use common::btree::Node;
use measure::{Case, Identity, Origin, Parameter, Workload};

use super::contenders::{Prepared, Upstream, answer, with_every_form};
use super::{HOT_PATH, million, others};
use crate::Scale;

/// Keys per case and whether results are also kept, as the ticket's figures are without freeing.
///
/// 31 is a control without a difference: both forms fill one leaf then.
const TICKET: [(u64, bool); 4] = [(31, false), (32, true), (1000, true), (5000, true)];

/// Sizes for the growth curve alone. 33 is the smallest tree with a branch.
const GROWTH: [u64; 10] = [8, 16, 33, 64, 128, 256, 512, 2048, 4096, 8192];

type Keys = Workload<Vec<u64>>;

pub(super) fn cases(scale: Scale) -> Vec<Case> {
    let mut cases = Vec::new();
    for (n, is_kept_too) in TICKET {
        cases.push(others::with_all(with_every_form!(build_of(n, &[]), build)).case());
        if n != 31 {
            let workload = with_every_form!(builder_of(n, &[]), builder);
            cases.push(others::with_all_unordered(workload).case());
        }
        if is_kept_too {
            let outside = [("drop", "outside".into())];
            let kept = build_of(n, &outside).keep_results(result_bytes(n));
            cases.push(with_every_form!(kept, build).case());
            let kept = builder_of(n, &outside).keep_results(result_bytes(n));
            cases.push(with_every_form!(kept, builder).case());
        }
    }
    let workload = with_every_form!(build_of(million(scale), &[]).heavy(), build);
    cases.push(others::with_frozen(workload).case());
    cases.push(with_every_form!(builder_of(million(scale), &[]).heavy(), builder).case());
    for n in GROWTH {
        let curve = build_of(n, &[]).origin(Origin::Growth);
        cases.push(with_every_form!(curve, build).case());
    }
    cases
}

fn build_of(n: u64, more: &[(&'static str, Parameter)]) -> Keys {
    of("build", n, more)
}

fn builder_of(n: u64, more: &[(&'static str, Parameter)]) -> Keys {
    of("builder", n, more)
}

fn of(workload: &'static str, n: u64, more: &[(&'static str, Parameter)]) -> Keys {
    let parameters = [&[("n", n.into())], more].concat();
    let keys = Workload::new((HOT_PATH, workload), &parameters, 1, move || (0..n).collect());
    let keys = if n == 1000 && more.is_empty() { keys.headline() } else { keys };
    // One leaf is one loop of always the same length.
    if n <= 32 { keys.learnable() } else { keys }
}

/// About what a tree of `n` keys takes: 8 bytes for a key, and 36 for each of n / 31 leaves and its place.
fn result_bytes(n: u64) -> usize {
    usize::try_from(n * 8 + n.div_ceil(31) * 36).expect("a tree fits into memory")
}

fn build<T: Upstream<u64>>(workload: Keys, identity: Identity) -> Keys {
    let run = |state: &mut Prepared<T, u64>| -> Node<u64> { state.build() };
    workload.contender(identity, |keys| Prepared::new(keys), run, |tree| answer(&tree))
}

fn builder<T: Upstream<u64>>(workload: Keys, identity: Identity) -> Keys {
    let run = |state: &mut Prepared<T, u64>| -> Node<u64> { state.gather() };
    workload.contender(identity, |keys| Prepared::new(keys), run, |tree| answer(&tree))
}
