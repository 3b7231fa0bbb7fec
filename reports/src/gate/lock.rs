//! The lock of counts: bytes and blocks per operation, per case and contender, exact.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use measure::record::{CaseRecord, Measurement, Run, Witness};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::run;

/// The lock's file name, beside the manifest.
pub const LOCK: &str = "counts.lock.json";

const SCHEMA: &str = "hotpair.counts";
const VERSION: u32 = 1;

/// The counts that were recorded on purpose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lock {
    /// `hotpair.counts`.
    pub schema: String,
    /// Version of the format.
    pub version: u32,
    /// Case to contender to its counts.
    pub counts: BTreeMap<String, BTreeMap<String, Counts>>,
}

/// The counts of one contender on one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Bytes per operation.
    pub bytes: Count,
    /// Blocks per operation.
    pub blocks: Count,
}

/// An exact count per operation: a number, or numerator and denominator where the division leaves a remainder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Count {
    /// No remainder.
    Whole(u64),
    /// In lowest terms.
    Fraction(u64, u64),
}

/// What an update of the lock changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The case.
    pub case: String,
    /// The contender.
    pub contender: String,
    /// Before; `None`: new.
    pub before: Option<Counts>,
    /// After; `None`: gone from the catalogue.
    pub after: Option<Counts>,
}

impl Lock {
    /// A lock that holds nothing.
    pub fn empty() -> Lock {
        Lock { schema: SCHEMA.to_owned(), version: VERSION, counts: BTreeMap::new() }
    }

    /// Reads the lock in a folder.
    ///
    /// # Errors
    ///
    /// There is none, it is damaged, or of another version.
    pub fn read(folder: &Path) -> Result<Lock, Failure> {
        let text = std::fs::read_to_string(folder.join(LOCK)).map_err(|error| {
            Failure::cannot(format!("{LOCK}: {error}"))
                .hint("`hotpair gate --update RUN.json` records the counts of a run")
        })?;
        let lock: Lock = serde_json::from_str(&text)
            .map_err(|error| Failure::cannot(format!("{LOCK}: {error}")))?;
        if lock.schema != SCHEMA || lock.version != VERSION {
            return Err(Failure::cannot(format!(
                "{LOCK}: is {} version {}",
                lock.schema, lock.version
            )));
        }
        Ok(lock)
    }

    /// Writes the lock into a folder.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), Failure> {
        run::write_json(&folder.join(LOCK), self)
    }

    /// Takes over what a run counted, and forgets what the catalogue no longer has; cases that the run left out stay.
    pub fn update(&mut self, run: &Run) -> Vec<Change> {
        let before = self.counts.clone();
        let catalogue: BTreeSet<&String> = run.plan.catalogue.iter().collect();
        self.counts.retain(|case, _| catalogue.contains(case));
        for case in &run.cases {
            let counted = counts_of(case);
            if !counted.is_empty() {
                self.counts.insert(case.id.clone(), counted);
            }
        }
        changes(&before, &self.counts)
    }
}

/// The counts of everybody whom the byte witness saw.
pub(super) fn counts_of(case: &CaseRecord) -> BTreeMap<String, Counts> {
    let counted = case.contenders.iter().filter_map(|contender| {
        let count = |witness| Some(Count::of(contender.witnesses.get(&witness)?));
        let (bytes, blocks) = (count(Witness::AllocatedBytes)?, count(Witness::AllocatedBlocks)?);
        Some((contender.name.clone(), Counts { bytes, blocks }))
    });
    counted.collect()
}

type Table = BTreeMap<String, BTreeMap<String, Counts>>;

fn changes(before: &Table, after: &Table) -> Vec<Change> {
    let rows = |table: &Table| -> BTreeSet<(String, String)> {
        let rows = table.iter().flat_map(|(case, row)| row.keys().map(move |name| (case, name)));
        rows.map(|(case, name)| (case.clone(), name.clone())).collect()
    };
    let all: BTreeSet<_> = rows(before).union(&rows(after)).cloned().collect();
    let changes = all.into_iter().map(|(case, contender)| {
        let find = |table: &Table| table.get(&case).and_then(|row| row.get(&contender)).copied();
        Change { before: find(before), after: find(after), case, contender }
    });
    changes.filter(|change| change.before != change.after).collect()
}

impl Count {
    /// The count that a measurement holds.
    pub fn of(figure: &Measurement) -> Count {
        match figure.exact {
            Some((total, operations)) if operations > 0 => {
                let common = greatest_common_divisor(total, operations);
                match (total / common, operations / common) {
                    (whole, 1) => Count::Whole(whole),
                    (total, operations) => Count::Fraction(total, operations),
                }
            }
            // A count without a remainder is stored as its value; up to 2^53 nothing is lost.
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a whole count"
            )]
            _ => Count::Whole(figure.value.round() as u64),
        }
    }

    /// Whether it exceeds another by more than `most` per operation.
    pub fn exceeds(self, other: Count, most: u64) -> bool {
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        a * d > (c + u128::from(most) * d) * b
    }

    /// Whether it is less than so many times another.
    pub fn is_less_than(self, times: u64, other: Count) -> bool {
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        a * d < u128::from(times) * c * b
    }

    fn parts(self) -> (u128, u128) {
        match self {
            Count::Whole(whole) => (whole.into(), 1),
            Count::Fraction(total, operations) => (total.into(), operations.max(1).into()),
        }
    }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Count::Whole(whole) => write!(f, "{whole}"),
            Count::Fraction(total, operations) => write!(f, "{total}/{operations}"),
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} B in {} blocks", self.bytes, self.blocks)
    }
}
