//! What all workloads of this hot path have in common: who takes part, ranges, and what a caller can observe.

use common::tombstones::{Bound, DeletionTime, Kind, RangeTombstone, RangeTombstones};
use measure::{Answer, Case, Parameter, Role, Workload};

/// One range over one `i32` column.
pub(super) type Range = RangeTombstone<i32, 1>;
/// A row or bound over one `i32` column.
pub(super) type Name = Bound<i32, 1>;

/// A list over one `i32` column.
pub(super) trait List: RangeTombstones<i32, 1> + 'static {}

impl<L: RangeTombstones<i32, 1> + 'static> List for L {}

/// One operation, for whatever list. Each list compiles a loop of its own.
pub(super) trait Operation<I> {
    fn join<L: List>(&self, workload: Workload<I>, role: Role) -> Workload<I>;
}

/// Before, after, beyond, and before once more as a second compiled copy.
pub(super) fn contenders<I: 'static>(
    workload: Workload<I>,
    operation: &impl Operation<I>,
    control: bool,
) -> Case {
    joined(workload, operation, control).case()
}

/// The same, for more to be added.
pub(super) fn joined<I: 'static>(
    workload: Workload<I>,
    operation: &impl Operation<I>,
    control: bool,
) -> Workload<I> {
    use frontier::range_tombstone_list::RangeTombstoneList as Frontier;
    use legacy::range_tombstone_list::RangeTombstoneList as Legacy;
    use optimized::range_tombstone_list::RangeTombstoneList as Optimized;
    let mut workload = operation.join::<Legacy<i32, 1>>(workload, Role::Legacy);
    workload = operation.join::<Optimized<i32, 1>>(workload, Role::Optimized);
    workload = operation.join::<Frontier<i32, 1>>(workload, Role::Frontier);
    if control {
        use control::range_tombstone_list::RangeTombstoneList as Control;
        workload = operation.join::<Control<i32, 1>>(workload, Role::Control);
    }
    workload
}

/// The parameter of a size.
pub(super) fn n(size: usize) -> (&'static str, Parameter) {
    ("n", (size as u64).into())
}

/// `[start, end]`, both inside.
pub(super) fn range(start: i32, end: i32, deletion_time: DeletionTime) -> Range {
    RangeTombstone {
        start: Bound::new(Kind::InclusiveStart, &[start]),
        end: Bound::new(Kind::InclusiveEnd, &[end]),
        deletion_time,
    }
}

/// The ticket's range number `index` of a chain: `[4i, 4i + 1]` with the timestamp `i + 1`.
pub(super) fn link(index: usize) -> Range {
    let start = as_value(4 * index);
    range(start, start + 1, DeletionTime::build(i64::from(as_value(index)) + 1, 1))
}

/// A list of room for `capacity` ranges.
pub(super) fn empty<L: List>(capacity: usize) -> L {
    L::new(as_value(capacity)).expect("a capacity is not negative")
}

/// A list of these ranges whose capacity is its size.
pub(super) fn full<L: List>(ranges: &[Range]) -> L {
    let mut list: L = empty(ranges.len());
    for &range in ranges {
        list.add(range);
    }
    list
}

/// Everything that a caller can read from a list.
pub(super) fn content<L: List>(list: &L) -> Answer {
    let mut ranges = list.ranges(false);
    content_of((0..list.len()).map(|_| ranges.next().expect("as many as it says")))
}

/// The same of ranges in order.
pub(super) fn content_of(ranges: impl ExactSizeIterator<Item = Range>) -> Answer {
    let mut answer = Answer::from(ranges.len() as u64);
    let word = |value: i64| value.cast_unsigned();
    let bound = |bound: &Name| match bound.components() {
        [] => u64::MAX - bound.kind() as u64,
        values => word(i64::from(values[0])) << 8 | bound.kind() as u64,
    };
    for tombstone in ranges {
        let deletion_time = tombstone.deletion_time;
        answer.push(bound(&tombstone.start));
        answer.push(bound(&tombstone.end));
        answer.push(word(deletion_time.marked_at()));
        answer.push(u64::from(deletion_time.local_deletion_time()));
    }
    answer
}

pub(super) fn as_value(index: usize) -> i32 {
    i32::try_from(index).expect("sizes of workloads are small")
}
