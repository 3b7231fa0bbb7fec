//! The committed list of mutants that no test can notice, each with its reason.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Reads lines of `NAME # REASON`; those that are empty or begin with `#` are comments.
pub fn read(path: &Path) -> Result<BTreeMap<String, String>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut listed = BTreeMap::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let (name, reason) = line.split_once(" # ").ok_or_else(|| {
            format!("{}, line {}: no ` # ` and a reason behind the mutant", path.display(), index + 1)
        })?;
        if listed.insert(name.to_owned(), reason.to_owned()).is_some() {
            return Err(format!("{}, line {}: listed twice", path.display(), index + 1));
        }
    }
    Ok(listed)
}
