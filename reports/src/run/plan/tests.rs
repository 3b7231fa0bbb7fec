//! Who is timed and counted on which case.

use serde_json::{Value, json};

use super::*;
use crate::run::WITNESSES;

const ALL_ROLES: [Role; 8] = [
    Role::Legacy,
    Role::Optimized,
    Role::Revision,
    Role::Frontier,
    Role::Peer,
    Role::Limit,
    Role::Control,
    Role::Variant,
];

pub(crate) fn case(id: &str, origin: Origin, headline: bool) -> CatalogueCase {
    let mut parts = id.split('/');
    let mut next = || parts.next().unwrap().to_owned();
    let (hot_path, workload) = (next(), next());
    let pairs = parts.filter_map(|part| part.split_once('='));
    let value = |text: &str| text.parse::<u64>().map_or_else(|_| json!(text), Value::from);
    let contender = |role: Role| CatalogueContender { name: role.to_string(), role };
    CatalogueCase {
        id: id.to_owned(),
        hot_path,
        workload,
        parameters: pairs.map(|(name, text)| (name.to_owned(), value(text))).collect(),
        origin,
        headline,
        learnable: false,
        workload_version: 1,
        operations: 1,
        pass: 1,
        counted_passes: 1,
        contenders: ALL_ROLES.map(contender).into(),
    }
}

pub(crate) fn catalogue(cases: Vec<CatalogueCase>) -> Catalogue {
    Catalogue {
        schema: measure::record::CATALOGUE_SCHEMA.into(),
        version: measure::record::CATALOGUE_VERSION,
        cases,
        stories: Vec::new(),
        claims: Vec::new(),
    }
}

fn plan_of(catalogue: &Catalogue, witness: Witness) -> BTreeMap<String, Vec<String>> {
    let selected: Vec<&CatalogueCase> = catalogue.cases.iter().collect();
    let plan = plan(catalogue, &selected, &[witness], Vec::new(), Extent::Usual);
    plan.cases.into_iter().map(|case| (case.id, case.contenders[&witness].clone())).collect()
}

#[test]
fn the_time_goes_where_the_answers_are_wanted() {
    let catalogue = catalogue(vec![
        case("p/headline/n=65536", Origin::Ticket, true),
        case("p/plain/n=10", Origin::Ticket, false),
        case("p/real_a/n=5000", Origin::Real, false),
        case("p/real_b/n=5001", Origin::Real, false),
        case("p/real_c", Origin::Real, false),
        case("p/size/n=8", Origin::Growth, false),
    ]);
    let ranked = ["legacy", "optimized", "frontier"].as_slice();
    let all =
        ["legacy", "optimized", "revision", "frontier", "peer", "limit", "control", "variant"];
    let others = ["legacy", "optimized", "revision", "frontier", "peer", "limit", "variant"];
    let planned = plan_of(&catalogue, Witness::CpuTime);
    for (id, names) in [
        ("p/headline/n=65536", all.as_slice()),
        ("p/plain/n=10", ranked),
        ("p/real_a/n=5000", &others),
        ("p/real_b/n=5001", ranked),
        ("p/real_c", &others),
        ("p/size/n=8", ranked),
    ] {
        assert_eq!(planned[id], names, "{id}");
    }
}

#[test]
fn everybody_but_the_control_is_counted_everywhere() {
    let catalogue =
        catalogue(vec![case("p/a/n=1", Origin::Growth, false), case("p/b", Origin::Ticket, true)]);
    for names in plan_of(&catalogue, Witness::AllocatedBytes).values() {
        assert_eq!(names.len(), ALL_ROLES.len() - 1);
        assert!(!names.iter().any(|name| name == "control"));
    }
}

#[test]
fn instructions_of_a_million_are_left_to_long_runs() {
    let catalogue = catalogue(vec![
        case("p/a/n=100000", Origin::Ticket, false),
        case("p/a/n=1000000", Origin::Ticket, false),
    ]);
    let selected: Vec<&CatalogueCase> = catalogue.cases.iter().collect();
    let counted = |extent| -> Vec<bool> {
        let plan = plan(&catalogue, &selected, &WITNESSES, Vec::new(), extent);
        let cases = plan.cases.iter();
        cases.map(|case| case.contenders.contains_key(&Witness::Instructions)).collect()
    };
    assert_eq!(counted(Extent::Usual), [true, false]);
    assert_eq!(counted(Extent::Long), [true, true]);
}

