use common::vlong::cursor::{SegmentedCursor, SharedCursor, SliceCursor};
use proptest::prelude::*;

use super::*;

/// Half of the bytes begin a longer value.
fn stream() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(prop_oneof![any::<u8>(), 0x80..=0x8f_u8], 0..40)
}

/// What is read until the first fault, one value from each cursor in turn, and where the cursors stand then.
fn read_to_a_fault<C: Cursor, const N: usize>(
    mut cursors: [C; N],
    read: impl Fn(&mut [C; N]) -> Result<[i64; N], Fault>,
) -> (Vec<i64>, Fault, [usize; N]) {
    let mut values = Vec::new();
    loop {
        match read(&mut cursors) {
            Ok(round) => values.extend(round),
            Err(fault) => return (values, fault, cursors.map(|cursor| cursor.position())),
        }
    }
}

fn one_by_one<C: Cursor, const N: usize>(cursors: &mut [C; N]) -> Result<[i64; N], Fault> {
    let mut values = [0; N];
    for (value, cursor) in values.iter_mut().zip(cursors) {
        *value = read_vlong(cursor)?;
    }
    Ok(values)
}

proptest! {
    #[test]
    fn interleaved_reads_are_single_reads_in_turn(
        streams in [stream(), stream(), stream(), stream()],
        cuts in [0..40_usize, 0..40, 0..40, 0..40],
    ) {
        let slices = || streams.each_ref().map(|bytes| SliceCursor::new(bytes));
        prop_assert_eq!(
            read_to_a_fault(slices(), read_interleaved),
            read_to_a_fault(slices(), one_by_one)
        );
        let shared = || streams.each_ref().map(|bytes| SharedCursor::new(bytes.as_slice()));
        prop_assert_eq!(
            read_to_a_fault(shared(), read_interleaved),
            read_to_a_fault(shared(), one_by_one)
        );
        let segmented = || std::array::from_fn::<_, 4, _>(|index| {
            let (head, tail) = streams[index].split_at(cuts[index].min(streams[index].len()));
            SegmentedCursor::new(vec![head.to_vec(), tail.to_vec()])
        });
        prop_assert_eq!(
            read_to_a_fault(segmented(), read_interleaved),
            read_to_a_fault(segmented(), one_by_one)
        );
    }
}
