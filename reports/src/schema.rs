//! The JSON Schema of the run file: generated from the types, committed, and held against a run.

use std::path::Path;

use measure::record::Run;
use serde_json::Value;

use crate::sample;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/schema/run.schema.json");
const UPDATE: &str = "HOTPAIR_UPDATE_SCHEMA";

fn generated() -> String {
    let mut schema = schemars::schema_for!(Run);
    schema.insert("title".into(), "A run of hotpair".into());
    let mut schema = serde_json::to_value(schema).expect("JSON");
    refuse_null(&mut schema);
    let mut text = serde_json::to_string_pretty(&schema).expect("JSON");
    text.push('\n');
    text
}

/// A missing value of a run is absent, never `null`, which the types alone would let pass.
fn refuse_null(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::Array(types)) = fields.get_mut("type") {
                types.retain(|name| name != "null");
                if let [only] = types.as_slice() {
                    let only = only.clone();
                    fields.insert("type".into(), only);
                }
            }
            if let Some(Value::Array(choices)) = fields.get_mut("anyOf") {
                choices.retain(|choice| choice["type"] != "null");
            }
            fields.values_mut().for_each(refuse_null);
        }
        Value::Array(items) => items.iter_mut().for_each(refuse_null),
        _ => {}
    }
}

fn committed() -> Value {
    let text = std::fs::read_to_string(FILE).expect("the committed schema");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn the_committed_schema_is_the_one_of_the_types() {
    let generated = generated();
    if std::env::var_os(UPDATE).is_some_and(|value| value == "1") {
        std::fs::create_dir_all(Path::new(FILE).parent().expect("a folder")).expect("a folder");
        std::fs::write(FILE, &generated).expect("written");
    }
    let committed = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(
        committed == generated,
        "reports/schema/run.schema.json is not what the types say; \
         write it anew with {UPDATE}=1 cargo test -p reports --lib schema"
    );
}

#[test]
fn every_sample_run_is_valid() {
    let validator = jsonschema::validator_for(&committed()).expect("a schema");
    let mut runs = vec![sample::without_instructions(), sample::hostile(), sample::empty()];
    runs.extend([sample::run(), sample::relinked()]);
    runs.extend(sample::shards(3));
    let named = sample::shards(3).into_iter().map(|shard| (String::new(), shard)).collect();
    runs.push(crate::shards::join(named).expect("shards of one run"));
    for run in runs {
        let value = serde_json::to_value(&run).expect("JSON");
        let errors: Vec<_> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
}

type Edit = fn(&mut Value);

#[test]
fn what_is_no_run_is_not_valid() {
    let validator = jsonschema::validator_for(&committed()).expect("a schema");
    let value = serde_json::to_value(sample::run()).expect("JSON");
    let edits: [Edit; 7] = [
        |run| run["cases"][0]["comparisons"][0]["ratio"] = Value::Null,
        |run| run["environment"]["commit"] = Value::Null,
        |run| run["complete"] = Value::Null,
        |run| run["surprise"] = 1.into(),
        |run| run["cases"][0]["contenders"][0]["witnesses"]["cpu_time"]["unit"] = "us".into(),
        |run| run["cases"][0]["comparisons"][0]["verdict"] = "great".into(),
        |run| drop(run["environment"].as_object_mut().expect("an object").remove("kernel")),
    ];
    for (at, edit) in edits.into_iter().enumerate() {
        let mut wrong = value.clone();
        edit(&mut wrong);
        assert!(!validator.is_valid(&wrong), "edit {at}");
    }
}
