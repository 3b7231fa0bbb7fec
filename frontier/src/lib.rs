//! The four hot paths as far as the idea can go: the same questions, answered beyond what the patches do.

pub mod bitmap_range_check;
pub mod btree_build;
pub mod range_tombstone_list;
pub mod vlong_decode;
