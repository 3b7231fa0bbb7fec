//! The four hot paths with their patches and nothing else; further upstream forms in [`revisions`].

pub mod bitmap_range_check;
pub mod btree_build;
pub mod range_tombstone_list;
pub mod revisions;
pub mod vlong_decode;
