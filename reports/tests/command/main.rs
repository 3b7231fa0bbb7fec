//! The command from outside: arguments, files, exit codes. The measured package is `tests/measured`, whose bench
//! targets speak the protocol with figures made up in advance.

mod criterion;
mod gate;
mod instructions;
mod lab;
mod layouts;
mod manifests;
mod readers;
mod run;
mod scripts;
mod shards;
