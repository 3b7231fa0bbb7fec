//! What an operation came to: a value, a fault, or a panic where Java's array access throws.

use std::panic::{AssertUnwindSafe, catch_unwind};

use common::fault::Fault;
use serde_json::Value;

use crate::replay::Difference;

/// The result of one operation, as the files write it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outcome {
    /// It came to an end; `Null` if it returns nothing.
    Value(Value),
    /// An error of this kind.
    Failed(&'static str),
    /// A panic that is none of Java's exceptions.
    Panicked(String),
}

impl Outcome {
    /// Runs an operation and catches what it throws.
    pub(super) fn of<T: Into<Value>>(operation: impl FnOnce() -> Result<T, Fault>) -> Outcome {
        match catch_unwind(AssertUnwindSafe(operation)) {
            Ok(Ok(value)) => Outcome::Value(value.into()),
            Ok(Err(fault)) => Outcome::Failed(kind(fault)),
            Err(payload) => {
                let message =
                    payload.downcast::<String>().map_or_else(|_| String::new(), |text| *text);
                // Only an index: an overflow or a failed expectation would be a defect of the port.
                if message.starts_with("index out of bounds") {
                    Outcome::Failed("index_out_of_bounds")
                } else {
                    Outcome::Panicked(message)
                }
            }
        }
    }

    /// What a file expects: an exception object, or a value.
    pub(super) fn expected(value: &Value) -> Result<Outcome, Difference> {
        let Some(error) = value.get("error") else { return Ok(Outcome::Value(value.clone())) };
        let kinds =
            ["index_out_of_bounds", "negative_array_size", "illegal_argument", "null_pointer"];
        let kind = kinds.into_iter().find(|kind| error == kind);
        kind.map(Outcome::Failed).ok_or_else(|| Difference::new("exception", kinds, error))
    }
}

fn kind(fault: Fault) -> &'static str {
    match fault {
        Fault::IndexOutOfBounds => "index_out_of_bounds",
        Fault::NegativeArraySize => "negative_array_size",
        Fault::IllegalArgument => "illegal_argument",
        Fault::NullPointer => "null_pointer",
        _ => "none of a null map's",
    }
}