#[test]
fn a_hot_path_without_a_selected_headline_case_is_controlled_on_its_first_case() {
    let catalogue = catalogue(vec![
        case("p/size/n=8", Origin::Growth, false),
        case("p/a", Origin::Ticket, false),
        case("p/b", Origin::Ticket, false),
        case("q/a", Origin::Ticket, false),
        case("q/b", Origin::Ticket, true),
    ]);
    let planned = plan_of(&catalogue, Witness::CpuTime);
    let controlled: Vec<&str> = planned
        .iter()
        .filter(|(_, names)| names.iter().any(|name| name == "control"))
        .map(|(id, _)| id.as_str())
        .collect();
    assert_eq!(controlled, ["p/a", "q/b"]);
}

#[test]
fn a_contender_that_a_claim_is_about_is_timed_where_the_claim_looks() {
    let mut catalogue =
        catalogue(vec![case("p/a", Origin::Ticket, false), case("p/b", Origin::Ticket, false)]);
    catalogue.claims.push(
        serde_json::from_value(json!({
            "id": "c", "hot_path": "p", "text": "", "published": "", "java_elsewhere": "",
            "cases": ["p/a"], "contender": "revision", "witness": "cpu_time", "remark": "",
            "expectation": {"kind": "ratio", "published": 2.0, "low": 1.0, "high": 3.0},
        }))
        .unwrap(),
    );
    let planned = plan_of(&catalogue, Witness::CpuTime);
    assert_eq!(planned["p/a"], ["legacy", "optimized", "revision", "frontier", "control"]);
    assert_eq!(planned["p/b"], ["legacy", "optimized", "frontier"]);
}

#[test]
fn sizes_of_a_curve_become_units_without_a_verdict_and_the_rest_comparisons() {
    let catalogue = catalogue(vec![
        case("p/a", Origin::Ticket, false),
        case("p/size/n=8", Origin::Growth, false),
    ]);
    let selected: Vec<&CatalogueCase> = catalogue.cases.iter().collect();
    let plan = plan(&catalogue, &selected, &[Witness::CpuTime], Vec::new(), Extent::Usual);
    let job = paired_job(&plan, &selected, 7);
    assert_eq!(job.one_unit, ["p/size/n=8"]);
    assert_eq!(job.comparisons["p/a"], ["optimized", "frontier", "control"]);
    assert_eq!((job.comparisons.len(), job.seed), (1, 7));
    assert!(byte_job(&plan, &selected).contenders.is_empty());
}

#[test]
fn a_case_that_nobody_times_has_its_answers_checked() {
    let catalogue = catalogue(vec![
        case("p/a", Origin::Ticket, false),
        case("p/size/n=8", Origin::Growth, false),
    ]);
    let selected: Vec<&CatalogueCase> = catalogue.cases.iter().collect();
    let plan = plan(&catalogue, &selected, &[Witness::AllocatedBytes], Vec::new(), Extent::Usual);
    let job = paired_job(&plan, &selected, 7);
    let expected = ["p/a", "p/size/n=8"].map(|id| (id.to_owned(), Vec::new()));
    assert_eq!(job.comparisons, BTreeMap::from(expected));
}

#[test]
fn a_contender_alone_is_counted_and_not_timed() {
    let mut alone = case("p/a", Origin::Ticket, true);
    alone.contenders.truncate(1);
    let catalogue = catalogue(vec![alone]);
    let selected: Vec<&CatalogueCase> = catalogue.cases.iter().collect();
    let witnesses = [Witness::CpuTime, Witness::AllocatedBytes];
    let plan = plan(&catalogue, &selected, &witnesses, Vec::new(), Extent::Usual);
    let expected = BTreeMap::from([(Witness::AllocatedBytes, vec!["legacy".to_owned()])]);
    assert_eq!(plan.cases[0].contenders, expected);
}

#[test]
fn a_long_run_times_everybody_everywhere_and_counts_all_but_the_control() {
    let catalogue = catalogue(vec![
        case("p/plain/n=10", Origin::Ticket, false),
        case("p/real/n=5001", Origin::Real, false),
        case("p/size/n=8", Origin::Growth, false),
    ]);
    let selected: Vec<&CatalogueCase> = catalogue.cases.iter().collect();
    let witnesses = [Witness::CpuTime, Witness::Instructions, Witness::AllocatedBytes];
    let plan = plan(&catalogue, &selected, &witnesses, Vec::new(), Extent::Long);
    assert!(plan.long);
    for case in &plan.cases {
        assert_eq!(case.contenders[&Witness::CpuTime].len(), ALL_ROLES.len(), "{}", case.id);
        for witness in &witnesses[1..] {
            let counted = &case.contenders[witness];
            assert_eq!(counted.len(), ALL_ROLES.len() - 1, "{}", case.id);
            assert!(!counted.iter().any(|name| name == "control"));
        }
    }
    let job = paired_job(&plan, &selected, 7);
    assert_eq!(job.one_unit, Vec::<String>::new(), "sizes of a curve get a verdict, too");
    assert!(job.comparisons.values().all(|names| names.len() == ALL_ROLES.len() - 1));
}
