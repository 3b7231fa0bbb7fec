//! Text of a run as Markdown that shows it and does nothing else.

use crate::format::{shortened, visible};

/// Longer names are shortened: an id has at most 60 characters.
pub(super) const NAME: usize = 80;

/// A name in the type of code: as Markdown writes it where it is plain, else escaped inside of the tag that stops
/// mentions, references and links from being made of it.
pub(super) fn code(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_/=.-".contains(c);
    if !name.is_empty() && name.len() <= NAME && name.chars().all(plain) {
        return format!("`{name}`");
    }
    format!("<code>{}</code>", escaped(name, NAME))
}

/// Text of a run with every character escaped that Markdown could take for markup, on one line.
pub(super) fn escaped(text: &str, most: usize) -> String {
    let visible = visible(text);
    let mut safe = String::new();
    for c in shortened(&visible, most).chars() {
        if c.is_ascii_punctuation() && !"/=-,%".contains(c) {
            safe.push('\\');
        }
        safe.push(c);
    }
    safe
}
