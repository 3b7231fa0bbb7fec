use super::*;

fn parsed(arguments: &str) -> Result<Request, String> {
    parse(arguments.split_whitespace().map(str::to_owned))
}

fn bench(filters: &[&str], quick: bool) -> Request {
    Request::Bench { filters: filters.iter().map(|&filter| filter.into()).collect(), quick }
}

#[test]
fn flags_of_criterion_are_known_to_every_target() {
    assert_eq!(parsed("--bench"), Ok(bench(&[], false)));
    assert_eq!(parsed("--bench --quick prefix"), Ok(bench(&["prefix"], true)));
    assert_eq!(parsed("--bench --save-baseline main --noplot chain"), Ok(bench(&["chain"], false)));
    assert_eq!(parsed("--bench --sample-size=10 copy"), Ok(bench(&["copy"], false)));
}

// B07
#[test]
fn an_unknown_flag_is_refused_by_name() {
    assert_eq!(parsed("--bench --frobnicate"), Err("unknown flag --frobnicate".into()));
    assert!(parsed("--bench --sample-size").is_err());
    assert!(parsed("--job x").is_err());
}

// B03
#[test]
fn without_bench_everything_runs_once_and_nothing_is_measured() {
    assert_eq!(parsed(""), Ok(Request::Test));
    assert_eq!(parsed("--bench --test"), Ok(Request::Test));
}

#[test]
fn jobs_catalogue_and_list() {
    let job = Request::Job { job: "a.json".into(), out: "b.json".into() };
    assert_eq!(parsed("--job a.json --out b.json"), Ok(job));
    assert_eq!(parsed("--catalogue"), Ok(Request::Catalogue));
    assert_eq!(parsed("--bench --list"), Ok(Request::List));
    assert_eq!(parsed("--bench --help"), Ok(Request::Help));
}
