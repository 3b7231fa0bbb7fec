//! How wide nodes are.

/// The fan-out factor: keys of a full leaf, and the largest number of keys of a branch.
///
/// A constant of the class upstream (property `cassandra.btree.fanfactor`); here a value that every contender is
/// given at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FanFactor {
    shift: u32,
}

impl FanFactor {
    /// The next power of two, at least 2.
    pub fn new(configured: i32) -> FanFactor {
        let mut shift = 1;
        while 1_i64 << shift < i64::from(configured) {
            shift += 1;
        }
        FanFactor { shift }
    }

    /// The factor as a power of two.
    pub fn shift(self) -> u32 {
        self.shift
    }

    /// The factor itself.
    #[inline]
    pub fn keys(self) -> u32 {
        1 << self.shift
    }

    /// The fewest keys of a node that is not the root.
    pub fn minimal_node_size(self) -> u32 {
        self.keys() / 2
    }
}
