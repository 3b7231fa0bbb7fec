//! What a user could take instead: published integers of variable length, each in its own wire format.
//!
//! They read the same values, encoded by themselves, so they are ranked where sizes are unpredictable or real and
//! nowhere else. Signed values in zigzag form where the crate has one; LEB128 has a signed form of its own.
//!
//! Limit `places_known`: where each value begins is looked up, so that no read waits for the size before it. Nothing
//! that has to find its own way through the stream can be faster: the same load and shift remain.

use std::iter;
use std::marker::PhantomData;

use common::vlong::cursor::{Cursor, SliceCursor};
use common::vlong::format;
use integer_encoding::VarInt;
use measure::record::Role;
use measure::{Answer, Workload};

use super::containers::Fold;

/// A wire format and its reader.
pub(super) trait Peer: 'static {
    /// Named after its crate.
    const IDENTITY: (Role, &str);

    /// Writes a value behind what is there.
    fn append(bytes: &mut Vec<u8>, value: i64);

    /// Reads the value at the start of `bytes`, and its size.
    fn read(bytes: &[u8]) -> Option<(i64, usize)>;

    /// Bytes that the reader wants behind the last value.
    const PADDING: usize = 0;
}

/// `integer-encoding`: LEB128 of zigzag.
pub(super) struct IntegerEncoding;

/// `prost`: protocol buffers' varint, of zigzag.
pub(super) struct Prost;

/// `leb128`: the signed form.
pub(super) struct Leb128;

/// `varint-simd`: LEB128 of zigzag, by vector instructions.
pub(super) struct VarintSimd;

impl Peer for IntegerEncoding {
    const IDENTITY: (Role, &str) = (Role::Peer, "integer-encoding");

    fn append(bytes: &mut Vec<u8>, value: i64) {
        bytes.extend(value.encode_var_vec());
    }

    #[inline]
    fn read(bytes: &[u8]) -> Option<(i64, usize)> {
        i64::decode_var(bytes)
    }
}

impl Peer for Prost {
    const IDENTITY: (Role, &str) = (Role::Peer, "prost");

    fn append(bytes: &mut Vec<u8>, value: i64) {
        prost::encoding::encode_varint(((value << 1) ^ (value >> 63)).cast_unsigned(), bytes);
    }

    #[inline]
    fn read(mut bytes: &[u8]) -> Option<(i64, usize)> {
        let before = bytes.len();
        let zigzag = prost::encoding::decode_varint(&mut bytes).ok()?;
        let value = (zigzag >> 1).cast_signed() ^ -(zigzag & 1).cast_signed();
        Some((value, before - bytes.len()))
    }
}

impl Peer for Leb128 {
    const IDENTITY: (Role, &str) = (Role::Peer, "leb128");

    fn append(bytes: &mut Vec<u8>, value: i64) {
        leb128::write::signed(bytes, value).expect("a Vec takes every byte");
    }

    #[inline]
    fn read(mut bytes: &[u8]) -> Option<(i64, usize)> {
        let before = bytes.len();
        let value = leb128::read::signed(&mut bytes).ok()?;
        Some((value, before - bytes.len()))
    }
}

impl Peer for VarintSimd {
    const IDENTITY: (Role, &str) = (Role::Peer, "varint-simd");

    // Its documentation: with fewer than sixteen bytes it copies them first.
    const PADDING: usize = 16;

    fn append(bytes: &mut Vec<u8>, value: i64) {
        let (encoded, size) = varint_simd::encode_zigzag(value);
        bytes.extend(&encoded[..size.into()]);
    }

    #[inline]
    fn read(bytes: &[u8]) -> Option<(i64, usize)> {
        varint_simd::decode_zigzag(bytes).ok()
    }
}

/// Adds the peers and the limit; an iteration reads `VALUES` values.
pub(super) fn with_all<const VALUES: usize>(workload: Workload<Vec<u8>>) -> Workload<Vec<u8>> {
    let workload = with::<IntegerEncoding, VALUES>(workload);
    let workload = with::<Leb128, VALUES>(workload);
    let workload = with::<Prost, VALUES>(workload);
    with::<VarintSimd, VALUES>(workload).contender(
        (Role::Limit, "places_known"),
        |bytes: &Vec<u8>| Places::of(bytes),
        |places| places.read(VALUES),
        Answer::from,
    )
}

