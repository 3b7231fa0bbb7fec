//! The ticket's benchmark: one of four values, on an exact or a padded buffer, read with a fresh cursor each time.

use common::vlong::cursor::{SegmentedCursor, SharedCursor};
use common::vlong::format;
use measure::{Case, Parameter, Workload};

use super::HOT_PATH;
use super::containers::{Container, Fold, Owned, Sliced};
use super::contenders::{self, Called, Decoder, Reader, VISITOR, Visitor};

/// The ticket's values, of 1, 3, 5 and 7 bytes.
pub(super) const VALUES: [i64; 4] = [9, 512, 2_146_483_640, 1_700_104_028_981];

/// A read takes a nanosecond or a few, so one iteration is a block of them.
const READS: usize = 64;

/// A padded buffer is filled with zeros up to the longest encoding.
const PADDED_BYTES: usize = format::LONGEST_BYTES;

/// Every value, exact and padded, in every container, inlined and called.
///
/// Not called on segments: such an id would be two letters too long, and finding the segment outweighs the call.
pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for value in VALUES {
        for padded in [false, true] {
            for called in [false, true] {
                cases.push(case::<Sliced>(value, padded, "slice", called));
                cases.push(case::<Owned<SharedCursor>>(value, padded, "shared", called));
            }
            cases.push(case::<Owned<SegmentedCursor>>(value, padded, "segmented", false));
        }
    }
    cases
}

fn case<K: Container>(value: i64, padded: bool, cursor: &'static str, called: bool) -> Case {
    let bytes = format::encoded_size(value) as u64;
    let mut parameters: Vec<(&str, Parameter)> = vec![
        ("bytes", bytes.into()),
        ("padded", u64::from(padded).into()),
        ("cursor", cursor.into()),
    ];
    if called {
        parameters.push(("called", 1.into()));
    }
    let input = move || encoded(value, padded);
    let mut workload =
        Workload::new((HOT_PATH, "single"), &parameters, READS as u64, input).learnable();
    if bytes == 7 && padded && cursor == "shared" && !called {
        workload = workload.headline();
    }
    workload = if called {
        contenders::with_all_called::<Again<K>>(workload)
    } else {
        contenders::with_all::<Again<K>>(workload)
    };
    if bytes == 7 && cursor == "shared" {
        workload = if called {
            contenders::with::<Again<K>, _>(workload, VISITOR, Called(Visitor))
        } else {
            contenders::with::<Again<K>, _>(workload, VISITOR, Visitor)
        };
    }
    workload.case()
}

fn encoded(value: i64, padded: bool) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(PADDED_BYTES);
    format::append(&mut bytes, value);
    if padded {
        bytes.resize(PADDED_BYTES, 0);
    }
    bytes
}

struct Again<K>(K);

impl<K: Container> Reader for Again<K> {
    type Input = Vec<u8>;

    fn prepare(bytes: &Vec<u8>) -> Again<K> {
        Again(K::over(bytes))
    }

    #[inline]
    fn run<D: Decoder>(&mut self, decoder: D) -> Fold {
        self.0.read_again(decoder, READS)
    }
}
