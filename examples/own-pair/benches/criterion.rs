fn main() -> std::process::ExitCode {
    measure::criterion::main(own_pair::cases())
}
