#[global_allocator]
static ALLOCATOR: measure::dhat::Alloc = measure::dhat::Alloc;

fn main() -> std::process::ExitCode {
    measure::dhat::main(own_pair::cases())
}
