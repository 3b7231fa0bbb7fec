//! The instruction witness.

measure::callgrind_main!(benches::suite());
