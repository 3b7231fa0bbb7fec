//! What makes us believe that the lists before and after the patch do the same, and the right thing: tables, small
//! spaces in full, and random programs against a model that knows nothing of lists.

mod exhaustive;
mod model;
mod notation;
mod programs;
mod slices;
mod tables;
#[path = "../tally/mod.rs"]
mod tally;

use common::tombstones::RangeTombstones;

type Legacy<const COLUMNS: usize> = legacy::range_tombstone_list::RangeTombstoneList<i32, COLUMNS>;
type Frontier<const COLUMNS: usize> =
    frontier::range_tombstone_list::RangeTombstoneList<i32, COLUMNS>;
type Optimized<const COLUMNS: usize> =
    optimized::range_tombstone_list::RangeTombstoneList<i32, COLUMNS>;

fn new<const COLUMNS: usize, L: RangeTombstones<i32, COLUMNS>>(capacity: i32) -> L {
    L::new(capacity).expect("not negative")
}
