//! Keys that ascend, as one block, and every so many of them again to find one's way.

use common::btree::{Comparator, FanFactor};

/// A tree without nodes, for readers only.
///
/// The keys lie in order in one block. As in a tree, a reader looks at one key in `fan` on every level: these keys are
/// copied into a second block, level by level, the lowest first. A level holds the first key of every run of `fan` keys of
/// the level below it, but for the first run.
///
/// Two blocks: `n * size_of::<K>()` bytes and a `fan`-th of that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frozen<K> {
    fan: usize,
    keys: Box<[K]>,
    guides: Box<[K]>,
}

impl<K: Clone> Frozen<K> {
    /// Of `keys`, which ascend; nothing is checked.
    ///
    /// Cost: one copy of the keys as a block, and one of every `fan`-th.
    pub fn new(keys: &[K], fan: FanFactor) -> Frozen<K> {
        let fan = fan.keys() as usize;
        let mut guides = Vec::with_capacity(lengths(keys.len(), fan).skip(1).sum());
        guides.extend(keys.chunks(fan).skip(1).map(|run| run[0].clone()));
        let mut below = 0;
        while guides.len() - below > fan {
            let level = guides.len();
            for first in (below + fan..level).step_by(fan) {
                guides.push(guides[first].clone());
            }
            below = level;
        }
        Frozen { fan, keys: keys.into(), guides: guides.into() }
    }
}

impl<K> Frozen<K> {
    /// All keys in ascending order.
    pub fn keys(&self) -> &[K] {
        &self.keys
    }

    /// The position of the key equal to `key`, or of the first one behind it. At most `fan` keys a level are looked at,
    /// by halves.
    pub fn find_index<C: Comparator<K>>(&self, key: &K, order: &C) -> Result<usize, usize> {
        let mut levels = [0; usize::BITS as usize];
        let mut count = 0;
        for (level, length) in levels.iter_mut().zip(lengths(self.keys.len(), self.fan).skip(1)) {
            *level = length;
            count += 1;
        }
        let (mut run, mut end) = (0, self.guides.len());
        for &length in levels[..count].iter().rev() {
            let guides = window(&self.guides[end - length..end], run, self.fan);
            end -= length;
            let before = guides.partition_point(|guide| order.compare(guide, key).is_le());
            run = run * self.fan + before;
        }
        let found = window(&self.keys, run, self.fan).binary_search_by(|it| order.compare(it, key));
        found.map(|at| run * self.fan + at).map_err(|at| run * self.fan + at)
    }
}

/// The keys of each level, the lowest first.
fn lengths(keys: usize, fan: usize) -> impl Iterator<Item = usize> {
    let above = move |&length: &usize| (length > fan).then(|| length.div_ceil(fan) - 1);
    std::iter::successors(Some(keys), above)
}

/// A run of a level; the last one may be shorter, or empty.
fn window<K>(level: &[K], run: usize, fan: usize) -> &[K] {
    let start = (run * fan).min(level.len());
    &level[start..level.len().min(start + fan)]
}

#[cfg(test)]
mod tests;
