//! What the measured package tells of a hot path: its analysis, and the patch as a diff of two sources.

use maud::{Markup, PreEscaped, html};
use measure::record::Story;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use similar::{ChangeTag, TextDiff};

use crate::format::{plural, visible, visible_text};

/// Analysis texts stand below the heading of their hot path, which is an `h2`.
const FIRST_LEVEL: usize = 3;

/// The ticket's name, as a link where its address is one.
pub(super) fn ticket(story: &Story) -> Markup {
    html! {
        @if is_web(&story.ticket_url) {
            a href=(story.ticket_url) rel="noopener noreferrer" { (visible(&story.ticket)) }
        } @else {
            (visible(&story.ticket))
        }
    }
}

/// Markdown as HTML. Raw markup in it is shown, not obeyed; links lead to the web or nowhere; nothing is loaded.
pub(super) fn analysis(markdown: &str) -> Markup {
    let markdown = visible_text(markdown);
    let mut headings = Headings::default();
    let events = Parser::new_ext(&markdown, Options::ENABLE_TABLES)
        .filter_map(|event| harmless(event, &mut headings));
    let mut text = String::new();
    pulldown_cmark::html::push_html(&mut text, events);
    html! { @if !text.is_empty() { div.analysis { (PreEscaped(text)) } } }
}

/// The patch as a folded unified diff.
pub(super) fn patch(story: &Story) -> Markup {
    let (legacy, optimized) =
        (visible_text(&story.legacy_source), visible_text(&story.optimized_source));
    if legacy.is_empty() && optimized.is_empty() {
        return html! {};
    }
    let diff = TextDiff::from_lines(legacy.as_ref(), optimized.as_ref());
    let count = |tag| diff.iter_all_changes().filter(|change| change.tag() == tag).count();
    let (added, removed) = (count(ChangeTag::Insert), count(ChangeTag::Delete));
    let unified = diff.unified_diff().context_radius(3).header("legacy", "optimized").to_string();
    html! {
        details.patch {
            summary {
                b { "The patch" } ", as a diff of the two ports: "
                (plural(added, "line", "lines")) " added, " (plural(removed, "line", "lines")) " removed"
            }
            @if unified.is_empty() {
                p { "The two sources are equal." }
            } @else {
                pre tabindex="0" aria-label="Unified diff" {
                    code { @for line in unified.lines() { (diff_line(line)) "\n" } }
                }
            }
        }
    }
}

fn diff_line(line: &str) -> Markup {
    match line.as_bytes().first() {
        Some(b'+') => html! { ins { (line) } },
        Some(b'-') => html! { del { (line) } },
        Some(b'@') => html! { span.hunk { (line) } },
        _ => html! { (line) },
    }
}

/// The levels of an analysis, moved below the page's own and without gaps.
#[derive(Default)]
struct Headings {
    /// The levels that are open, as the text has them.
    open: Vec<HeadingLevel>,
}

impl Headings {
    fn enter(&mut self, level: HeadingLevel) -> HeadingLevel {
        self.open.retain(|outer| *outer < level);
        self.open.push(level);
        self.current()
    }

    fn current(&self) -> HeadingLevel {
        let level = (FIRST_LEVEL + self.open.len()).saturating_sub(1).clamp(FIRST_LEVEL, 6);
        HeadingLevel::try_from(level).unwrap_or(HeadingLevel::H6)
    }
}

fn harmless<'a>(event: Event<'a>, headings: &mut Headings) -> Option<Event<'a>> {
    Some(match event {
        Event::Html(raw) | Event::InlineHtml(raw) => Event::Text(raw),
        Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
        Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
        Event::Start(Tag::Heading { level, .. }) => Event::Start(Tag::Heading {
            level: headings.enter(level),
            id: None,
            classes: Vec::new(),
            attrs: Vec::new(),
        }),
        Event::End(TagEnd::Heading(_)) => Event::End(TagEnd::Heading(headings.current())),
        // The text between stays: the words of a link, the description of an image.
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => return None,
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let dest_url = if is_web(&dest_url) { dest_url } else { CowStr::Borrowed("#main") };
            Event::Start(Tag::Link { link_type, dest_url, title, id })
        }
        other => other,
    })
}

fn is_web(address: &str) -> bool {
    address.starts_with("https://") || address.starts_with("http://")
}

#[cfg(test)]
mod tests;
