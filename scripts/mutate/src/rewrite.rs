//! One source file with all its mutants in it, of which a number chooses one at run time.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::sites::{Kind, Site};

/// A mutant's number, above 0.
pub type Number = usize;

/// The file with all mutants but the dropped ones; `first` is the number of the first site's first mutant.
///
/// Each mutant stands on one line that its number ends, so that an error of the compiler tells which one it is.
pub fn rewritten(
    source: &str,
    sites: &[Site],
    first: Number,
    active: &str,
    dropped: impl Fn(Number) -> bool,
) -> String {
    let mut numbered: Vec<(&Site, Vec<(Number, &str)>)> = Vec::new();
    let mut number = first;
    for site in sites {
        let mut mutants = Vec::new();
        for mutant in &site.mutants {
            if !dropped(number) {
                mutants.push((number, mutant.as_str()));
            }
            number += 1;
        }
        if !mutants.is_empty() {
            numbered.push((site, mutants));
        }
    }
    // Several sites may cover the same bytes: the arms of one match.
    let mut expressions: BTreeMap<(usize, std::cmp::Reverse<usize>), Vec<(Number, &str)>> =
        BTreeMap::new();
    let mut starts: BTreeMap<usize, Vec<(Number, &str)>> = BTreeMap::new();
    for (site, mutants) in numbered {
        match site.kind {
            Kind::Expression => expressions
                .entry((site.bytes.start, std::cmp::Reverse(site.bytes.end)))
                .or_default()
                .extend(mutants),
            Kind::Start => starts.entry(site.bytes.end).or_default().extend(mutants),
        }
    }
    let expressions: Vec<(Range<usize>, Vec<(Number, &str)>)> = expressions
        .into_iter()
        .map(|((start, end), mutants)| (start..end.0, mutants))
        .collect();
    let mut writer = Writer { source, active, starts, out: String::new() };
    writer.write(0..source.len(), &expressions);
    writer.out
}

struct Writer<'a> {
    source: &'a str,
    active: &'a str,
    starts: BTreeMap<usize, Vec<(Number, &'a str)>>,
    out: String,
}

impl<'a> Writer<'a> {
    /// Writes a range of the source whose outermost expressions come first in `expressions`.
    fn write(&mut self, range: Range<usize>, expressions: &[(Range<usize>, Vec<(Number, &'a str)>)]) {
        let mut at = range.start;
        let mut index = 0;
        while index < expressions.len() {
            let (bytes, mutants) = &expressions[index];
            let inner = expressions[index + 1..]
                .iter()
                .take_while(|(other, _)| other.start < bytes.end)
                .count();
            self.copy(at..bytes.start);
            // A match is a statement without a semicolon where an expression in parentheses is not.
            let is_match = self.source[bytes.clone()].starts_with("match");
            self.out.push_str(if is_match { "match " } else { "(match " });
            self.out.push_str(self.active);
            self.out.push_str(" {\n");
            for (number, mutant) in mutants {
                self.out.push_str(&format!("{number} => {{ {mutant} }} /*M{number}*/\n"));
            }
            self.out.push_str("_ => {");
            self.write(bytes.clone(), &expressions[index + 1..=index + inner]);
            self.out.push_str(if is_match { "}\n}" } else { "}\n})" });
            at = bytes.end;
            index += 1 + inner;
        }
        self.copy(at..range.end);
    }

    /// Copies source as it is, and what stands at the start of a function.
    fn copy(&mut self, range: Range<usize>) {
        let mut at = range.start;
        let starts: Vec<usize> =
            self.starts.range(range.clone()).map(|(&start, _)| start).collect();
        for start in starts {
            self.out.push_str(&self.source[at..start]);
            for (number, mutant) in self.starts.remove(&start).unwrap_or_default() {
                let active = self.active;
                self.out.push_str(&format!("\nif {active} == {number} {{ {mutant}; }} /*M{number}*/"));
            }
            self.out.push('\n');
            at = start;
        }
        self.out.push_str(&self.source[at..range.end]);
    }
}
