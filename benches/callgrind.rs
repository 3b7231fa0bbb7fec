//! The instruction witness.

#![expect(missing_docs, reason = "gungraun's macros expand to public items without any")]

measure::callgrind_main!(benches::suite());
