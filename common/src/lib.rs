//! What no ticket changed: storage, writers, cursors and trees around the four hot paths, generic over
//! the algorithm that a ticket did change. Nothing outside std.

pub mod bitmap;
pub mod btree;
pub mod fault;
pub mod tombstones;
pub mod vlong;
