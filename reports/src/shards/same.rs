//! Whether two shards are of one run: one command, one commit, one catalogue, one kind of machine, one set of tools.

use measure::record::{Environment, Run};

use super::{Piece, SHARD};

/// In what `other` is not of the same run as `first`, in words that name the other file; `None` if it is.
pub(super) fn difference(first: &Piece, other: &Piece) -> Option<String> {
    let facts = facts(&first.run).into_iter().zip(facts(&other.run));
    let words = facts.filter(|((_, one), (_, two))| one != two);
    let words = words.map(|((what, one), (_, two))| {
        format!("{what} is {}, and {} has {}", in_words(&two), first.file, in_words(&one))
    });
    let (one, two) = (&first.shard, &other.shard);
    let number = (one.of != two.of)
        .then(|| format!("is one of {} shards, and {} one of {}", two.of, first.file, one.of));
    let lists = [
        ("selects other cases", one.selected != two.selected),
        ("has another catalogue", first.run.plan.catalogue != other.run.plan.catalogue),
        ("has other stories", first.run.stories != other.run.stories),
        ("has other claims", first.run.published != other.run.published),
    ];
    let lists = lists.into_iter().filter(|(_, differ)| *differ);
    let lists = lists.map(|(what, _)| format!("{what} than {}", first.file));
    number.into_iter().chain(words).chain(lists).next()
}

/// The command line without the part of it that makes a shard.
pub(super) fn command(run: &Run) -> Vec<String> {
    let mut words = run.command.iter();
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        if word == SHARD {
            words.next();
        } else {
            kept.push(word.clone());
        }
    }
    kept
}

/// What must be the same, and what it is. Kernel and load may differ: machines of one kind are patched one by one.
fn facts(run: &Run) -> Vec<(&'static str, String)> {
    let environment = &run.environment;
    let Environment {
        cpu_model, libc, allocator, rustc, target, rustflags, profile, tunables, ..
    } = environment;
    let missing: Vec<String> =
        run.plan.missing.iter().map(|missing| missing.witness.to_string()).collect();
    let pairs = |entries: Vec<String>| entries.join(", ");
    let crates = environment.crates.iter();
    let caches = environment.caches_bytes.iter();
    let dirty = environment.dirty.map(|dirty| if dirty { "changed" } else { "unchanged" });
    vec![
        ("command", command(run).join(" ")),
        ("commit", environment.commit.clone().unwrap_or_default()),
        ("working tree", dirty.unwrap_or_default().to_owned()),
        ("base", run.base.as_ref().map(|base| base.commit.clone()).unwrap_or_default()),
        ("processor", cpu_model.clone()),
        ("number of cores", environment.cores.to_string()),
        ("caches", pairs(caches.map(|(name, size)| format!("{name} {size}")).collect())),
        ("C library", libc.clone()),
        ("allocator", allocator.clone()),
        ("compiler", rustc.clone()),
        ("target", target.clone()),
        ("flags", rustflags.clone()),
        ("profile", profile.clone()),
        ("tunables", tunables.clone()),
        ("valgrind", environment.valgrind.clone().unwrap_or_default()),
        ("crates", pairs(crates.map(|(name, version)| format!("{name} {version}")).collect())),
        ("what could not be witnessed", missing.join(", ")),
    ]
}

/// One line, however long the fact is.
fn in_words(fact: &str) -> String {
    if fact.is_empty() {
        return "none".to_owned();
    }
    let shown = crate::format::visible(fact);
    format!("\"{}\"", crate::format::shortened(&shown, 100))
}
