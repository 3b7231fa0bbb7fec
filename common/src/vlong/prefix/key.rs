//! A cell's key, flat and in parts, and what two neighbouring keys have in common.
//!
//! Flat: u16 row length, row, u8 family length, family, qualifier, i64 timestamp, u8 type, big-endian.
//!
//! Source: apache/hbase, `KeyValue` (layout), `PrefixKeyDeltaEncoder` (common prefix), `CellComparatorImpl` (order).
//! Ported: the parts that PREFIX uses. Left out: the long and heap forms of a cell.
//! Differs: parts that do not fit their length fields are an error instead of wrapped lengths.

use std::cmp::Ordering;

use crate::fault::Fault;

/// Bytes of a flat key beside row, family and qualifier.
const FIXED_BYTES: usize = 12;
/// The type code of a key that sorts behind all others of its row if family and qualifier are empty.
const MINIMUM: u8 = 0;

/// The parts of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key<'a> {
    /// At most 32,767 bytes upstream; 65,535 here.
    pub row: &'a [u8],
    /// At most 255 bytes.
    pub family: &'a [u8],
    /// What lies between the family and the last nine bytes; has no length of its own.
    pub qualifier: &'a [u8],
    /// Newer sorts first.
    pub timestamp: i64,
    /// Put is 4; a higher code sorts first.
    pub type_code: u8,
}

impl<'a> Key<'a> {
    /// Takes a flat key apart; `None` if its lengths do not fit into it.
    #[inline]
    pub fn parse(flat: &'a [u8]) -> Option<Key<'a>> {
        let (row_length, rest) = flat.split_first_chunk()?;
        let (row, rest) = rest.split_at_checked(u16::from_be_bytes(*row_length).into())?;
        let (family_length, rest) = rest.split_first()?;
        let (family, rest) = rest.split_at_checked((*family_length).into())?;
        let (rest, [type_code]) = rest.split_last_chunk()?;
        let (qualifier, timestamp) = rest.split_last_chunk()?;
        let timestamp = i64::from_be_bytes(*timestamp);
        Some(Key { row, family, qualifier, timestamp, type_code: *type_code })
    }

    /// Bytes of the flat key.
    pub fn flat_length(&self) -> usize {
        FIXED_BYTES + self.row.len() + self.family.len() + self.qualifier.len()
    }

    /// Replaces what `flat` holds by the flat key.
    ///
    /// # Errors
    /// [`Fault::IllegalArgument`] if row or family is longer than its length field can say.
    pub(super) fn write_flat(&self, flat: &mut Vec<u8>) -> Result<(), Fault> {
        let row_length = u16::try_from(self.row.len()).map_err(|_| Fault::IllegalArgument)?;
        let family_length = u8::try_from(self.family.len()).map_err(|_| Fault::IllegalArgument)?;
        flat.clear();
        flat.extend(row_length.to_be_bytes());
        flat.extend(self.row);
        flat.push(family_length);
        flat.extend(self.family);
        flat.extend(self.qualifier);
        flat.extend(self.timestamp.to_be_bytes());
        flat.push(self.type_code);
        Ok(())
    }

    /// Bytes that the flat forms share, counted part by part as upstream counts them.
    ///
    /// Not the same as comparing flat keys: where one qualifier begins with the other, a flat comparison would go on into
    /// the timestamp.
    pub(super) fn common_prefix(&self, previous: &Key<'_>) -> usize {
        let lengths = [self, previous].map(|key| key.row.len());
        let [own, others] = lengths.map(usize::to_be_bytes);
        if own != others {
            let length_bytes = usize::BITS as usize / 8 - 2;
            return common_prefix(&own[length_bytes..], &others[length_bytes..]);
        }
        let rows = common_prefix(self.row, previous.row);
        if rows < self.row.len() {
            return 2 + rows;
        }
        // As upstream: a block holds one family, so its bytes count as equal unseen.
        let family_end = 3 + self.row.len() + self.family.len();
        let qualifiers = common_prefix(self.qualifier, previous.qualifier);
        if qualifiers < self.qualifier.len() || qualifiers < previous.qualifier.len() {
            return family_end + qualifiers;
        }
        let timestamps =
            common_prefix(&self.timestamp.to_be_bytes(), &previous.timestamp.to_be_bytes());
        let types = usize::from(timestamps == 8 && self.type_code == previous.type_code);
        family_end + qualifiers + timestamps + types
    }
}

/// So many bytes of each part of the sought key are known to be in the current key.
#[derive(Default)]
pub(super) struct KnownEqual {
    row: usize,
    family: usize,
    qualifier: usize,
}

/// The order of the sought key to the current one, which shares `common` bytes with the key before it.
#[inline]
pub(super) fn compare(
    sought: &Key<'_>,
    current: &Key<'_>,
    common: usize,
    known: &mut KnownEqual,
) -> Ordering {
    // The common prefix counts the two bytes of the row's length.
    known.row = known.row.min(common.saturating_sub(2));
    let rows = compare_part(sought.row, current.row, &mut known.row);
    if rows.is_ne() {
        return rows;
    }
    if sought.is_last_of_row() {
        return Ordering::Greater;
    }
    if current.is_last_of_row() {
        return Ordering::Less;
    }
    let before_family = 3 + current.row.len();
    known.family = known.family.min(common.saturating_sub(before_family));
    let families = compare_part(sought.family, current.family, &mut known.family);
    if families.is_ne() {
        return families;
    }
    let before_qualifier = before_family + current.family.len();
    known.qualifier = known.qualifier.min(common.saturating_sub(before_qualifier));
    let qualifiers = compare_part(sought.qualifier, current.qualifier, &mut known.qualifier);
    let newer_first = || current.timestamp.cmp(&sought.timestamp);
    let higher_code_first = || current.type_code.cmp(&sought.type_code);
    qualifiers.then_with(newer_first).then_with(higher_code_first)
}

impl Key<'_> {
    #[inline]
    fn is_last_of_row(&self) -> bool {
        self.family.is_empty() && self.qualifier.is_empty() && self.type_code == MINIMUM
    }
}

/// Compares two parts that are equal in their first `known` bytes, and makes `known` all that they share.
#[inline]
fn compare_part(sought: &[u8], current: &[u8], known: &mut usize) -> Ordering {
    // A damaged block may promise more than the parts hold.
    let start = (*known).min(sought.len()).min(current.len());
    *known = start + common_prefix(&sought[start..], &current[start..]);
    sought[*known..].cmp(&current[*known..])
}

#[inline]
fn common_prefix(left: &[u8], right: &[u8]) -> usize {
    left.iter().zip(right).take_while(|(left, right)| left == right).count()
}
