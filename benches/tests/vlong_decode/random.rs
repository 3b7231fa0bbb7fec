//! Random bytes, random containers: no form panics, and all say what the model says.

use common::fault::Fault;
use common::vlong::cursor::{Cursor, SegmentedCursor, SharedCursor, SliceCursor};
use common::vlong::format;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::model::{Contender, model};
use crate::tally::{compared, tally};

/// Reads until the first error, which must be where the model has its first.
fn walk<C: Cursor>(contender: Contender, mut cursor: C, bytes: &[u8]) -> Result<(), TestCaseError> {
    let mut rest = bytes;
    loop {
        let got = contender.read_vlong(&mut cursor);
        compared(1);
        match model(rest) {
            Ok((value, size)) => {
                rest = &rest[size..];
                prop_assert_eq!(got, Ok(value));
                prop_assert_eq!(cursor.position(), bytes.len() - rest.len());
            }
            Err(wanted) => {
                let fault = Fault::BufferUnderflow { wanted, available: rest.len() };
                prop_assert_eq!(got, Err(fault), "{:?}", contender);
                return Ok(());
            }
        }
    }
}

fn walk_all(bytes: &[u8], segments: &[usize]) -> Result<(), TestCaseError> {
    for contender in Contender::ALL {
        walk(contender, SliceCursor::new(bytes), bytes)?;
        walk(contender, SharedCursor::new(bytes), bytes)?;
        let longer = [bytes, &[0x11; 9]].concat();
        walk(contender, SharedCursor::new(longer).with_limit(bytes.len()), bytes)?;
        let mut rest = bytes;
        let mut parts = Vec::new();
        for &length in segments {
            let (part, after) = rest.split_at(length.min(rest.len()));
            parts.push(part.to_vec());
            rest = after;
        }
        parts.push([rest, &[0x11; 9]].concat());
        walk(contender, SegmentedCursor::with_limit(parts, bytes.len()), bytes)?;
    }
    Ok(())
}

/// Bytes of which about half begin a longer value.
fn byte() -> impl Strategy<Value = u8> {
    prop_oneof![0x80..=0x8f_u8, any::<u8>()]
}

proptest! {
    #[test]
    fn any_bytes_in_any_container_decode_as_the_model_says(
        bytes in vec(byte(), 0..64),
        segments in vec(0..12_usize, 0..12),
    ) {
        let _tally = tally("vlong_decode");
        walk_all(&bytes, &segments)?;
    }

    #[test]
    fn any_values_are_read_back(
        values in vec((any::<i64>(), 0..64_u32), 0..32),
        segments in vec(0..12_usize, 0..40),
    ) {
        let _tally = tally("vlong_decode");
        let values: Vec<i64> = values.into_iter().map(|(value, shift)| value >> shift).collect();
        let mut bytes = Vec::new();
        for &value in &values {
            let start = bytes.len();
            format::append(&mut bytes, value);
            prop_assert_eq!(model(&bytes[start..]), Ok((value, bytes.len() - start)));
            prop_assert_eq!(format::encoded_size(value), bytes.len() - start);
        }
        walk_all(&bytes, &segments)?;
    }
}
