//! What a caller can observe of one pass over the input, small enough to keep and to print.

use std::fmt;

/// The values that an operation returned: how many, the first few, and a digest of all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    count: u64,
    first: Vec<u64>,
    digest: u64,
}

/// So many values are kept as they are, to make a difference readable.
const KEPT: usize = 8;

impl Answer {
    /// No values yet.
    pub fn new() -> Answer {
        // The offset basis of FNV-1a: any fixed number would do, this one is in every table.
        Answer { count: 0, first: Vec::new(), digest: 0xcbf2_9ce4_8422_2325 }
    }

    /// Adds one value.
    pub fn push(&mut self, value: u64) {
        self.mix(value);
        if self.first.len() < KEPT {
            self.first.push(value);
        }
        self.count += 1;
    }

    /// Adds another answer as a whole: its digest and its count become part of this one.
    pub fn merge(&mut self, other: &Answer) {
        for value in &other.first {
            if self.first.len() < KEPT {
                self.first.push(*value);
            }
        }
        self.mix(other.count);
        self.mix(other.digest);
        self.count += other.count;
    }

    fn mix(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.digest = (self.digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The digest as a number.
    #[cfg(feature = "base")]
    pub(crate) fn digest_word(&self) -> u64 {
        self.digest
    }

    /// FNV-1a over the values as little-endian words, in sixteen hexadecimal digits.
    pub fn digest(&self) -> String {
        format!("{:016x}", self.digest)
    }
}

impl Default for Answer {
    fn default() -> Answer {
        Answer::new()
    }
}

impl Extend<u64> for Answer {
    fn extend<I: IntoIterator<Item = u64>>(&mut self, values: I) {
        values.into_iter().for_each(|value| self.push(value));
    }
}

impl FromIterator<u64> for Answer {
    fn from_iter<I: IntoIterator<Item = u64>>(values: I) -> Answer {
        let mut answer = Answer::new();
        answer.extend(values);
        answer
    }
}

impl From<u64> for Answer {
    fn from(value: u64) -> Answer {
        Answer::from_iter([value])
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = if self.count > KEPT as u64 { ", ..." } else { "" };
        let first: Vec<String> = self.first.iter().map(u64::to_string).collect();
        write!(f, "{} values [{}{more}] digest {}", self.count, first.join(", "), self.digest())
    }
}
