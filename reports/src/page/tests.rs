//! What the page says, and that nothing in a run can make it say something else.

use std::collections::BTreeSet;

use measure::record::{Run, Witness};

use super::page;
use crate::format::visible;
use crate::sample;

/// Writes the sample pages to a folder, to be looked at in a browser.
#[test]
#[ignore = "writes files: HOTPAIR_PAGES=FOLDER cargo test -p reports --lib -- --ignored sample_pages"]
fn sample_pages_are_written_to_be_looked_at() {
    let folder = std::env::var("HOTPAIR_PAGES").expect("HOTPAIR_PAGES names a folder");
    let runs: [(&str, Run); 6] = [
        ("run", sample::run()),
        ("without", sample::without_instructions()),
        ("hostile", sample::hostile()),
        ("base", sample::against_base()),
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

/// What stands between `before` and the next `after`, everywhere.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Vec<&'a str> {
    text.split(before).skip(1).filter_map(|rest| rest.split(after).next()).collect()
}

fn all() -> Vec<Run> {
    let incomplete = Run { complete: false, ..sample::empty() };
    vec![
        sample::run(),
        sample::without_instructions(),
        sample::hostile(),
        sample::against_base(),
        sample::many(50),
        incomplete,
    ]
}

#[test]
fn the_first_screen_is_the_answer() {
    let page = page(&sample::run());
    let first = page.split("id=\"losses\"").next().expect("a first screen");
    for expected in [
        "5 self-tests passed",
        "93 % of pairs quiet",
        "memcpy cliff 17.2x, 1.03x with tunables",
        "The patch pays: it runs 13.0x as fast and allocates less, 9\u{a0}B to 0\u{a0}B.",
        "The patch leaves the time as it was within 1 % but allocates less",
        "published <b>13.0x</b>, original Java elsewhere <b>13.5x</b>, this port here <b>13.0x</b>",
        "<b>0\u{a0}B to 32\u{a0}B</b> bytes allocated, optimized on ",
        "1 of 4 claims hold",
    ] {
        assert!(first.contains(expected), "{expected:?} is not on the first screen");
    }
    assert_eq!(first.matches("<article").count(), 4);
}

#[test]
fn what_is_missing_says_why() {
    let text = page(&sample::without_instructions());
    let reason = "not measured: valgrind is not installed: apt-get install valgrind";
    assert_eq!(text.matches(reason).count(), 4);
    assert!(text.contains("1 self-test failed: a_a (batched)"));
    let mut run = sample::run();
    run.claims.clear();
    assert!(!page(&run).contains("claims hold"));
    run.complete = false;
    assert!(page(&run).contains("This run was stopped before its end."));
    assert!(!page(&sample::run()).contains("stopped before its end"));
    for case in &mut run.cases {
        case.comparisons.retain(|comparison| comparison.witness != Witness::CpuTime);
    }
    assert!(page(&run).contains("no time compared"));
}

#[test]
fn every_link_leads_somewhere_and_every_anchor_is_one() {
    for run in all() {
        let page = page(&run);
        let ids = between(&page, " id=\"", "\"");
        let unique: BTreeSet<_> = ids.iter().copied().collect();
        assert_eq!(ids.len(), unique.len());
        for target in between(&page, "href=\"#", "\"") {
            assert!(unique.contains(target), "#{target} leads nowhere");
        }
        let anchors = unique.iter().filter(|id| id.starts_with("case")).count();
        assert_eq!(anchors, run.cases.len());
        assert_eq!(page.matches("Measure it again:").count(), run.cases.len());
    }
}

#[test]
fn nothing_is_loaded_from_anywhere() {
    // The hostile run says such things in its names; that it does not do them is another test.
    for run in all().into_iter().filter(|run| *run != sample::hostile()) {
        let page = page(&run);
        for forbidden in [" src=", "@import", "url(", "<link", "<iframe", "<object", "fetch("] {
            assert!(!page.contains(forbidden), "{forbidden}");
        }
    }
}

#[test]
fn headings_are_in_order_and_tables_are_labelled() {
    for run in all() {
        let page = page(&run);
        let mut last = 0;
        for heading in between(&page, "<h", ">") {
            let Some(level) = heading.chars().next().and_then(|c| c.to_digit(10)) else { continue };
            assert!(level <= last + 1, "h{level} follows h{last}");
            last = level;
        }
        assert_eq!(page.matches("<h1").count(), 1);
        let own = page.matches("<caption").count();
        let analysis: usize = between(&page, "<div class=\"analysis\">", "</div>")
            .iter()
            .map(|a| a.matches("<table").count())
            .sum();
        assert_eq!(page.matches("<table").count(), own + analysis);
        assert_eq!(page.matches("role=\"img\"").count(), page.matches("<desc").count());
    }
}

#[test]
fn the_patch_is_a_folded_diff() {
    let page = page(&sample::run());
    assert!(page.contains("as a diff of the two ports: 4 lines added, 1 line removed"));
    assert!(page.contains("<ins>+        return map.prefix_is_unmarked(length);</ins>"));
    assert!(page.contains("<del>-//! The scan, before the patch.</del>"));
    assert!(page.contains("&lt;b&gt;Raw markup&lt;/b&gt; is shown as it was written."));
}

#[test]
fn undecided_rows_have_cause_and_remedy() {
    let page = page(&sample::run());
    let section = between(&page, "id=\"undecided\"", "</section>")[0];
    for expected in [
        "placement",
        "near margin",
        "mode",
        "instrument",
        "budget",
        "measure it again on a quiet machine",
    ] {
        assert!(section.contains(expected), "{expected}");
    }
    assert!(section.contains("5 comparisons could not be decided"));
}

#[test]
fn growth_is_drawn_with_its_exponents_in_words() {
    let page = page(&sample::run());
    assert!(page.contains("legacy: exponent 2.00 (n\u{b2}); optimized: exponent 2.00 (n\u{b2}); frontier: exponent 1.03 (n)."));
    assert_eq!(page.matches("<polyline").count(), 3);
    assert_eq!(page.matches("class=\"growth\"").count(), 1);
}

#[test]
fn a_row_that_depends_on_the_layout_has_a_label_and_its_range_among_the_details() {
    let page = page(&sample::relinked());
    let label = "<span class=\"tag\">layout-dependent</span>";
    assert_eq!(page.matches(label).count(), 1);
    assert!(page.contains("; 0.97 to 13.3 over 3 layouts, <strong>layout-dependent</strong>."));
    assert!(page.contains("; 2.68 to 2.76 over 3 layouts."));
    assert!(page.contains("3 relinks; of 10 rows, 1 layout-dependent"));
}

#[test]
fn a_joined_page_has_a_line_for_each_shard_and_a_shard_a_note() {
    let shards = sample::shards(3);
    assert!(page(&shards[2]).contains("This is shard 3 of 3 of a run."));
    let named = shards.into_iter().map(|shard| (String::new(), shard)).collect();
    let joined = page(&crate::shards::join(named).expect("one run"));
    assert!(!joined.contains("This is shard"));
    assert_eq!(between(&joined, "The shards</h3>", "</table>")[0].matches("<tr>").count(), 4);
}
