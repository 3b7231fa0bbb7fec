//! No form of the decoding allocates, in any container and any workload, whether a read succeeds or fails.

mod bytes;

use common::fault::Fault;
use common::vlong::cursor::{Cursor, SegmentedCursor, SharedCursor, SliceCursor};
use optimized::revisions::vlong_decode_merged_421 as merged_421;

use self::bytes::{per_pass, requested, watch};

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

fn read_whole_and_cut<C: Cursor>(
    mut whole: C,
    mut cut: C,
    read_vlong: fn(&mut C) -> Result<i64, Fault>,
) -> (u64, u64) {
    let (mut value, mut fault) = (Ok(0), Ok(0));
    let requested = requested(|| {
        value = read_vlong(&mut whole);
        fault = read_vlong(&mut cut);
    });
    assert_eq!(value, Ok(1_700_104_028_981));
    assert!(fault.is_err());
    requested
}

fn main() {
    let _profiler = watch();

    let bytes = [0x8a, 0x01, 0x8b, 0xd6, 0x18, 0xc3, 0x35, 0, 0];
    macro_rules! assert_nothing {
        ($($read_vlong:path),+) => {$(
            let name = stringify!($read_vlong);
            let slice = |length: usize| SliceCursor::new(&bytes[..length]);
            assert_eq!(read_whole_and_cut(slice(9), slice(6), $read_vlong), (0, 0), "{name}");
            let shared = |length: usize| SharedCursor::new(&bytes[..length]);
            assert_eq!(read_whole_and_cut(shared(7), shared(6), $read_vlong), (0, 0), "{name}");
            let segmented = |length: usize| {
                SegmentedCursor::new(vec![bytes[..4].to_vec(), bytes[4..length].to_vec()])
            };
            assert_eq!(read_whole_and_cut(segmented(9), segmented(6), $read_vlong), (0, 0), "{name}");
        )+};
    }
    assert_nothing!(
        legacy::vlong_decode::read_vlong,
        control::vlong_decode::read_vlong,
        optimized::vlong_decode::read_vlong,
        merged_421::read_vlong,
        frontier::vlong_decode::read_vlong
    );

    let cases = benches::cases(benches::Scale::Full);
    let cases: Vec<_> = cases.iter().filter(|case| case.hot_path == "vlong_decode").collect();
    assert!(!cases.is_empty());
    for case in cases {
        for contender in &case.contenders {
            let (id, name) = (case.id(), contender.name);
            assert_eq!(per_pass(&id, name), (0, 0), "{id}: {name}");
        }
    }
}
