//! Replays `BTree.build`, its Builder, its transformation and its look-ups.
//!
//! What is recorded of `legacy` binds the crate `legacy`, `even_split` binds `optimized` and, but for the shape of rebuilt
//! trees, `frontier`, `seed_2017` the revision of that name. No file here is for information only; `BTree.update` is in none of them.

mod build;
mod builder;
mod compare;
mod contenders;
mod facts;
mod find;
mod transform;

use serde_json::{Map, Value};

use self::compare::{bound_revisions, compare_case};
use self::contenders::{Seed2017, Upstream};
use crate::replay::{Difference, Steps};

/// Replays one case of this hot path.
pub(crate) fn replay(topic: &str, _file: &Value, case: &Value) -> Result<Steps, Difference> {
    let mut steps = 0;
    for revision in bound_revisions(case)? {
        steps += match revision {
            "legacy" => replay_on::<contenders::Legacy>(topic, case),
            "even_split" => replay_on::<contenders::EvenSplit>(topic, case)
                .and_then(|steps| Ok(steps + replay_on::<contenders::Frontier>(topic, case)?)),
            "seed_2017" => replay_on::<Seed2017>(topic, case),
            other => Err(Difference::new("revisions", "a revision of the README", other)),
        }?;
    }
    Ok(steps)
}

fn replay_on<T: Upstream>(topic: &str, case: &Value) -> Result<Steps, Difference> {
    let input = &case["in"];
    let outputs: Vec<Map<String, Value>> = match topic {
        "constants" => vec![build::constants::<T>(input)?],
        "build_shape" => vec![build::shape::<T>(input)?],
        "build_source" => build::source::<T>(input)?,
        "builder" => vec![builder::run::<T>(input)?],
        "transform_and_filter" => vec![transform::run::<T>(input)?],
        "find" => vec![find::run::<T>(input)?],
        "errors" => vec![build::errors::<T>(input)?],
        other => return Err(Difference::new("topic", "a topic of the README", other)),
    };
    let mut steps = 0;
    for output in outputs {
        steps += compare_case(case, T::REVISION, T::UNBOUND, &output)?;
    }
    Ok(steps)
}
