//! Upstream forms beside the one that `optimized` stands for: what a ticket measured, or what was merged later.

pub mod btree_build_2017;
pub mod vlong_decode_merged_421;
