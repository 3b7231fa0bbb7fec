//! The upstream forms behind one interface, and what a caller observes of the trees they build.

use std::hint::black_box;

use common::btree::{
    Build, Builder, Change, FanFactor, NaturalOrder, NoOp, Node, find_index, is_well_formed,
};
use measure::Answer;

/// The fan-out factor of the ticket, and upstream's default. A value at run time for every contender.
pub(super) const FAN_FACTOR: i32 = 32;

/// The name of the revision that the ticket measured.
pub(super) const SEED_2017: &str = "seed_2017";

pub(super) type Legacy<K> = legacy::btree_build::Trees<K>;
pub(super) type Optimized<K> = optimized::btree_build::Trees<K>;
pub(super) type Frontier<K> = frontier::btree_build::Trees<K>;
pub(super) type Control<K> = control::btree_build::Trees<K>;
pub(super) type Seed2017<K> = optimized::revisions::btree_build_2017::Trees<K>;

/// A key is a word or two, as a reference is upstream, so that copying it costs no more than there.
pub(super) trait Key: Copy + Ord + 'static {
    /// The key as a number that tells it from others.
    fn word(self) -> u64;
}

impl Key for u64 {
    fn word(self) -> u64 {
        self
    }
}

impl Key for &'static str {
    fn word(self) -> u64 {
        assert!(self.len() <= 8, "{self} does not fit into a word");
        self.bytes().fold(0, |word, byte| word << 8 | u64::from(byte))
    }
}

/// What all upstream forms do.
pub(super) trait Upstream<K: Key>: 'static {
    /// For trees of one fan-out factor.
    fn with_fan_factor(fan_factor: i32) -> Self;

    /// A tree of a sorted list.
    fn build(&self, keys: &[K], size: i32) -> Node<K>;

    /// A tree of a list, through a Builder in natural order.
    fn gather(&self, keys: &[K]) -> Node<K>;

    /// A tree of what is left of another.
    fn transform(&self, tree: &Node<K>, change: impl FnMut(&K) -> Change<K>) -> Node<K>;
}

// Never inlined: left to itself, LLVM inlines a form into its measured loop or not by how often it is called elsewhere,
// and a control that was inlined where legacy was not read up to 15 % faster.
macro_rules! upstream {
    ($trees:ident, |$by:ident| $builder:expr) => {
        upstream!($trees, |$by| $builder, |keys, size| $by
            .build(keys.iter().copied(), size, &mut NoOp)
            .expect("a list has a size"));
    };
    ($trees:ident, |$by:ident| $builder:expr, |$keys:ident, $size:ident| $build:expr) => {
        impl<K: Key> Upstream<K> for $trees<K> {
            fn with_fan_factor(fan_factor: i32) -> Self {
                Self::new(fan_factor)
            }

            #[inline(never)]
            fn build(&self, $keys: &[K], $size: i32) -> Node<K> {
                let $by = self;
                $build
            }

            #[inline(never)]
            fn gather(&self, keys: &[K]) -> Node<K> {
                let $by = self;
                let mut builder = $builder;
                builder.add_all(keys.iter().copied());
                builder.build().expect("a Builder has a size")
            }

            #[inline(never)]
            fn transform(&self, tree: &Node<K>, change: impl FnMut(&K) -> Change<K>) -> Node<K> {
                self.transform_and_filter(tree, change)
            }
        }
    };
}

upstream!(Legacy, |trees| Builder::new(trees, NaturalOrder));
upstream!(Optimized, |trees| Builder::new(trees, NaturalOrder));
upstream!(Control, |trees| Builder::new(trees, NaturalOrder));
// A slice is what the callers have, so a slice is what it takes.
upstream!(
    Frontier,
    |trees| frontier::btree_build::Builder::new(trees, NaturalOrder),
    |keys, size| trees.build_array(keys, size, &mut NoOp).expect("a list has a size")
);
upstream!(Seed2017, |trees| trees.builder(NaturalOrder));

/// Adds every upstream form to a workload by a function that is generic over them.
macro_rules! with_every_form {
    ($workload:expr, $by:ident) => {{
        use $crate::btree_build::contenders::{
            Control, Frontier, Legacy, Optimized, SEED_2017, Seed2017,
        };
        let workload = $by::<Legacy<_>>($workload, measure::Role::Legacy.into());
        let workload = $by::<Optimized<_>>(workload, measure::Role::Optimized.into());
        let workload = $by::<Frontier<_>>(workload, measure::Role::Frontier.into());
        let workload = $by::<Control<_>>(workload, measure::Role::Control.into());
        $by::<Seed2017<_>>(workload, (measure::Role::Revision, SEED_2017).into())
    }};
}
pub(super) use with_every_form;

/// A contender's own state beside the keys that all are given.
pub(super) struct Prepared<T, K> {
    pub(super) trees: T,
    pub(super) keys: Vec<K>,
    pub(super) size: i32,
}

impl<K: Key, T: Upstream<K>> Prepared<T, K> {
    pub(super) fn new(keys: &[K]) -> Prepared<T, K> {
        let size = i32::try_from(keys.len()).expect("upstream counts in an int");
        Prepared { trees: T::with_fan_factor(FAN_FACTOR), keys: keys.to_vec(), size }
    }

    /// One operation of the rows `build`, the size read as the ticket's benchmark reads it.
    #[inline]
    pub(super) fn build(&self) -> Node<K> {
        let tree = self.trees.build(black_box(&self.keys), black_box(self.size));
        black_box(tree.size());
        tree
    }

    /// One operation of the rows `builder`.
    #[inline]
    pub(super) fn gather(&self) -> Node<K> {
        let tree = self.trees.gather(black_box(&self.keys));
        black_box(tree.size());
        tree
    }
}

/// Everything but the shape, which each form is free to choose: size, order, look-ups, every key.
pub(super) fn answer<K: Key>(tree: &Node<K>) -> Answer {
    let is_in_order = is_well_formed(tree, FanFactor::new(FAN_FACTOR), &NaturalOrder);
    let keys = || tree.iter().copied();
    answer_of(keys, is_in_order, |key| find_index(tree, key, &NaturalOrder).try_into().ok())
}

/// The same of any other form, by its keys as a caller iterates over them and its look-up of one.
pub(super) fn answer_of<K: Key, I: Iterator<Item = K>>(
    keys: impl Fn() -> I,
    is_in_order: bool,
    find: impl Fn(&K) -> Option<usize>,
) -> Answer {
    let mut answer = Answer::from(keys().count() as u64);
    answer.push(is_in_order.into());
    let found = keys().enumerate().step_by(97).filter(|(index, key)| find(key) == Some(*index));
    answer.push(found.count() as u64);
    answer.extend(keys().map(Key::word));
    answer
}
