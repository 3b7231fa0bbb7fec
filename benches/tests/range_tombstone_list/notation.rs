//! Ranges as one writes them: `[1,5)@3` with round brackets for what is outside, `*` for unbounded, `1:2` for two
//! components, and `/7` behind for a local deletion time that matters.

use common::tombstones::{Bound, DeletionTime, Kind, RangeTombstone, RangeTombstones};

pub(crate) fn bound<const COLUMNS: usize>(text: &str, kind: Kind) -> Bound<i32, COLUMNS> {
    let components: Vec<i32> = match text {
        "*" => Vec::new(),
        text => text.split(':').map(|component| component.parse().unwrap()).collect(),
    };
    Bound::new(kind, &components)
}

pub(crate) fn range<const COLUMNS: usize>(text: &str) -> RangeTombstone<i32, COLUMNS> {
    let (start, rest) = text.split_once(',').unwrap();
    let (end, times) = rest.split_once('@').unwrap();
    let (timestamp, time) = times.split_once('/').unwrap_or((times, "1"));
    let start_kind =
        if start.starts_with('[') { Kind::InclusiveStart } else { Kind::ExclusiveStart };
    let end_kind = if end.ends_with(']') { Kind::InclusiveEnd } else { Kind::ExclusiveEnd };
    RangeTombstone {
        start: bound(&start[1..], start_kind),
        end: bound(&end[..end.len() - 1], end_kind),
        deletion_time: DeletionTime::build(timestamp.parse().unwrap(), time.parse().unwrap()),
    }
}

pub(crate) fn ranges<const COLUMNS: usize>(text: &str) -> Vec<RangeTombstone<i32, COLUMNS>> {
    text.split_whitespace().map(range).collect()
}

pub(crate) fn text<const COLUMNS: usize>(range: &RangeTombstone<i32, COLUMNS>) -> String {
    let components = |bound: &Bound<i32, COLUMNS>| match bound.components() {
        [] => "*".to_owned(),
        values => values.iter().map(i32::to_string).collect::<Vec<_>>().join(":"),
    };
    let (start, end) = (components(&range.start), components(&range.end));
    let open = if range.start.kind() == Kind::InclusiveStart { '[' } else { '(' };
    let close = if range.end.kind() == Kind::InclusiveEnd { ']' } else { ')' };
    let time = match range.deletion_time.local_deletion_time() {
        1 => String::new(),
        time => format!("/{time}"),
    };
    format!("{open}{start},{end}{close}@{}{time}", range.marked_at())
}

/// The columns as they are.
pub(crate) fn text_of<const COLUMNS: usize>(list: &impl RangeTombstones<i32, COLUMNS>) -> String {
    let texts = (0..list.len()).map(|index| text(&list.entry(index)));
    texts.collect::<Vec<_>>().join(" ")
}
