//! Criterion's face on the same cases.

fn main() -> std::process::ExitCode {
    measure::criterion::main(benches::suite())
}
