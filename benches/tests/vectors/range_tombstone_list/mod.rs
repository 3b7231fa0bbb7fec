//! Replay of the recorded range tombstone lists, for the lists of `legacy` and `optimized` and for what they share.
//!
//! `legacy` is the recorded class: its capacities and its account of the heap are compared, too. `optimized` and
//! `frontier` are bound by everything that a caller can observe.

mod fields;
mod operations;
mod sequences;
mod shared;
mod text;

use common::tombstones::RangeTombstones;
use serde_json::Value;

use self::fields::Fields;
use crate::replay::{Difference, Steps};

/// Replays one case of this hot path.
pub(crate) fn replay(topic: &str, file: &Value, case: &Value) -> Result<Steps, Difference> {
    let fields = Fields::of("case", case)?;
    fields.skip("id");
    let steps = match topic {
        "add_all"
        | "copies"
        | "deletion_info"
        | "invalid"
        | "measures"
        | "search"
        | "sequences"
        | "slices"
        | "tables"
        | "update_all_timestamp"
        | "update_all_timestamp_and_local_deletion_time" => {
            for_each_list(&fields, Replay::Operations)?
        }
        "growth" if fields.has("ops") => for_each_list(&fields, Replay::Operations)?,
        "growth" => for_each_list(&fields, Replay::Growth)?,
        "small" => for_each_list(&fields, Replay::Small)?,
        "chains" => for_each_list(&fields, Replay::Chain)?,
        // The bytes of the original's arrays follow from the capacities, and those bind legacy alone.
        "allocation" => sequences::allocation::<
            legacy::range_tombstone_list::RangeTombstoneList<i32, 1>,
        >(&fields)?,
        "compare" => shared::compare(file, &fields)?,
        "deletion_time" => shared::deletion_time(&fields)?,
        // Recorded with the assertions of the class on, which no port has: it binds nobody.
        "invalid_with_assertions" => return Ok(0),
        _ => return Err(Difference::new("topic", "a known topic", topic)),
    };
    fields.all_read()?;
    Ok(steps)
}

/// What is done with each contender's list.
#[derive(Clone, Copy)]
enum Replay {
    Operations,
    Growth,
    Small,
    Chain,
}

fn for_each_list(fields: &Fields, replay: Replay) -> Result<Steps, Difference> {
    match fields.text("clustering")? {
        "int32" => for_each_list_of::<1>(fields, replay),
        "int32,int32" => for_each_list_of::<2>(fields, replay),
        other => Err(Difference::new("clustering", "a known clustering", other)),
    }
}

fn for_each_list_of<const COLUMNS: usize>(
    fields: &Fields,
    replay: Replay,
) -> Result<Steps, Difference> {
    use {
        frontier::range_tombstone_list as beyond, legacy::range_tombstone_list as before,
        optimized::range_tombstone_list as after,
    };
    fields.judge("contender legacy");
    let legacy = run::<COLUMNS, before::RangeTombstoneList<i32, COLUMNS>>(fields, replay, true)?;
    fields.judge("contender optimized");
    let optimized = run::<COLUMNS, after::RangeTombstoneList<i32, COLUMNS>>(fields, replay, false)?;
    fields.judge("contender frontier");
    let frontier = run::<COLUMNS, beyond::RangeTombstoneList<i32, COLUMNS>>(fields, replay, false)?;
    Ok(legacy + optimized + frontier)
}

fn run<const COLUMNS: usize, L: RangeTombstones<i32, COLUMNS>>(
    fields: &Fields,
    replay: Replay,
    recorded_class: bool,
) -> Result<Steps, Difference> {
    match replay {
        Replay::Operations => operations::replay::<COLUMNS, L>(fields, recorded_class),
        Replay::Growth => sequences::growth::<COLUMNS, L>(fields, recorded_class),
        Replay::Small => sequences::small::<COLUMNS, L>(fields, recorded_class),
        Replay::Chain => sequences::chain_or_fork::<COLUMNS, L>(fields, recorded_class),
    }
}
