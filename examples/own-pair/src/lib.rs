//! A pair of one's own: joining words by repeated `format!`, and by pushing onto one buffer.

use measure::{Answer, Case, Role, Workload};

/// Copies the whole text for every word.
pub fn join_by_format(words: &[String]) -> String {
    words.iter().fold(String::new(), |text, word| format!("{text}{word} "))
}

/// Copies every word once.
pub fn join_by_push(words: &[String]) -> String {
    let mut text = String::new();
    for word in words {
        text.push_str(word);
        text.push(' ');
    }
    text
}

/// The registry: what is measured.
pub fn cases() -> Vec<Case> {
    [10, 100].map(case).into()
}

fn case(n: u64) -> Case {
    let words = move || (0..n).map(|index| format!("word{index}")).collect::<Vec<String>>();
    Workload::new(("own_pair", "join"), &[("n", n.into())], 1, words)
        .headline()
        .contender(Role::Legacy, Clone::clone, |words| join_by_format(words), answer)
        .contender(Role::Optimized, Clone::clone, |words| join_by_push(words), answer)
        .case()
}

fn answer(text: String) -> Answer {
    text.bytes().map(u64::from).collect()
}
