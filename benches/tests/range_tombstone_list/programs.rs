//! Random programs over related lists: copies of copies, each changed in every way, none seeing another.

use common::tombstones::{
    Bound, DeletionTime, Kind, RangeTombstone, RangeTombstones, is_empty_slice,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::model::Model;
use crate::tally::tally;
use crate::{Frontier, Legacy, Optimized, new};

const LISTS: usize = 5;

#[derive(Clone, Debug)]
enum Step {
    Add(usize, RangeTombstone<i32, 1>),
    AddAll(usize, usize),
    Copy(usize, usize),
    CloneBuffers(usize, usize),
    Fresh(usize, i32),
    UpdateAllTimestamp(usize, i64),
    UpdateAll(usize, i64, u32),
}

/// A list and what it must delete.
struct Pair<L> {
    list: L,
    model: Model,
}

fn run<L: RangeTombstones<i32, 1>>(steps: &[Step]) -> Vec<L> {
    let fresh = |capacity| Pair::<L> { list: new(capacity), model: Model::new() };
    let mut pairs: Vec<Pair<L>> = (0..LISTS).map(|_| fresh(0)).collect();
    for step in steps {
        match *step {
            Step::Add(to, range) => {
                pairs[to].list.add(range);
                pairs[to].model.add(&range);
            }
            Step::AddAll(to, from) if to == from => {}
            Step::AddAll(to, from) => {
                let model = pairs[from].model.clone();
                let [to, from] = pairs.get_disjoint_mut([to, from]).expect("two lists");
                to.list.add_all(&from.list);
                to.model.add_all(&model);
            }
            Step::Copy(to, from) => {
                pairs[to] =
                    Pair { list: pairs[from].list.copy(), model: pairs[from].model.clone() };
            }
            Step::CloneBuffers(to, from) => {
                let list = pairs[from].list.clone_buffers();
                pairs[to] = Pair { list, model: pairs[from].model.clone() };
            }
            Step::Fresh(to, capacity) => pairs[to] = fresh(capacity),
            Step::UpdateAllTimestamp(to, timestamp) => {
                pairs[to].list.update_all_timestamp(timestamp);
                pairs[to]
                    .model
                    .update_all(|old| DeletionTime::raw(timestamp, old.local_deletion_time()));
            }
            Step::UpdateAll(to, timestamp, time) => {
                let list = &mut pairs[to].list;
                list.update_all_timestamp_and_local_deletion_time(timestamp, time.into()).unwrap();
                pairs[to].model.update_all(|_| DeletionTime::build(timestamp, time.into()));
            }
        }
        // Every list, not only the one that was written: that is what independence means.
        for pair in &pairs {
            assert_eq!(Model::of(&pair.list), pair.model, "after {step:?}");
        }
    }
    for pair in &pairs {
        pair.model.assert_agrees(&pair.list);
    }
    pairs.into_iter().map(|pair| pair.list).collect()
}

fn entries<L: RangeTombstones<i32, 1>>(list: &L) -> Vec<RangeTombstone<i32, 1>> {
    (0..list.len()).map(|index| list.entry(index)).collect()
}

fn any_range() -> impl Strategy<Value = RangeTombstone<i32, 1>> {
    let bound = |inclusive, exclusive| {
        prop_oneof![
            1 => Just(Bound::new(inclusive, &[])),
            12 => (0..16, prop_oneof![Just(inclusive), Just(exclusive)])
                .prop_map(|(value, kind)| Bound::new(kind, &[value])),
        ]
    };
    let start = bound(Kind::InclusiveStart, Kind::ExclusiveStart);
    let end = bound(Kind::InclusiveEnd, Kind::ExclusiveEnd);
    let not_empty =
        |(start, end, ..): &(Bound<i32, 1>, Bound<i32, 1>, i64, i64)| !is_empty_slice(start, end);
    (start, end, 0..6_i64, 0..100_i64)
        .prop_filter("a caller never adds an empty range", not_empty)
        .prop_map(|(start, end, timestamp, time)| RangeTombstone {
            start,
            end,
            deletion_time: DeletionTime::build(timestamp, time),
        })
}

fn any_step() -> impl Strategy<Value = Step> {
    let list = 0..LISTS;
    prop_oneof![
        12 => (list.clone(), any_range()).prop_map(|(to, range)| Step::Add(to, range)),
        3 => (list.clone(), list.clone()).prop_map(|(to, from)| Step::AddAll(to, from)),
        4 => (list.clone(), list.clone()).prop_map(|(to, from)| Step::Copy(to, from)),
        1 => (list.clone(), list.clone()).prop_map(|(to, from)| Step::CloneBuffers(to, from)),
        1 => (list.clone(), 0..12).prop_map(|(to, capacity)| Step::Fresh(to, capacity)),
        1 => (list.clone(), 0..6_i64).prop_map(|(to, at)| Step::UpdateAllTimestamp(to, at)),
        1 => (list, 0..6_i64, 0..100_u32).prop_map(|(to, at, time)| Step::UpdateAll(to, at, time)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_200, ..ProptestConfig::default() })]

    /// 1,200 programs of up to 150 steps: about 90,000 operations for each of the two.
    #[test]
    fn related_lists_never_see_each_other_and_delete_what_the_model_says(
        steps in vec(any_step(), 1..150),
    ) {
        let _tally = tally("range_tombstone_list");
        let (before, after) = (run::<Legacy<1>>(&steps), run::<Optimized<1>>(&steps));
        for (before, beyond) in before.iter().zip(&run::<Frontier<1>>(&steps)) {
            prop_assert_eq!(entries(before), entries(beyond));
            prop_assert_eq!(before.boundary_heap_size(), beyond.boundary_heap_size());
        }
        for (before, after) in before.iter().zip(&after) {
            prop_assert_eq!(entries(before), entries(after));
            prop_assert_eq!(before.boundary_heap_size(), after.boundary_heap_size());
            prop_assert_eq!(before.hash_code(), after.hash_code());
            prop_assert_eq!(before.data_size(), after.data_size());
        }
    }
}

#[test]
fn many_threads_fork_one_published_list_and_none_sees_another() {
    fn check<L: RangeTombstones<i32, 1> + Send + Sync>() {
        let mut published: L = new(0);
        let range = |value: i32, timestamp| RangeTombstone {
            start: Bound::new(Kind::InclusiveStart, &[value]),
            end: Bound::new(Kind::InclusiveEnd, &[value]),
            deletion_time: DeletionTime::build(timestamp, 1),
        };
        for value in [2, 4, 6] {
            published.add(range(value, 1));
        }
        let before = published.copy();
        std::thread::scope(|scope| {
            for thread in 1..=4 {
                let published = &published;
                scope.spawn(move || {
                    for round in 1..=500 {
                        let mut fork = published.copy();
                        fork.add(range(round % 16, thread + 1));
                        fork.update_all_timestamp(thread);
                        assert!((0..fork.len()).all(|index| fork.marked_at(index) == thread));
                    }
                });
            }
        });
        assert!(published.equals(&before));
    }
    check::<Legacy<1>>();
    check::<Optimized<1>>();
    check::<Frontier<1>>();
}
