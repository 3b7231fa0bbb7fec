//! Every case falls to one part, curves stay whole, and the parts are about equally heavy.

use measure::record::Origin;

use super::*;
use crate::run::plan::tests::{case, catalogue};

fn ids<'c>(cases: &[&'c CatalogueCase]) -> Vec<&'c str> {
    cases.iter().map(|case| case.id.as_str()).collect()
}

#[test]
fn a_part_is_told_by_two_numbers() {
    assert_eq!("2/4".parse(), Ok(Part { number: 2, of: 4 }));
    assert_eq!("1/1".parse(), Ok(Part { number: 1, of: 1 }));
    for wrong in
        ["", "2", "0/4", "5/4", "1/0", "a/4", "1/b", "1/2/3", "-1/2", " 1/2", "99999999999/9"]
    {
        assert!(wrong.parse::<Part>().is_err(), "{wrong}");
    }
}

#[test]
fn every_case_is_in_exactly_one_part_and_in_its_old_order() {
    let names: Vec<String> = (0..29).map(|at| format!("p/w{at}/size={}", at % 5)).collect();
    let catalogue = catalogue(names.iter().map(|id| case(id, Origin::Ticket, false)).collect());
    let selected: Vec<&CatalogueCase> = catalogue.cases.iter().collect();
    for of in [1, 2, 3, 7, 29] {
        let mut seen = Vec::new();
        for number in 1..=of {
            let own = share(Part { number, of }, &selected, |_| 1.0).unwrap();
            let again = share(Part { number, of }, &selected, |_| 1.0).unwrap();
            assert_eq!(ids(&own), ids(&again));
            let positions: Vec<usize> =
                own.iter().map(|one| names.iter().position(|id| *id == one.id).unwrap()).collect();
            assert!(positions.is_sorted(), "{positions:?}");
            seen.extend(positions);
        }
        seen.sort_unstable();
        assert_eq!(seen, (0..29).collect::<Vec<_>>(), "{of}");
    }
}

#[test]
fn the_sizes_of_a_curve_stay_together_and_other_parameters_make_other_curves() {
    let catalogue = catalogue(vec![
        case("p/copy/n=8", Origin::Growth, false),
        case("p/copy/n=1000", Origin::Ticket, true),
        case("p/copy/n=8/drop=outside", Origin::Ticket, false),
        case("q/copy/n=8", Origin::Growth, false),
        case("p/copy/n=64", Origin::Growth, false),
    ]);
    let selected: Vec<&CatalogueCase> = catalogue.cases.iter().collect();
    let parts: Vec<Vec<&str>> = (1..=3)
        .map(|number| ids(&share(Part { number, of: 3 }, &selected, |_| 1.0).unwrap()))
        .collect();
    assert_eq!(parts[0], ["p/copy/n=8", "p/copy/n=1000", "p/copy/n=64"]);
    assert_eq!(parts[1], ["p/copy/n=8/drop=outside"]);
    assert_eq!(parts[2], ["q/copy/n=8"]);
}

#[test]
fn parts_are_about_equally_heavy() {
    let names: Vec<String> = (0..40).map(|at| format!("p/w{at}")).collect();
    let catalogue = catalogue(names.iter().map(|id| case(id, Origin::Ticket, false)).collect());
    let selected: Vec<&CatalogueCase> = catalogue.cases.iter().collect();
    // Every eighth case is ten times as much work as the others.
    let work = |case: &CatalogueCase| {
        let at: u32 = case.workload[1..].parse().unwrap();
        if at.is_multiple_of(8) { 10.0 } else { 1.0 }
    };
    let heavy = |number| -> f64 {
        share(Part { number, of: 4 }, &selected, work).unwrap().into_iter().map(work).sum()
    };
    let weights: Vec<f64> = (1..=4).map(heavy).collect();
    assert!((weights.iter().sum::<f64>() - 85.0).abs() < 1e-9, "{weights:?}");
    assert!(weights.iter().all(|weight| (20.0..=22.0).contains(weight)), "{weights:?}");
}

#[test]
fn more_parts_than_groups_are_refused_for_every_part() {
    let catalogue = catalogue(vec![
        case("p/a/n=1", Origin::Ticket, true),
        case("p/a/n=2", Origin::Ticket, false),
        case("p/b", Origin::Ticket, false),
    ]);
    let selected: Vec<&CatalogueCase> = catalogue.cases.iter().collect();
    for number in 1..=3 {
        let refused = share(Part { number, of: 3 }, &selected, |_| 1.0).unwrap_err();
        let expected = format!("--shard {number}/3: the selection falls into 2 parts at most");
        assert_eq!(refused.message, expected);
    }
}
