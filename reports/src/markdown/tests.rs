//! The Markdown, read back by a renderer of GitHub's dialect.

use pulldown_cmark::{Event, Options, Parser, Tag};

use super::{MOST_BYTES, markdown};
use crate::sample;

fn events(text: &str) -> Vec<Event<'_>> {
    Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH).collect()
}

/// What a reader sees, without the markup.
fn rendered(text: &str) -> String {
    events(text)
        .into_iter()
        .filter_map(|event| match event {
            Event::Text(text) | Event::Code(text) => Some(text.into_string()),
            _ => None,
        })
        .collect()
}

#[test]
fn the_head_is_ten_lines_and_ends_before_the_rows() {
    let text = markdown(&sample::run());
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "### Hotpair: of 4 patches, 3 pay, 1 changes nothing");
    assert!(lines[2].starts_with("**CPU time** "), "{}", lines[2]);
    assert!(lines[2].contains("1 of 4 claims hold"), "{}", lines[2]);
    let equivalent = "\u{25a0} equivalent | 1.00x (0.99 to 1.01) | 32 fewer | 32 B less |";
    assert_eq!(lines[6], format!("| Cassandra B-tree build | {equivalent}"));
    assert_eq!(lines[10], "");
    assert_eq!(lines[11], "#### Rows, the worst first");
}

#[test]
fn the_worst_rows_come_first() {
    let text = markdown(&sample::run());
    let rows: Vec<_> = text.lines().filter(|line| line.starts_with("| `")).collect();
    assert!(rows[0].contains("| 0 B | 32 B | 0 B to 32 B | \u{25bc} worse |"), "{}", rows[0]);
    assert!(rows[2].contains("| 0.88x (0.87 to 0.89) | \u{25bc} worse |"), "{}", rows[2]);
    let last_worse = rows.iter().rposition(|row| row.contains("worse |")).expect("a loss");
    assert!(rows[..=last_worse].iter().all(|row| row.contains("worse |")));
}

#[test]
fn whatever_the_run_the_text_stays_below_its_limit() {
    let mut claims = sample::run();
    let claim = claims.claims[1].clone();
    claims.claims.extend((0..5_000).map(|_| claim.clone()));
    let mut failing = sample::hostile();
    for test in &mut failing.instrument.self_tests {
        test.passed = false;
        test.name = "|".repeat(10_000);
    }
    for run in [
        sample::against_base(),
        sample::many(2_000),
        sample::many(20_000),
        sample::hostile(),
        claims,
        failing,
    ] {
        let text = markdown(&run);
        assert!(text.len() < MOST_BYTES, "{}", text.len());
        assert!(text.lines().take(10).all(|line| line.len() < 2_000));
    }
    let text = markdown(&sample::many(2_000));
    assert!(text.len() > MOST_BYTES / 2, "{}", text.len());
    assert!(text.contains("rows are left out here; the page has all."));
}

#[test]
fn hostile_names_are_shown_literally_and_make_no_markup() {
    // C26
    let text = markdown(&sample::hostile());
    let seen = rendered(&text);
    for name in
        ["<img src=x onerror=alert(1)>&\"'", "**bold** [link](javascript:alert(1)) @someone #1"]
    {
        assert!(seen.contains(name), "{name:?} is not in\n{seen}");
    }
    assert!(seen.contains("\\u{202e}txt.exe"));
    for event in events(&text) {
        match event {
            Event::Html(raw) | Event::InlineHtml(raw) => {
                let own = ["<details>", "</details>", "<code>", "</code>", "<sub>", "</sub>"];
                assert!(own.iter().any(|tag| raw.starts_with(tag)), "{raw:?}");
            }
            Event::Start(tag) => {
                assert!(!matches!(tag, Tag::Link { .. } | Tag::Image { .. } | Tag::Emphasis));
            }
            _ => {}
        }
    }
    // A mention is made of text, but not inside of code.
    assert!(
        text.lines().filter(|line| line.contains("@someone")).all(|line| line.contains("<code>"))
    );
}

#[test]
fn every_row_has_the_columns_of_its_table() {
    for run in [sample::hostile(), sample::without_instructions()] {
        let text = markdown(&run);
        let mut columns = 0;
        let mut cells = 0;
        for event in events(&text) {
            match event {
                Event::Start(Tag::Table(alignments)) => columns = alignments.len(),
                Event::Start(Tag::TableRow) => cells = 0,
                Event::Start(Tag::TableCell) => cells += 1,
                Event::End(pulldown_cmark::TagEnd::TableRow) => assert_eq!(cells, columns),
                _ => {}
            }
        }
        // A renderer cuts surplus cells, so they are counted in the text, too.
        for line in text.lines().filter(|line| line.starts_with("| ")) {
            let bars = line.replace("\\|", "").matches('|').count();
            assert!([6, 8].contains(&bars), "{bars} bars in {line}");
        }
    }
}

#[test]
fn an_unfinished_run_says_so_first() {
    let mut run = sample::run();
    run.complete = false;
    assert!(markdown(&run).starts_with("### INCOMPLETE RUN: Hotpair"));
    assert!(markdown(&sample::empty()).starts_with("### Hotpair: no headline case was timed"));
}

#[test]
fn a_row_tells_its_range_over_layouts() {
    let text = markdown(&sample::relinked());
    assert!(text.contains(" better<br>layout-dependent: 0.97 to 13.3 over 3 layouts |"), "{text}");
    assert!(text.contains("<br>stays: 2.68 to 2.76 over 3 layouts |"), "{text}");
    let head = text.lines().nth(2).expect("counts");
    assert!(head.contains("1 row is **layout-dependent**"), "{head}");
}

#[test]
fn a_shard_is_named_in_the_title_and_a_join_at_the_end() {
    let shards = sample::shards(3);
    assert!(markdown(&shards[0]).starts_with("### shard 1 of 3: Hotpair: "));
    let named = shards.into_iter().map(|shard| (String::new(), shard)).collect();
    let joined = markdown(&crate::shards::join(named).expect("one run"));
    assert!(joined.contains("joined from 3 shards"), "{joined}");
    assert!(!joined.contains("shard 1 of 3"));
}
