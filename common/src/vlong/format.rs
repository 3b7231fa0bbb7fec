//! Hadoop's variable-length long: sizes, signs and the writer.
//!
//! The first byte, read as signed, is the value itself from -112 up; below that it says how many bytes follow: -113 to
//! -120 one to eight of a positive number, -121 to -128 one to eight of a negative number's complement, big-endian.
//!
//! Source: apache/hadoop, `WritableUtils` (`decodeVIntSize`, `isNegativeVInt`, `getVIntSize`, `writeVLong`), and
//! apache/hbase, `ByteBufferUtils.writeVLong`, which writes the same bytes.
//! Ported: all of these. Left out: the `int` forms, which write the same bytes.
//! Differs: the growing writer appends to a `Vec`; the other one returns an error where a Java buffer throws.

use crate::fault::Fault;

/// The longest encoding: the first byte and the eight of an `i64`.
pub const LONGEST_BYTES: usize = 9;

/// Bytes of the whole encoding that begins with `first`, itself included: 1 to 9. Total over all first bytes.
#[inline]
pub fn decoded_size(first: i8) -> usize {
    let first = isize::from(first);
    let size = if first >= -112 {
        1
    } else if first < -120 {
        -119 - first
    } else {
        -111 - first
    };
    size.cast_unsigned()
}

/// Whether the encoding that begins with `first` is of a negative value, which stores its complement.
#[inline]
pub fn is_negative(first: i8) -> bool {
    first < -120 || (-112..0).contains(&first)
}

/// Bytes that [`append`] writes for `value`: 1 to 9.
pub fn encoded_size(value: i64) -> usize {
    if (-112..=127).contains(&value) {
        return 1;
    }
    let significant_bits = i64::BITS - magnitude(value).leading_zeros();
    1 + significant_bits.div_ceil(8) as usize
}

/// Writes `value` behind what is there.
pub fn append(bytes: &mut Vec<u8>, value: i64) {
    let written: Result<(), Fault> = write(value, |byte| {
        bytes.push(byte);
        Ok(())
    });
    written.expect("a Vec takes every byte");
}

/// Writes `value` at `position`, which moves behind the last byte written.
///
/// # Errors
/// [`Fault::BufferOverflow`] at the first byte that has no room. As upstream, the bytes before it are written and
/// `position` stands behind them.
pub fn write_into(bytes: &mut [u8], position: &mut usize, value: i64) -> Result<(), Fault> {
    let available = bytes.len().saturating_sub(*position);
    write(value, |byte| {
        let full = Fault::BufferOverflow { wanted: encoded_size(value), available };
        *bytes.get_mut(*position).ok_or(full)? = byte;
        *position += 1;
        Ok(())
    })
}

/// The writer of both sources, byte by byte into whatever takes them.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "single bytes are what is written"
)]
fn write(value: i64, mut put: impl FnMut(u8) -> Result<(), Fault>) -> Result<(), Fault> {
    if (-112..=127).contains(&value) {
        return put(value as u8);
    }
    let magnitude = magnitude(value);
    // The lead of a positive number counts down from -112, that of a negative one from -120.
    let mut lead: i8 = if value < 0 { -120 } else { -112 };
    let mut rest = magnitude;
    while rest != 0 {
        rest >>= 8;
        lead -= 1;
    }
    put(lead.cast_unsigned())?;
    let payload_bytes = decoded_size(lead) - 1;
    for index in (0..payload_bytes).rev() {
        put((magnitude >> (8 * index)) as u8)?;
    }
    Ok(())
}

/// What the payload stores: the value, or the complement of a negative one. Never negative.
fn magnitude(value: i64) -> i64 {
    if value < 0 { !value } else { value }
}

#[cfg(test)]
mod tests;
