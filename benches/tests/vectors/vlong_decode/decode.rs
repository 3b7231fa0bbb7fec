//! `decode`: one value, every contender that a row binds, every container, every limit, every cut that the file names.

use common::vlong::cursor::{Cursor, SharedCursor, SliceCursor};
use serde_json::Value;

use super::cases::{self, Expected, Outcome};
use super::containers::{segmentations, segmented, segmented_limited};
use super::contenders::Contender;
use crate::replay::{Difference, Steps};

const CONTAINERS: [&str; 4] = ["byte_buffer", "single", "segmented", "segmented_limited"];

/// Whom a row of results binds, and to what.
struct Row {
    contenders: Vec<String>,
    containers: Vec<String>,
    /// All segmentations if `None`.
    segmentations: Option<Vec<Vec<usize>>>,
    expected: Expected,
}

impl Row {
    fn binds(&self, contender: Contender, container: &str, lengths: &[usize]) -> bool {
        self.contenders.iter().any(|name| name == contender.original())
            && self.containers.iter().any(|name| name == container)
            && self.segmentations.as_ref().is_none_or(|own| own.iter().any(|own| own == lengths))
    }
}

pub(super) fn replay(case: &Value) -> Result<Steps, Difference> {
    cases::only(
        case,
        &[
            "id",
            "op",
            "bytes_hex",
            "start_position_bytes",
            "limit_bytes",
            "limits_bytes",
            "max_cuts",
            "expected",
            "expected_by",
        ],
    )?;
    let bytes = cases::hex(case, "bytes_hex")?;
    let start = cases::size(case, "start_position_bytes")?;
    let limits = match (cases::has(case, "limit_bytes"), cases::has(case, "limits_bytes")) {
        (true, false) => vec![cases::size(case, "limit_bytes")?],
        (false, true) => cases::sizes(case, "limits_bytes")?,
        both => return Err(Difference::new("limits", "either of two fields", both)),
    };
    let max_cuts =
        if cases::has(case, "max_cuts") { Some(cases::size(case, "max_cuts")?) } else { None };
    let rows = rows(case, max_cuts.is_some())?;
    let mut bound_rows = vec![false; rows.len()];
    let mut steps = 0;
    for limit in limits {
        if start > limit || limit > bytes.len() {
            return Err(Difference::new("limit", (start, bytes.len()), limit));
        }
        let mut cuts = segmentations(limit, max_cuts.map_or(2, |cuts| cuts + 1));
        if max_cuts.is_some() {
            cuts.push(vec![1; limit]);
        }
        for contender in Contender::ALL {
            for container in CONTAINERS {
                let cuts = if container.starts_with("segmented") { &cuts[..] } else { &[vec![]] };
                for lengths in cuts {
                    let mut rows = rows.iter().zip(&mut bound_rows);
                    let binds = |row: &Row| row.binds(contender, container, lengths);
                    let Some((row, bound)) = rows.find(|(row, _)| binds(row)) else { continue };
                    *bound = true;
                    let got = read(contender, container, &bytes, (start, limit), lengths)?;
                    let at = format!("{contender:?} in {container} {lengths:?}, limit {limit}");
                    compare(&at, contender, container, &row.expected, got)?;
                    steps += 1;
                }
            }
        }
    }
    match bound_rows.iter().position(|bound| !bound) {
        None => Ok(steps),
        Some(row) => Err(Difference::new("expected_by", "rows that bind somebody", row)),
    }
}

fn rows(case: &Value, only_segmented: bool) -> Result<Vec<Row>, Difference> {
    if !cases::has(case, "expected_by") {
        let containers = if only_segmented { &CONTAINERS[2..3] } else { &CONTAINERS[..] };
        return Ok(vec![Row {
            contenders: Contender::ALL.map(|contender| contender.original().into()).into(),
            containers: containers.iter().map(|&name| name.into()).collect(),
            segmentations: None,
            expected: Expected::read(&case["expected"])?,
        }]);
    }
    if cases::has(case, "expected") {
        return Err(Difference::new("expected", "either of two fields", "both"));
    }
    cases::list(case, "expected_by")?.iter().map(row).collect()
}

fn row(row: &Value) -> Result<Row, Difference> {
    cases::only(
        row,
        &[
            "contenders",
            "container",
            "segment_lengths_bytes",
            "value",
            "error",
            "java",
            "position_bytes",
        ],
    )?;
    let contenders = cases::texts(row, "contenders")?;
    let known = |name: &&str| Contender::ALL.iter().any(|known| known.original() == *name);
    let container = cases::text(row, "container")?;
    if !contenders.iter().all(known) || !CONTAINERS.contains(&container) {
        return Err(Difference::new("expected_by", "known contenders and containers", row));
    }
    let segmentations = if cases::has(row, "segment_lengths_bytes") {
        Some(cases::lists_of_sizes(row, "segment_lengths_bytes")?)
    } else {
        None
    };
    Ok(Row {
        contenders: contenders.into_iter().map(String::from).collect(),
        containers: vec![container.into()],
        segmentations,
        expected: Expected::of_row(row)?,
    })
}

fn read(
    contender: Contender,
    container: &str,
    bytes: &[u8],
    (start, limit): (usize, usize),
    lengths: &[usize],
) -> Result<(Outcome, usize), Difference> {
    Ok(match container {
        "byte_buffer" => from(contender, SliceCursor::new(&bytes[..limit]), start),
        "single" => from(contender, SharedCursor::new(bytes).with_limit(limit), start),
        "segmented" => from(contender, segmented(&bytes[..limit], lengths), start),
        "segmented_limited" => from(contender, segmented_limited(bytes, limit, lengths), start),
        _ => return Err(Difference::new("container", CONTAINERS, container)),
    })
}

fn from<C: Cursor>(contender: Contender, mut cursor: C, start: usize) -> (Outcome, usize) {
    cursor.set_position(start).expect("the start is not behind the limit");
    let result = contender.read_vlong(&mut cursor);
    (result.into(), cursor.position())
}

/// A port has one error for too few bytes, whichever of three classes the original throws. The position after an error
/// binds legacy and the ticket's form, and the merged form over a plain buffer.
fn compare(
    at: &str,
    contender: Contender,
    container: &str,
    expected: &Expected,
    (outcome, position): (Outcome, usize),
) -> Result<(), Difference> {
    let is_error = matches!(expected.outcome, Outcome::Error(_));
    let merged = contender == Contender::Merged421;
    let expected_outcome = if is_error && merged {
        Outcome::Error("buffer_underflow".into())
    } else {
        expected.outcome.clone()
    };
    Difference::unless_equal(format!("{at}: result"), &expected_outcome, &outcome)?;
    // No position is recorded where the original failed even to say it.
    match expected.position {
        Some(expected) if !(is_error && merged && container != "byte_buffer") => {
            Difference::unless_equal(format!("{at}: position"), &expected, &position)
        }
        _ => Ok(()),
    }
}
