//! The text forms of components, bounds, ranges and lists.

use common::tombstones::{Bound, DeletionTime, Kind, RangeTombstone, RangeTombstones, Value};

/// A component of a bound with a text form.
pub(super) trait Component: Value {
    fn read(text: &str) -> Option<Self>;
    fn write(self) -> String;
}

impl Component for i32 {
    fn read(text: &str) -> Option<i32> {
        text.parse().ok()
    }

    fn write(self) -> String {
        self.to_string()
    }
}

/// A component as the original compares it: null < a value of zero bytes < any number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Nullable {
    #[default]
    Null,
    Empty,
    Number(i32),
}

impl Value for Nullable {
    fn data_size(self) -> i32 {
        if let Nullable::Number(_) = self { 4 } else { 0 }
    }

    fn hash_code(self) -> i32 {
        if let Nullable::Number(number) = self { number } else { 0 }
    }

    fn order(self) -> i64 {
        match self {
            Nullable::Null => i64::MIN >> 4,
            Nullable::Empty => (i64::MIN >> 4) + 1,
            Nullable::Number(number) => number.into(),
        }
    }
}

impl Component for Nullable {
    fn read(text: &str) -> Option<Nullable> {
        match text {
            "null" => Some(Nullable::Null),
            "empty" => Some(Nullable::Empty),
            number => number.parse().ok().map(Nullable::Number),
        }
    }

    fn write(self) -> String {
        match self {
            Nullable::Null => "null".into(),
            Nullable::Empty => "empty".into(),
            Nullable::Number(number) => number.to_string(),
        }
    }
}

/// What surrounds the components of each kind.
const FORMS: [(Kind, &str, &str); 7] = [
    // The boundaries first: their texts begin like an end and end like a start.
    (Kind::ExclusiveEndInclusiveStart, ")", "["),
    (Kind::InclusiveEndExclusiveStart, "]", "("),
    (Kind::InclusiveStart, "[", ""),
    (Kind::ExclusiveStart, "(", ""),
    (Kind::InclusiveEnd, "", "]"),
    (Kind::ExclusiveEnd, "", ")"),
    (Kind::Row, "{", "}"),
];

const STATIC: &str = "{static}";

pub(super) fn read_bound<V: Component, const COLUMNS: usize>(
    text: &str,
) -> Option<Bound<V, COLUMNS>> {
    if text == STATIC {
        return Some(Bound::new(Kind::Static, &[]));
    }
    let inside = |&(kind, before, after): &(Kind, &str, &str)| {
        text.strip_prefix(before)?.strip_suffix(after).map(|inside| (kind, inside))
    };
    let (kind, inside) = FORMS.iter().find_map(inside)?;
    let texts = inside.split(':').filter(|text| !text.is_empty());
    let components: Vec<V> = texts.map(V::read).collect::<Option<_>>()?;
    (components.len() <= COLUMNS).then(|| Bound::new(kind, &components))
}

pub(super) fn write_bound<V: Component, const COLUMNS: usize>(bound: &Bound<V, COLUMNS>) -> String {
    let Some((_, before, after)) = FORMS.iter().find(|form| form.0 == bound.kind()) else {
        return STATIC.into();
    };
    let texts: Vec<String> = bound.components().iter().map(|value| value.write()).collect();
    format!("{before}{}{after}", texts.join(":"))
}

/// `timestamp/local deletion time`, converted as the original does when it builds one.
pub(super) fn read_deletion_time(text: &str) -> Option<DeletionTime> {
    let (timestamp, time) = text.split_once('/')?;
    Some(DeletionTime::from_unsigned(timestamp.parse().ok()?, time.parse().ok()?))
}

/// The same where the constant for "no deletion" may stand, too.
pub(super) fn read_deletion_time_or_live(text: &str) -> Option<DeletionTime> {
    let live = write_deletion_time(DeletionTime::LIVE);
    if text == live { Some(DeletionTime::LIVE) } else { read_deletion_time(text) }
}

pub(super) fn write_deletion_time(time: DeletionTime) -> String {
    format!("{}/{}", time.marked_at(), time.local_deletion_time())
}

pub(super) fn read_range<const COLUMNS: usize>(text: &str) -> Option<RangeTombstone<i32, COLUMNS>> {
    let (start, rest) = text.split_once("..")?;
    let (end, time) = rest.split_once('@')?;
    Some(RangeTombstone {
        start: read_bound(start)?,
        end: read_bound(end)?,
        deletion_time: read_deletion_time(time)?,
    })
}

pub(super) fn read_ranges<const COLUMNS: usize>(
    text: &str,
) -> Option<Vec<RangeTombstone<i32, COLUMNS>>> {
    text.split(' ').filter(|text| !text.is_empty()).map(read_range).collect()
}

pub(super) fn write_range<const COLUMNS: usize>(range: &RangeTombstone<i32, COLUMNS>) -> String {
    let (start, end) = (write_bound(&range.start), write_bound(&range.end));
    format!("{start}..{end}@{}", write_deletion_time(range.deletion_time))
}

pub(super) fn write_ranges<const COLUMNS: usize>(
    ranges: impl Iterator<Item = RangeTombstone<i32, COLUMNS>>,
) -> String {
    ranges.map(|range| write_range(&range)).collect::<Vec<_>>().join(" ")
}

/// The raw content of the columns.
pub(super) fn write_list<const COLUMNS: usize>(
    list: &impl RangeTombstones<i32, COLUMNS>,
) -> String {
    write_ranges((0..list.len()).map(|index| list.entry(index)))
}

/// FNV-1a over the text of the list.
pub(super) fn digest<const COLUMNS: usize>(list: &impl RangeTombstones<i32, COLUMNS>) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", write_list(list).bytes().fold(0xcbf2_9ce4_8422_2325, step))
}
