fn main() -> std::process::ExitCode {
    measure::paired::main(own_pair::cases())
}
