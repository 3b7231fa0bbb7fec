//! All forms of the decoding agree with the definition of the format: on every first byte, every cut, every container, and
//! what was once got wrong elsewhere.

mod block;
mod model;
mod random;
mod tables;
#[path = "../tally/mod.rs"]
mod tally;

use common::fault::Fault;
use common::vlong::cursor::{Cursor, SegmentedCursor, SharedCursor, SliceCursor};
use common::vlong::format;

use self::model::{Contender, model, upstream_values};
use self::tally::{compared, tally};

/// Reads one value and says where the cursor stands then.
fn read<C: Cursor>(
    contender: Contender,
    mut cursor: C,
    start: usize,
) -> (Result<i64, Fault>, usize) {
    cursor.set_position(start).expect("the start lies inside");
    compared(1);
    (contender.read_vlong(&mut cursor), cursor.position())
}

/// What a contender must give for bytes from `start` on, and where it must leave the cursor.
fn expected(contender: Contender, bytes: &[u8], start: usize) -> (Result<i64, Fault>, usize) {
    let readable = &bytes[start..];
    match model(readable) {
        Ok((value, size)) => (Ok(value), start + size),
        Err(wanted) => {
            let fault = Fault::BufferUnderflow { wanted, available: readable.len() };
            // A19: at the limit; merged_421 behind the first byte, if there is one.
            let merged = (start + 1).min(bytes.len());
            (Err(fault), if contender == Contender::Merged421 { merged } else { bytes.len() })
        }
    }
}

fn agrees_in_slice_and_shared(bytes: &[u8], start: usize) {
    for contender in Contender::ALL {
        let expected = expected(contender, bytes, start);
        let slice = read(contender, SliceCursor::new(bytes), start);
        assert_eq!(slice, expected, "{contender:?} slice {bytes:02x?} from {start}");
        let shared = read(contender, SharedCursor::new(bytes), start);
        assert_eq!(shared, expected, "{contender:?} shared {bytes:02x?} from {start}");
    }
}

#[test]
fn every_first_byte_with_every_payload_of_extreme_bytes_decodes_as_defined() {
    const EXTREMES: [u8; 4] = [0x00, 0x7f, 0x80, 0xff];
    let _tally = tally("vlong_decode");
    for first in 0..=u8::MAX {
        let payload_bytes = format::decoded_size(first.cast_signed()) - 1;
        for combination in 0..1_usize << (2 * payload_bytes) {
            let mut bytes = [0xa5; 9];
            bytes[0] = first;
            for (index, byte) in bytes[1..=payload_bytes].iter_mut().enumerate() {
                *byte = EXTREMES[combination >> (2 * index) & 3];
            }
            let (value, size) = model(&bytes).expect("nine bytes hold every value");
            assert_eq!(size, payload_bytes + 1);
            for contender in Contender::ALL {
                for length in [size, 9] {
                    let got = read(contender, SliceCursor::new(&bytes[..length]), 0);
                    assert_eq!(got, (Ok(value), size), "{contender:?} {:02x?}", &bytes[..length]);
                }
            }
        }
    }
}

// A11: the upstream acceptance set, at every padding.
#[test]
fn upstream_values_are_written_and_read_back_at_every_lead_in_and_padding() {
    let _tally = tally("vlong_decode");
    let values = upstream_values();
    let mut sizes = [0; 10];
    for &value in &values {
        let mut encoded = Vec::new();
        format::append(&mut encoded, value);
        sizes[encoded.len()] += 1;
        assert_eq!(model(&encoded), Ok((value, encoded.len())));
        for lead_in in [0, 1, 3, 9] {
            for padding in 0..=16 {
                for pad in [0x00, 0xff] {
                    let mut bytes = vec![0xee; lead_in];
                    bytes.extend(&encoded);
                    bytes.resize(bytes.len() + padding, pad);
                    for contender in Contender::ALL {
                        let got = read(contender, SliceCursor::new(&bytes), lead_in);
                        assert_eq!(got, (Ok(value), lead_in + encoded.len()), "{contender:?}");
                    }
                }
            }
        }
    }
    assert_eq!((values.len(), values[0], values[1752]), (1753, i64::MIN, i64::MAX));
    assert_eq!(sizes[1..], [117, 34, 240, 240, 240, 240, 240, 240, 162]);
}

#[test]
fn consecutive_values_leave_the_cursor_where_the_next_begins() {
    let _tally = tally("vlong_decode");
    for value in upstream_values() {
        let mut bytes = Vec::new();
        let next = value.wrapping_sub(4);
        format::append(&mut bytes, value);
        format::append(&mut bytes, next);
        for contender in Contender::ALL {
            let mut cursor = SharedCursor::new(&bytes[..]);
            let pair = [(); 2].map(|()| contender.read_vlong(&mut cursor));
            assert_eq!((pair, cursor.remaining()), ([Ok(value), Ok(next)], 0), "{contender:?}");
            compared(2);
        }
    }
}

#[test]
fn every_truncation_gives_an_error_that_says_what_the_value_wanted() {
    let _tally = tally("vlong_decode");
    for value in upstream_values() {
        let mut bytes = vec![0x8f; 2];
        format::append(&mut bytes, value);
        for length in 2..bytes.len() {
            agrees_in_slice_and_shared(&bytes[..length], 2);
        }
    }
}

#[test]
fn every_split_into_segments_decodes_as_one_buffer() {
    let _tally = tally("vlong_decode");
    for size in 1..=9_usize {
        for padding in [0, 1, 7, 8, 9] {
            // A negative value of this size.
            let first = if size == 1 { 0x90 } else { 0x89 - u8::try_from(size).unwrap() };
            let payload = &[0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10][..size - 1];
            let bytes = [&[first], payload, &vec![0x5a; padding]].concat();
            assert_eq!(model(&bytes).map(|(_, size)| size), Ok(size));
            for first in 0..=bytes.len() {
                for second in first..=bytes.len() {
                    let cut = || {
                        let parts = [&bytes[..first], &bytes[first..second], &bytes[second..]];
                        SegmentedCursor::new(parts.map(<[u8]>::to_vec).into())
                    };
                    for contender in Contender::ALL {
                        let got = read(contender, cut(), 0);
                        assert_eq!(
                            got,
                            expected(contender, &bytes, 0),
                            "{contender:?} {first} {second}"
                        );
                    }
                }
            }
        }
    }
}
