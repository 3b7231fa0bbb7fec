//! The three revisions behind one interface, and the items that the files speak of.

use std::cmp::Ordering;
use std::ops::DerefMut;

use common::btree::{Build, Builder, Change, Comparator, FanFactor, Node, UpdateFunction};
use common::fault::Fault;
use optimized::revisions::btree_build_2017::{PooledBuilder, Trees as Trees2017};

pub(super) type Legacy = legacy::btree_build::Trees<Item>;
pub(super) type EvenSplit = optimized::btree_build::Trees<Item>;
pub(super) type Frontier = frontier::btree_build::Trees<Item>;
pub(super) type Seed2017 = Trees2017<Item>;

/// Key and tag; order and equality look at the key alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) key: i32,
    pub(super) tag: i32,
}

impl Ord for Item {
    fn cmp(&self, other: &Item) -> Ordering {
        self.key.cmp(&other.key)
    }
}

impl PartialOrd for Item {
    fn partial_cmp(&self, other: &Item) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Item {
    fn eq(&self, other: &Item) -> bool {
        self.key == other.key
    }
}

impl Eq for Item {}

/// The comparators of the README, each an object of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Natural,
    ByKey,
    Reversed,
    None,
    GuavaNatural,
}

impl Order {
    pub(super) fn named(name: &str) -> Option<Order> {
        Some(match name {
            "natural" => Order::Natural,
            "by_key" => Order::ByKey,
            "reversed" => Order::Reversed,
            "null" => Order::None,
            "guava_natural" => Order::GuavaNatural,
            _ => return None,
        })
    }
}

impl Comparator<Item> for Order {
    fn compare(&self, a: &Item, b: &Item) -> Ordering {
        if *self == Order::Reversed { b.cmp(a) } else { a.cmp(b) }
    }

    fn is_natural(&self) -> bool {
        matches!(self, Order::Natural | Order::None | Order::GuavaNatural)
    }
}

/// What every revision can do.
pub(super) trait Upstream: Build<Item> + Sized {
    const REVISION: &'static str;
    /// Outputs recorded of the revision that do not bind this one.
    const UNBOUND: &'static [&'static str] = &[];
    type Builder<'t>: DerefMut<Target = Builder<'t, Item, Order, Self>>
    where
        Self: 't;

    fn new(fan_factor: i32) -> Self;
    fn fan(&self) -> FanFactor;
    /// The table of capacities, where there is one.
    fn capacities(&self) -> Option<Vec<i64>>;
    fn build(
        &self,
        source: impl Iterator<Item = Item>,
        size: i32,
        function: &mut impl UpdateFunction<Item>,
    ) -> Result<Node<Item>, Fault>;
    /// `None` where a size must be stated.
    fn build_unknown_size(
        &self,
        source: impl Iterator<Item = Item>,
        function: &mut impl UpdateFunction<Item>,
    ) -> Option<Node<Item>>;
    fn transform(&self, tree: &Node<Item>, change: impl FnMut(&Item) -> Change<Item>)
    -> Node<Item>;
    fn builder(&self, order: Order, capacity: usize) -> Self::Builder<'_>;
    /// The tree, and the builder to go on with.
    fn finish<'t>(
        &'t self,
        order: Order,
        builder: Self::Builder<'t>,
    ) -> Result<(Node<Item>, Self::Builder<'t>), Fault>;
}

/// What `legacy` and `optimized` have in common: a Builder that outlives its tree.
macro_rules! with_lasting_builder {
    () => {
        type Builder<'t> = Box<Builder<'t, Item, Order, Self>>;

        fn builder(&self, order: Order, capacity: usize) -> Self::Builder<'_> {
            Box::new(Builder::with_capacity(self, order, capacity))
        }

        fn finish<'t>(
            &'t self,
            _: Order,
            mut builder: Self::Builder<'t>,
        ) -> Result<(Node<Item>, Self::Builder<'t>), Fault> {
            Ok((builder.build()?, builder))
        }

        with_equal_names!();
    };
}

macro_rules! with_equal_names {
    () => {
        fn new(fan_factor: i32) -> Self {
            Self::new(fan_factor)
        }

        fn fan(&self) -> FanFactor {
            self.fan()
        }

        fn build(
            &self,
            source: impl Iterator<Item = Item>,
            size: i32,
            function: &mut impl UpdateFunction<Item>,
        ) -> Result<Node<Item>, Fault> {
            self.build(source, size, function)
        }

        fn transform(
            &self,
            tree: &Node<Item>,
            change: impl FnMut(&Item) -> Change<Item>,
        ) -> Node<Item> {
            self.transform_and_filter(tree, change)
        }
    };
}

impl Upstream for Legacy {
    const REVISION: &'static str = "legacy";
    with_lasting_builder!();

    fn capacities(&self) -> Option<Vec<i64>> {
        None
    }

    fn build_unknown_size(
        &self,
        source: impl Iterator<Item = Item>,
        function: &mut impl UpdateFunction<Item>,
    ) -> Option<Node<Item>> {
        Some(self.build_unknown_size(source, function))
    }
}

/// What the forms with a table of capacities have in common: the size must be stated.
macro_rules! with_capacities {
    () => {
        fn capacities(&self) -> Option<Vec<i64>> {
            Some(self.tree_size().iter().map(|&size| size.into()).collect())
        }

        fn build_unknown_size(
            &self,
            _: impl Iterator<Item = Item>,
            _: &mut impl UpdateFunction<Item>,
        ) -> Option<Node<Item>> {
            None
        }
    };
}

impl Upstream for EvenSplit {
    const REVISION: &'static str = "even_split";
    with_lasting_builder!();
    with_capacities!();
}

impl Upstream for Frontier {
    const REVISION: &'static str = "even_split";
    // A rebuilt tree has another shape, which its header says.
    const UNBOUND: &'static [&'static str] = &["structures"];
    with_lasting_builder!();
    with_capacities!();
}

impl Upstream for Seed2017 {
    const REVISION: &'static str = "seed_2017";
    // Its builders come from a pool with whatever room the last one left.
    const UNBOUND: &'static [&'static str] = &["capacities"];
    type Builder<'t> = PooledBuilder<'t, Item, Order>;
    with_equal_names!();
    with_capacities!();

    // The capacity does not bind this revision.
    fn builder(&self, order: Order, _: usize) -> PooledBuilder<'_, Item, Order> {
        self.builder(order)
    }

    fn finish<'t>(
        &'t self,
        order: Order,
        builder: PooledBuilder<'t, Item, Order>,
    ) -> Result<(Node<Item>, PooledBuilder<'t, Item, Order>), Fault> {
        Ok((builder.build()?, self.builder(order)))
    }
}
