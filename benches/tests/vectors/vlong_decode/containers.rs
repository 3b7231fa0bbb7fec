//! The containers of the README, and every way to cut bytes into segments.

use common::vlong::cursor::SegmentedCursor;

/// Bytes that exist behind the limit where the case names none.
const BEHIND: u8 = 0xa5;

/// Segments of these lengths over `bytes`, of which `limit` are readable; what is left is one more segment.
pub(super) fn segmented(bytes: &[u8], lengths: &[usize]) -> SegmentedCursor {
    SegmentedCursor::new(cut(bytes, lengths))
}

/// The same with a last segment that is longer than its limit.
pub(super) fn segmented_limited(bytes: &[u8], limit: usize, lengths: &[usize]) -> SegmentedCursor {
    let mut segments = cut(&bytes[..limit], lengths);
    let behind = bytes[limit..].iter().copied().chain([BEHIND; 9]);
    match segments.last_mut() {
        Some(last) => last.extend(behind),
        None => segments.push(behind.collect()),
    }
    SegmentedCursor::with_limit(segments, limit)
}

fn cut(bytes: &[u8], lengths: &[usize]) -> Vec<Vec<u8>> {
    let mut rest = bytes;
    let mut segments = Vec::new();
    for &length in lengths {
        let (segment, after) = rest.split_at(length.min(rest.len()));
        segments.push(segment.to_vec());
        rest = after;
    }
    if !rest.is_empty() {
        segments.push(rest.to_vec());
    }
    segments
}

/// The lengths of all segmentations of `total` bytes into at most `most` non-empty segments.
pub(super) fn segmentations(total: usize, most: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![total]];
    if most > 1 {
        for first in 1..total {
            for mut others in segmentations(total - first, most - 1) {
                others.insert(0, first);
                all.push(others);
            }
        }
    }
    all
}
