//! The count that every access to a shared buffer looks at.
//!
//! Source: apache/hbase, `nio/RefCnt` and `ByteBuff.checkRefCount`.
//! Ported: retain, release and the check. Left out: the recycler that takes a buffer back, and leak detection.
//! Differs: nothing is freed by a release; memory belongs to Rust's owners, the count only says who may still read.

use std::sync::atomic::{AtomicU32, Ordering};

/// How many users a buffer has; with the last release it is no longer readable.
#[derive(Debug)]
pub struct ReferenceCount(AtomicU32);

impl ReferenceCount {
    /// One user.
    pub fn new() -> ReferenceCount {
        ReferenceCount(AtomicU32::new(1))
    }

    /// One user more. `false` if the last one has gone, and then none is added.
    pub fn retain(&self) -> bool {
        let more = |count: u32| if count == 0 { None } else { count.checked_add(1) };
        self.0.fetch_update(Ordering::AcqRel, Ordering::Acquire, more).is_ok()
    }

    /// One user less. `true` if that was the last.
    pub fn release(&self) -> bool {
        let less = |count: u32| count.checked_sub(1);
        self.0.fetch_update(Ordering::AcqRel, Ordering::Acquire, less) == Ok(1)
    }

    /// Whether somebody still holds the buffer.
    // The acquire load orders what follows behind it, so neither the count nor the position is kept in a register from
    // one byte to the next. That is what the original pays, and what a read of several bytes saves.
    #[inline]
    pub fn is_held(&self) -> bool {
        self.0.load(Ordering::Acquire) > 0
    }
}

impl Default for ReferenceCount {
    fn default() -> ReferenceCount {
        ReferenceCount::new()
    }
}
