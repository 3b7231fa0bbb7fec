use super::*;

/// Reads the bytes 0, 1, 2, ... of a container with `length` readable ones in every way that the trait has.
fn walks_through(mut cursor: impl Cursor, length: usize) {
    for start in 0..=length {
        assert_eq!(cursor.set_position(start), Some(()));
        assert_eq!((cursor.position(), cursor.remaining()), (start, length - start));
        let chunk = cursor.chunk();
        assert_eq!(chunk.is_empty(), start == length, "{start}");
        assert!(chunk.iter().map(|&byte| usize::from(byte)).eq(start..start + chunk.len()));
        for offset in 0..=length {
            let here = start + offset;
            let expected = (here + 3 <= length).then(|| [here, here + 1, here + 2]);
            let got: Option<[u8; 3]> = cursor.array_after_position(offset);
            assert_eq!(got.map(|bytes| bytes.map(usize::from)), expected, "{start} + {offset}");
        }
        for count in 0..=length - start {
            let mut target = vec![0xee; count];
            assert_eq!(cursor.copy_to(&mut target), Some(()));
            assert!(target.iter().map(|&byte| usize::from(byte)).eq(start..start + count));
            assert_eq!(cursor.position(), start + count);
            assert_eq!(cursor.set_position(start), Some(()));
            assert_eq!(cursor.skip(count), Some(()));
            assert_eq!(cursor.position(), start + count);
            assert_eq!(
                cursor.get().map(usize::from),
                (start + count < length).then_some(start + count)
            );
            assert_eq!(cursor.set_position(start), Some(()));
        }
        assert_eq!(cursor.skip(length - start + 1), None);
        assert_eq!(cursor.copy_to(&mut vec![0; length - start + 1]), None);
        assert_eq!(cursor.set_position(length + 1), None);
        assert_eq!(cursor.position(), start);
    }
}

/// A chunk ends with its segment, also where the position stands behind the end of the segment before it.
#[test]
fn chunks_of_segments_are_their_rests() {
    let mut cursor = SegmentedCursor::new(vec![bytes(0..3), bytes(3..5)]);
    assert_eq!(cursor.chunk(), [0, 1, 2]);
    for rest in [&[1, 2][..], &[2], &[3, 4], &[4], &[]] {
        assert!(cursor.get().is_some());
        assert_eq!(cursor.chunk(), rest);
    }
}

fn bytes(range: std::ops::Range<u8>) -> Vec<u8> {
    range.collect()
}

#[test]
fn slice_reads_and_moves_at_every_position() {
    walks_through(SliceCursor::new(&bytes(0..7)), 7);
    walks_through(SliceCursor::new(&[]), 0);
}

#[test]
fn shared_reads_and_moves_at_every_position_up_to_its_limit() {
    walks_through(SharedCursor::new(bytes(0..7)), 7);
    walks_through(SharedCursor::new(bytes(0..12)).with_limit(7), 7);
}

#[test]
fn segmented_reads_and_moves_alike_for_every_cut_and_limit() {
    for first in 0..=7 {
        for second in first..=7 {
            let cut = || vec![bytes(0..first), bytes(first..second), bytes(second..7)];
            walks_through(SegmentedCursor::new(cut()), 7);
            walks_through(SegmentedCursor::with_limit(cut(), 5), 5);
        }
    }
    walks_through(SegmentedCursor::new(Vec::new()), 0);
}

#[test]
fn a_released_buffer_is_not_readable_and_says_so() {
    let mut cursor = SharedCursor::new(bytes(0..9));
    assert!(cursor.references().retain());
    assert!(!cursor.references().release());
    assert_eq!(cursor.get(), Some(0));
    assert!(cursor.references().release());
    assert_eq!((cursor.get(), cursor.remaining(), cursor.set_position(0)), (None, 0, None));
    assert_eq!(cursor.array_after_position::<4>(0), None);
    assert_eq!(cursor.shortage(1, 0), Fault::IllegalArgument);
    assert!(!cursor.references().retain());
    let mut segmented = SegmentedCursor::new(vec![bytes(0..9)]);
    assert!(segmented.references().release());
    assert_eq!((segmented.get(), segmented.remaining()), (None, 0));
    assert_eq!(segmented.shortage(1, 0), Fault::IllegalArgument);
}
