//! Instructions, bytes and blocks of the base, beside those that the run counted of this revision.

use std::collections::BTreeMap;

use measure::record::{
    BaseCount, ByteJob, ByteResult, CaseRecord, CatalogueCase, CountEntry, Progress, Witness,
};

use super::{Compared, Revisions};
use crate::failure::Failure;
use crate::run::instructions::{self, InstructionCount};
use crate::run::join;

impl Revisions {
    /// Counts the base's instructions of what the head's were counted of.
    ///
    /// # Errors
    ///
    /// The base does not build, or valgrind fails on it.
    pub(in crate::run) fn count_instructions(
        &self,
        compared: &mut Compared,
        selected: &[&CatalogueCase],
        counted: &[InstructionCount],
        report: impl FnMut(usize),
    ) -> Result<(), Failure> {
        let target = instructions::TARGET;
        if !self.package.benches.contains(target) {
            compared.missing.push(format!("instructions: the base has no bench target `{target}`"));
            return Ok(());
        }
        let mut entries: Vec<CountEntry> = Vec::new();
        for case in selected {
            let both = self.in_both(case);
            let seen = counted.iter().filter(|count| count.case == case.id);
            let contenders: Vec<String> = seen
                .map(|count| count.contender.clone())
                .filter(|name| both.contains(name))
                .collect();
            if !contenders.is_empty() {
                entries.push(CountEntry { case: case.id.clone(), contenders });
            }
        }
        if entries.is_empty() {
            return Ok(());
        }
        self.package.build(&[target], &[target])?;
        let counts = instructions::count(&self.package, &[target], &entries, report)?;
        for count in counts {
            let case = selected.iter().find(|case| case.id == count.case);
            let head =
                counted.iter().find(|it| it.case == count.case && it.contender == count.contender);
            if let (Some(case), Some(head)) = (case, head) {
                let count_of = |count: &InstructionCount| join::instructions(case, count);
                compared.add(
                    &count.case,
                    &count.contender,
                    BaseCount {
                        witness: Witness::Instructions,
                        base: count_of(&count),
                        head: count_of(head),
                    },
                );
            }
        }
        Ok(())
    }

    /// Counts the base's bytes and blocks of what the head's were counted of.
    ///
    /// # Errors
    ///
    /// The base's target fails.
    pub(in crate::run) fn count_bytes(
        &self,
        compared: &mut Compared,
        selected: &[&CatalogueCase],
        cases: &[CaseRecord],
        report: impl FnMut(Progress),
    ) -> Result<(), Failure> {
        let counts = [Witness::AllocatedBytes, Witness::AllocatedBlocks];
        let head = |case: &str, contender: &str, witness: Witness| {
            let case = cases.iter().find(|it| it.id == case)?;
            let contender = case.contenders.iter().find(|it| it.name == contender)?;
            contender.witnesses.get(&witness).cloned()
        };
        let mut job = ByteJob { contenders: BTreeMap::new() };
        for case in selected {
            let mut names = self.in_both(case);
            names.retain(|name| counts.iter().any(|&it| head(&case.id, name, it).is_some()));
            if !names.is_empty() {
                job.contenders.insert(case.id.clone(), names);
            }
        }
        if job.contenders.is_empty() {
            return Ok(());
        }
        let Some(dhat) = &self.dhat else {
            compared.missing.push("bytes: the base has no bench target `dhat`".to_owned());
            return Ok(());
        };
        let result: ByteResult = dhat.work(&job, report)?;
        for count in result.counts {
            for (witness, total) in [(counts[0], count.bytes), (counts[1], count.blocks)] {
                if let Some(head) = head(&count.case, &count.contender, witness) {
                    let base = join::exact(witness, total, count.operations);
                    compared.add(&count.case, &count.contender, BaseCount { witness, base, head });
                }
            }
        }
        Ok(())
    }
}
