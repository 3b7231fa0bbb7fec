//! The command from outside: arguments, files, exit codes. The measured package is `tests/measured`, whose bench
//! targets speak the protocol with figures made up in advance.

mod gate;
mod lab;
mod layouts;
mod readers;
mod run;
mod shards;
