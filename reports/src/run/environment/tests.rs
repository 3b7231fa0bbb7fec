//! What is read from the system, and what is kept out of the record.

use super::*;

#[test]
fn absolute_paths_are_replaced_and_nothing_else_is() {
    for (text, expected) in [
        ("-C llvm-args=-align-all-functions=6", "-C llvm-args=-align-all-functions=6"),
        ("-L /home/somebody/lib -O", "-L <path> -O"),
        ("--remap-path-prefix=/home/me=/b", "--remap-path-prefix=<path>=<path>"),
        ("-C link-arg=-Wl,-rpath,/opt/x", "-C link-arg=-Wl,-rpath,<path>"),
        ("-L native=../lib/a", "-L native=../lib/a"),
        ("a/b", "a/b"),
        ("/", "<path>"),
        ("", ""),
    ] {
        assert_eq!(without_paths(text), expected);
    }
}

#[test]
fn cache_sizes_are_in_bytes() {
    for (size, expected) in
        [("32K", Some(32_768)), ("2M", Some(2_097_152)), ("64", Some(64)), ("", None), ("4X", None)]
    {
        assert_eq!(bytes(size), expected, "{size}");
    }
}

#[test]
fn the_processor_names_itself() {
    assert_eq!(cpu_model("processor\t: 0\nmodel name\t: A 9000: fast\n"), "A 9000: fast");
    assert_eq!(cpu_model("processor\t: 0\nCPU part\t: 0xd0c\n"), "0xd0c");
    assert_eq!(cpu_model(""), "unknown");
}
