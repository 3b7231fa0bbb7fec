//! What others got wrong, as small inputs with the right answer.

use common::fault::Fault;
use common::vlong::cursor::{Cursor, SliceCursor};
use common::vlong::format;

use crate::model::Contender;

/// The values of a stream that ends with its last value.
fn stream(contender: Contender, bytes: &[u8]) -> Vec<i64> {
    let mut cursor = SliceCursor::new(bytes);
    let mut values = Vec::new();
    while cursor.remaining() > 0 {
        values.push(contender.read_vlong(&mut cursor).expect("the stream is whole"));
    }
    values
}

fn all_read(bytes: &[u8], expected: &[i64]) {
    for contender in Contender::ALL {
        assert_eq!(stream(contender, bytes), expected, "{contender:?} {bytes:02x?}");
        // Trailing bytes that the first value does not own change nothing.
        for pad in [0x00, 0xff] {
            let padded = [bytes, &[pad; 9]].concat();
            assert_eq!(stream(contender, &padded)[..expected.len()], *expected, "{contender:?}");
        }
    }
}

// A12
#[test]
fn four_payload_bytes_are_not_sign_extended() {
    all_read(&[0x8c, 0x80, 0, 0, 0], &[2_147_483_648]);
    all_read(&[0x8b, 0x80, 0, 0, 0, 0x01], &[549_755_813_889]);
}

// A13
#[test]
fn values_above_32_bits_unsigned_are_read_whole() {
    all_read(&[0x8c, 0xb2, 0xd0, 0x5e, 0x00], &[3_000_000_000]);
}

// A17
#[test]
fn nine_byte_forms_with_the_top_bit_set_wrap_alike() {
    let form = |first: u8, second: u8, rest: u8| [&[first, second][..], &[rest; 7]].concat();
    all_read(&form(0x88, 0xff, 0xff), &[-1]);
    all_read(&form(0x88, 0x80, 0x00), &[i64::MIN]);
    all_read(&form(0x80, 0x00, 0x00), &[-1]);
    all_read(&form(0x80, 0xff, 0xff), &[0]);
}

// A10: the reference table, both ways. A14: 128 is `8f 80` here and not `80 01`.
#[test]
fn values_at_every_change_of_length_are_written_and_read_as_the_table_says() {
    // The first byte, then bytes from the highest; what follows repeats the last of them.
    let table: [(i64, u8, &[u8], usize); 29] = [
        (0, 0x00, &[], 1),
        (127, 0x7f, &[], 1),
        (-1, 0xff, &[], 1),
        (-112, 0x90, &[], 1),
        (128, 0x8f, &[0x80], 2),
        (255, 0x8f, &[0xff], 2),
        (-113, 0x87, &[0x70], 2),
        (-128, 0x87, &[0x7f], 2),
        (-256, 0x87, &[0xff], 2),
        (256, 0x8e, &[0x01, 0x00], 3),
        (65_535, 0x8e, &[0xff], 3),
        (-257, 0x86, &[0x01, 0x00], 3),
        (65_536, 0x8d, &[0x01, 0x00], 4),
        (16_777_215, 0x8d, &[0xff], 4),
        (-65_537, 0x85, &[0x01, 0x00], 4),
        (16_777_216, 0x8c, &[0x01, 0x00], 5),
        (4_294_967_295, 0x8c, &[0xff], 5),
        (4_294_967_296, 0x8b, &[0x01, 0x00], 6),
        ((1 << 40) - 1, 0x8b, &[0xff], 6),
        (1 << 40, 0x8a, &[0x01, 0x00], 7),
        ((1 << 48) - 1, 0x8a, &[0xff], 7),
        (1 << 48, 0x89, &[0x01, 0x00], 8),
        ((1 << 56) - 1, 0x89, &[0xff], 8),
        (1 << 56, 0x88, &[0x01, 0x00], 9),
        (-(1 << 56), 0x81, &[0xff], 8),
        (-(1 << 56) - 1, 0x80, &[0x01, 0x00], 9),
        (i64::MAX, 0x88, &[0x7f, 0xff], 9),
        (i64::MIN, 0x80, &[0x7f, 0xff], 9),
        (i64::MIN + 1, 0x80, &[0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe], 9),
    ];
    for (value, first, payload, size) in table {
        let mut bytes = [&[first], payload].concat();
        bytes.resize(size, *bytes.last().expect("there is a first byte"));
        let mut written = Vec::new();
        format::append(&mut written, value);
        assert_eq!(written, bytes, "{value}");
        assert_eq!(format::encoded_size(value), size, "{value}");
        all_read(&bytes, &[value]);
    }
}

// A10: non-canonical forms are accepted.
#[test]
fn surplus_length_is_accepted() {
    all_read(&[0x8f, 0x00], &[0]);
    all_read(&[0x8f, 0x7f], &[127]);
    all_read(&[0x8f, 0x05, 0x87, 0x05], &[5, -6]);
    all_read(&[0x8e, 0x80, 0x00], &[32_768]);
}

// A18
#[test]
fn negative_values_leave_the_stream_in_step() {
    let bytes =
        [0xff, 0x90, 0x87, 0x70, 0x87, 0x7f, 0x80, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
    all_read(&bytes, &[-1, -112, -113, -128, i64::MIN]);
}

// A20: the ticket's values.
#[test]
fn ticket_values_decode_from_their_bytes() {
    all_read(&[0x09], &[9]);
    all_read(&[0x8e, 0x02, 0x00], &[512]);
    all_read(&[0x8c, 0x7f, 0xf0, 0xbd, 0xb8], &[2_146_483_640]);
    all_read(&[0x8a, 0x01, 0x8b, 0xd6, 0x18, 0xc3, 0x35], &[1_700_104_028_981]);
}

// A14, A15, A16: another format's bytes, the first bytes of a value, nothing at all.
#[test]
fn too_few_bytes_are_an_error_that_names_the_size() {
    let table: &[(&[u8], usize)] =
        &[(&[0x80, 0x01], 9), (&[0x8f], 2), (&[0x8e, 0x01], 3), (&[0x88, 0x01], 9), (&[], 1)];
    for &(bytes, wanted) in table {
        for contender in Contender::ALL {
            let fault = Fault::BufferUnderflow { wanted, available: bytes.len() };
            let got = contender.read_vlong(&mut SliceCursor::new(bytes));
            assert_eq!(got, Err(fault), "{contender:?} {bytes:02x?}");
        }
    }
}

// A19: what a caller who goes on after an error gets. Stated, because the forms differ.
#[test]
fn after_an_error_only_the_merged_form_gives_payload_bytes_as_values() {
    for contender in Contender::ALL {
        let mut cursor = SliceCursor::new(&[0x8c, 0x01, 0x02]);
        assert!(contender.read_vlong(&mut cursor).is_err());
        let next = contender.read_vlong(&mut cursor);
        if contender == Contender::Merged421 {
            assert_eq!(next, Ok(1));
        } else {
            let end = Fault::BufferUnderflow { wanted: 1, available: 0 };
            assert_eq!(next, Err(end), "{contender:?}");
        }
    }
}
