//! Markdown from a measured package, made harmless.

use super::analysis;

#[test]
fn markup_links_and_images_are_harmless() {
    let rows = [
        ("a <script>alert(1)</script> b", "<p>a &lt;script&gt;alert(1)&lt;/script&gt; b</p>\n"),
        ("<div onclick=x>\n", "<p>&lt;div onclick=x&gt;\n</p>\n"),
        ("[x](javascript:alert(1))", "<p><a href=\"#main\">x</a></p>\n"),
        ("[x](https://example.org)", "<p><a href=\"https://example.org\">x</a></p>\n"),
        ("![a picture](http://example.org/x.png)", "<p>a picture</p>\n"),
        ("a\u{202e}b", "<p>a\\u{202e}b</p>\n"),
    ];
    for (markdown, expected) in rows {
        let html = analysis(markdown).into_string();
        assert_eq!(html, format!("<div class=\"analysis\">{expected}</div>"), "{markdown}");
    }
    assert_eq!(analysis("").into_string(), "");
}

#[test]
fn headings_begin_below_the_page_and_leave_no_gap() {
    let levels = |markdown: &str| {
        let html = analysis(markdown).into_string();
        let opened = html.split("<h").skip(1);
        opened.filter_map(|rest| rest.chars().next()).collect::<String>()
    };
    let rows = [
        ("# a\n## b\n# c", "343"),
        ("## a\n## b", "33"),
        ("#### a\n# b\n### c\n##### d", "3345"),
        ("## a\n#### b\n### c", "344"),
    ];
    for (markdown, expected) in rows {
        assert_eq!(levels(markdown), expected, "{markdown}");
    }
}
