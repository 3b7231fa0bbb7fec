//! Replays what the original Java classes did, recorded in `benches/vectors` or under `HOTPAIR_VECTORS`.
//!
//! `HOTPAIR_VECTORS=DIR` is relative to the root of the workspace. How many cases and steps were compared per file
//! goes to standard error.

mod bitmap_range_check;
mod btree_build;
mod range_tombstone_list;
mod replay;
mod vlong_decode;

use std::env;
use std::path::PathBuf;

#[test]
fn every_recorded_case_is_replayed_without_a_difference() {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let folder =
        env::var_os("HOTPAIR_VECTORS").map_or_else(|| "benches/vectors".into(), PathBuf::from);
    if let Err(message) = replay::folder(&root.join(folder)) {
        panic!("{message}");
    }
}
