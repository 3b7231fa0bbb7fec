use super::*;

fn encoded(value: i64) -> Vec<u8> {
    let mut bytes = Vec::new();
    append(&mut bytes, value);
    bytes
}

// A10: the reference table of the format.
#[test]
fn values_at_every_change_of_length_have_the_bytes_of_the_table() {
    let table: &[(i64, &[u8])] = &[
        (0, &[0x00]),
        (127, &[0x7f]),
        (-1, &[0xff]),
        (-112, &[0x90]),
        (128, &[0x8f, 0x80]),
        (255, &[0x8f, 0xff]),
        (-113, &[0x87, 0x70]),
        (-256, &[0x87, 0xff]),
        (256, &[0x8e, 0x01, 0x00]),
        (-257, &[0x86, 0x01, 0x00]),
        (65_535, &[0x8e, 0xff, 0xff]),
        (-65_537, &[0x85, 0x01, 0x00, 0x00]),
        (4_294_967_295, &[0x8c, 0xff, 0xff, 0xff, 0xff]),
        (4_294_967_296, &[0x8b, 0x01, 0, 0, 0, 0]),
        (1_700_104_028_981, &[0x8a, 0x01, 0x8b, 0xd6, 0x18, 0xc3, 0x35]),
        (i64::MAX, &[0x88, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
        (i64::MIN, &[0x80, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
    ];
    for &(value, bytes) in table {
        assert_eq!(encoded(value), bytes, "{value}");
        assert_eq!(encoded_size(value), bytes.len(), "{value}");
        assert_eq!(decoded_size(bytes[0].cast_signed()), bytes.len(), "{value}");
        assert_eq!(is_negative(bytes[0].cast_signed()), value < 0, "{value}");
    }
}

#[test]
fn a_full_buffer_keeps_the_bytes_before_the_one_without_room() {
    let (mut bytes, mut position) = ([0_u8; 2], 0);
    let full = Fault::BufferOverflow { wanted: 3, available: 2 };
    assert_eq!(write_into(&mut bytes, &mut position, 512), Err(full));
    assert_eq!((bytes, position), ([0x8e, 0x02], 2));
}
