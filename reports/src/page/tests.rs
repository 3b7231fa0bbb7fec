//! What the page says, and that nothing in a run can make it say something else.

use measure::record::Run;

use super::page;
use crate::format::visible;
use crate::sample;

/// Writes the sample pages to a folder, to be looked at in a browser.
#[test]
#[ignore = "writes files: HOTPAIR_PAGES=FOLDER cargo test -p reports --lib -- --ignored sample_pages"]
fn sample_pages_are_written_to_be_looked_at() {
    let folder = std::env::var("HOTPAIR_PAGES").expect("HOTPAIR_PAGES names a folder");
    let runs: [(&str, Run); 5] = [
        ("run", sample::run()),
        ("without", sample::without_instructions()),
        ("hostile", sample::hostile()),
        ("many", sample::many(2_000)),
        ("empty", Run { complete: false, ..sample::empty() }),
    ];
    for (name, run) in runs {
        std::fs::write(format!("{folder}/{name}.html"), page(&run)).expect("written");
    }
}

#[test]
fn hostile_names_are_shown_and_not_obeyed() {
    // C26
    let page = page(&sample::hostile());
    for name in sample::HOSTILE {
        assert!(!page.contains(name) || !name.contains(['<', '\u{202e}', '\u{0}']), "{name:?}");
    }
    assert_eq!(page.matches("<script").count(), 1);
    assert!(!page.contains("<img"));
    assert!(!page.contains("href=\"javascript"));
    assert!(page.contains("&lt;img src=x onerror=alert(1)&gt;&amp;&quot;'"));
    assert!(page.contains("\\u{202e}txt.exe"));
    assert!(
        !page.chars().any(|c| visible(&c.to_string()).len() > 1 && c.is_control() && c != '\n')
    );
    assert!(page.contains(&"long/<wbr>".repeat(1_999)));
}