fn with<P: Peer, const VALUES: usize>(workload: Workload<Vec<u8>>) -> Workload<Vec<u8>> {
    workload.contender(
        P::IDENTITY,
        |bytes: &Vec<u8>| Onward::<P>::of(bytes, VALUES),
        |onward| onward.read(VALUES),
        Answer::from,
    )
}

/// Every value of a stream in `HBase`'s format, with the position behind it.
fn values(bytes: &[u8]) -> impl Iterator<Item = (i64, usize)> + '_ {
    let mut cursor = SliceCursor::new(bytes);
    iter::from_fn(move || {
        let value = legacy::vlong_decode::read_vlong(&mut cursor).ok()?;
        Some((value, cursor.position()))
    })
}

/// The same values in a peer's format, walked on by so many per iteration.
struct Onward<P> {
    bytes: Vec<u8>,
    /// Bytes without the padding.
    length: usize,
    position: usize,
    /// Where an iteration ends, here and in `HBase`'s format, in order: the answer names the latter.
    ends: Vec<(usize, usize)>,
    iteration: usize,
    peer: PhantomData<P>,
}

impl<P: Peer> Onward<P> {
    fn of(vlongs: &[u8], per_iteration: usize) -> Onward<P> {
        let (mut bytes, mut ends) = (Vec::new(), Vec::new());
        for (index, (value, end)) in values(vlongs).enumerate() {
            P::append(&mut bytes, value);
            if (index + 1) % per_iteration == 0 {
                ends.push((bytes.len(), end));
            }
        }
        let length = bytes.len();
        bytes.resize(length + P::PADDING, 0);
        Onward { bytes, length, position: 0, ends, iteration: 0, peer: PhantomData }
    }

    #[inline]
    fn read(&mut self, reads: usize) -> Fold {
        if self.position == self.length {
            (self.position, self.iteration) = (0, 0);
        }
        let mut fold = Fold::default();
        let mut rest = &self.bytes[self.position..];
        for _ in 0..reads {
            let (value, size) = P::read(rest).expect("as it was written");
            fold.push(Ok(value));
            rest = &rest[size..];
        }
        self.position = self.bytes.len() - rest.len();
        let (here, there) = self.ends[self.iteration];
        self.iteration += 1;
        fold.ends_at(if here == self.position { there } else { usize::MAX })
    }
}

/// `HBase`'s own bytes, and where in them each value ends and how it is masked.
struct Places {
    bytes: Vec<u8>,
    values: Vec<Place>,
    next: usize,
}

#[derive(Clone, Copy)]
struct Place {
    /// Behind the value in `HBase`'s bytes: of the bytes that are read, the last eight end with it.
    end: u32,
    /// Bits of those eight bytes that are in front of the value.
    surplus: u8,
    /// -1 if it is negative, else 0; and the first bit that this inverts, for a one-byte value is stored as it is.
    sign: i8,
    from: u8,
}

impl Places {
    fn of(vlongs: &[u8]) -> Places {
        // So that eight bytes end with the first value, too.
        let mut bytes = vec![0; size_of::<u64>()];
        bytes.extend(vlongs);
        let mut start = 0;
        let place = |(_, end): (i64, usize)| {
            let first = vlongs[start].cast_signed();
            let size = format::decoded_size(first);
            start = end;
            let (payload, from) = if size == 1 { (1, 8) } else { (size - 1, 0) };
            Place {
                end: end.try_into().expect("a short stream"),
                surplus: (64 - 8 * payload).try_into().expect("bits of a word"),
                sign: -i8::from(format::is_negative(first)),
                from,
            }
        };
        let values = values(vlongs).map(place).collect();
        Places { bytes, values, next: 0 }
    }

    #[inline]
    fn read(&mut self, reads: usize) -> Fold {
        let mut fold = Fold::default();
        if self.next == self.values.len() {
            self.next = 0;
        }
        let mut end = 0;
        for place in &self.values[self.next..self.next + reads] {
            end = place.end as usize;
            let word = self.bytes[end..end + 8].try_into().expect("eight bytes");
            let magnitude = u64::from_be_bytes(word) << place.surplus >> place.surplus;
            fold.push(Ok(magnitude.cast_signed() ^ (i64::from(place.sign) << place.from)));
        }
        self.next += reads;
        fold.ends_at(end)
    }
}
