use super::*;
use crate::fault::Fault;
use crate::vlong::cursor::{Cursor, SharedCursor, SliceCursor};

const LAYOUT: Layout = Layout { includes_tags: true, includes_sequence_ids: true };

/// Stands in for a decoding: a sequence id of one byte.
fn one_byte<C: Cursor>(cursor: &mut C) -> Result<i64, Fault> {
    cursor.get().map(i64::from).ok_or_else(|| cursor.shortage(1, 0))
}

fn key<'a>(row: &'a [u8], qualifier: &'a [u8]) -> Key<'a> {
    Key { row, family: b"f", qualifier, timestamp: 7, type_code: 4 }
}

fn block() -> Vec<u8> {
    let mut encoder = PrefixEncoder::new(LAYOUT);
    for (sequence_id, row) in [b"a", b"c", b"e"].into_iter().enumerate() {
        let tags = &b"\0\x02\x01t"[..4 * sequence_id.min(1)];
        let sequence_id = i64::try_from(sequence_id).unwrap();
        encoder.append(&Cell { key: key(row, b"q"), value: b"value", tags, sequence_id }).unwrap();
    }
    encoder.finish().unwrap()
}

fn rows<C: Cursor, D: Fn(&mut C) -> Result<i64, Fault>>(seeker: &PrefixSeeker<C, D>) -> Vec<u8> {
    Key::parse(seeker.current().flat_key).unwrap().row.to_vec()
}

#[test]
fn a_scan_gives_back_the_cells_and_their_sequence_ids() {
    let block = block();
    let mut seeker = PrefixSeeker::new(SharedCursor::new(block.clone()), LAYOUT, one_byte).unwrap();
    for (index, row) in ["a", "c", "e"].into_iter().enumerate() {
        let cell = seeker.current();
        assert_eq!(rows(&seeker), row.as_bytes());
        assert_eq!(usize::try_from(cell.sequence_id), Ok(index));
        assert_eq!(&block[cell.value.0..][..cell.value.1], b"value");
        assert_eq!(cell.tags.1, 4 * index.min(1));
        assert_eq!(seeker.advance(), Ok(index < 2));
    }
}

#[test]
fn a_seek_finds_the_key_or_the_last_one_before_it() {
    let block = block();
    let mut seeker = PrefixSeeker::new(SliceCursor::new(&block), LAYOUT, one_byte).unwrap();
    let table = [
        ("a", false, Ok(Found::Exact), "a"),
        ("a", true, Err(Fault::IllegalState), "a"),
        ("`", false, Ok(Found::BeforeAll), "a"),
        ("b", false, Ok(Found::Before), "a"),
        ("c", true, Ok(Found::Before), "a"),
        ("c", false, Ok(Found::Exact), "c"),
        ("z", true, Ok(Found::Before), "e"),
        // From the last cell on, what comes before is not known.
        ("d", false, Ok(Found::BeforeAll), "e"),
    ];
    for (row, before, found, at) in table {
        assert_eq!(seeker.seek(&key(row.as_bytes(), b"q"), before), found, "{row}");
        assert_eq!(rows(&seeker), at.as_bytes(), "{row}");
    }
    seeker.rewind().unwrap();
    assert_eq!(seeker.seek(&key(b"c", b"q"), false), Ok(Found::Exact));
}

#[test]
fn common_prefix_stops_at_the_end_of_a_qualifier() {
    // Flat, the last byte of the longer qualifier equals the first byte of the other's timestamp.
    let (short, long) = (key(b"r", b"q"), key(b"r", b"q\0"));
    assert_eq!(long.common_prefix(&short), 3 + 1 + 1 + 1);
    assert_eq!(short.common_prefix(&short), short.flat_length());
    assert_eq!(key(b"rr", b"q").common_prefix(&short), 1);
    assert_eq!(key(b"s", b"q").common_prefix(&short), 2);
}

#[test]
fn damaged_blocks_give_errors() {
    let block = block();
    for length in 0..block.len() {
        let whole_cells = |seeker: Result<PrefixSeeker<_, _>, Fault>| {
            let mut seeker = seeker?;
            while seeker.advance()? {}
            Ok::<_, Fault>(seeker.current().end)
        };
        let seeker = PrefixSeeker::new(SliceCursor::new(&block[..length]), LAYOUT, one_byte);
        // A cut between two cells leaves a shorter block.
        if let Ok(end) = whole_cells(seeker) {
            assert_eq!(end, length);
        }
    }
    let open = |cell: &[u8]| {
        let block = [&[0; 4], cell].concat();
        PrefixSeeker::new(SharedCursor::new(block), LAYOUT, one_byte).map(|_| ()).unwrap_err()
    };
    assert_eq!(open(&[13, 0, 1]), Fault::IndexOutOfBounds);
    assert_eq!(open(&[0xff; 5]), Fault::IllegalArgument);
    let underflow = Fault::BufferUnderflow { wanted: 0xfff_ffff, available: 0 };
    assert_eq!(open(&[0xff, 0xff, 0xff, 0x7f, 0, 0]), underflow);
}
