//! The four hot paths as they were before their patches, each algorithm whole in its file.
//!
//! `diff legacy/src/X.rs optimized/src/X.rs` shows the ticket. The sources are compiled a second time as the
//! crate `control` (see `benches/control`), so they name shared things as `common::`, never `crate::`.

pub mod bitmap_range_check;
pub mod btree_build;
pub mod range_tombstone_list;
pub mod vlong_decode;
