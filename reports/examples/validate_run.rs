//! Validates run files against the JSON Schema that the record types generate: `validate_run RUN.json...`.

use std::process::ExitCode;

use measure::record::Run;

fn main() -> ExitCode {
    let schema = serde_json::to_value(schemars::schema_for!(Run)).expect("a schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("a generated schema is valid");
    let mut valid = true;
    let mut files = std::env::args_os().skip(1).peekable();
    if files.peek().is_none() {
        eprintln!("error: no run file is given");
        return ExitCode::from(2);
    }
    for file in files {
        let name = file.to_string_lossy().into_owned();
        let read = std::fs::read_to_string(&file).map_err(|error| error.to_string());
        match read.and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string())) {
            Ok(run) => {
                let errors: Vec<String> = validator
                    .iter_errors(&run)
                    .map(|error| format!("{}: {error}", error.instance_path()))
                    .collect();
                for error in &errors {
                    eprintln!("error: {name}: {error}");
                }
                valid &= errors.is_empty();
            }
            Err(error) => {
                eprintln!("error: {name}: {error}");
                valid = false;
            }
        }
    }
    if valid { ExitCode::SUCCESS } else { ExitCode::from(2) }
}
