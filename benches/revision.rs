//! This revision of the package as a library, for `hotpair run --base`.
#![allow(unsafe_code, reason = "a symbol that is found by its name")]

measure::export_revision!(benches::suite());
