//! The time witness, and the catalogue.

fn main() -> std::process::ExitCode {
    measure::paired::main(benches::suite())
}
