//! The time that is left.

use std::time::Duration;

use super::message;

#[test]
fn time_left_follows_from_the_share_done() {
    let rows = [
        (0.0, 5, "a"),
        (0.5, 10, "a, about 10 s left"),
        (0.25, 60, "a, about 3 min left"),
        (1.0, 60, "a, about 0 s left"),
    ];
    for (share, seconds, expected) in rows {
        assert_eq!(message(share, Duration::from_secs(seconds), "a"), expected);
    }
}
