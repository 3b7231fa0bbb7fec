//! Callgrind's driver as a target of this package, so that no separate installation can be of another version.

fn main() -> std::process::ExitCode {
    match gungraun_runner::runner::run::run() {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::ExitCode::from(2)
        }
    }
}
