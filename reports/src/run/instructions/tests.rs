//! Versions of valgrind.

use super::is_new_enough;

#[test]
fn valgrind_from_3_19_on_will_do() {
    for (version, expected) in [
        ("3.19.0", true),
        ("3.22.0.GIT", true),
        ("4.0", true),
        ("3.20-rc1", true),
        ("3.18.1", false),
        ("2.90", false),
        ("", false),
        ("unknown", false),
    ] {
        assert_eq!(is_new_enough(version), expected, "{version}");
    }
}
