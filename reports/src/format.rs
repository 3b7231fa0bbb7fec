//! Numbers and names as a reader sees them, in one place: the page, Markdown and the terminal agree by construction.
//!
//! Two decimals at most, three significant digits, and a unit chosen for each value; whole bytes and counts stay
//! whole while they are small.

mod words;

use std::borrow::Cow;

use measure::record::{
    Comparison, Distribution, Layouts, Measurement, RatioReason, Unit, Verdict, Witness,
};

pub use self::words::{cause, growth_class, remedy, role, shape, status, witness};

/// The label of a row whose verdict would be another on another layout.
pub const LAYOUT_DEPENDENT: &str = "layout-dependent";

/// Whole numbers of bytes are printed in full below this.
const WHOLE_BYTES: f64 = 100_000.0;
/// Whole counts are printed in full below this.
const WHOLE_COUNT: f64 = 100_000.0;

/// A figure with its unit, such as `28.6 ns` or `9 B`.
pub fn measurement(measurement: &Measurement) -> String {
    in_unit(measurement.value, measurement.unit)
}

/// What Criterion estimates, such as `28.6 ns (slope, 27.9 ns to 29.5 ns; median 28.5 ns)`.
pub fn distribution(found: &Distribution) -> String {
    let time = |value: f64| in_unit(value, found.unit);
    let (value, low, high) = (time(found.value), time(found.low), time(found.high));
    format!("{value} ({}, {low} to {high}; median {})", found.statistic, time(found.median))
}

/// `value` in a unit that suits its size.
pub fn in_unit(value: f64, unit: Unit) -> String {
    match unit {
        Unit::NsPerOp => nanoseconds(value),
        Unit::BytesPerOp | Unit::Bytes => bytes(value),
        Unit::PerOp | Unit::BlocksPerOp => count(value),
    }
}

/// `28.6 ns`, `1.46 us`, `12.0 ms`, `3.20 s`.
pub fn nanoseconds(value: f64) -> String {
    // The limits are where three digits would round up to a thousand of the smaller unit.
    match value {
        v if v < 999.5 => format!("{} ns", three_digits(v)),
        v if v < 999.5e3 => format!("{} us", three_digits(v / 1e3)),
        v if v < 999.5e6 => format!("{} ms", three_digits(v / 1e6)),
        v => format!("{} s", three_digits(v / 1e9)),
    }
}

/// `9 B`, `19,792 B`, `402 MiB`.
pub fn bytes(value: f64) -> String {
    if is_whole(value) && value < WHOLE_BYTES {
        return format!("{} B", grouped(value));
    }
    let mut scaled = value;
    for unit in ["B", "KiB", "MiB", "GiB"] {
        if scaled < 1023.5 {
            return format!("{} {unit}", three_digits(scaled));
        }
        scaled /= 1024.0;
    }
    format!("{} TiB", three_digits(scaled))
}

/// `436`, `21,616`, `216 k`, `20.9 M`.
pub fn count(value: f64) -> String {
    if is_whole(value) && value < WHOLE_COUNT {
        return grouped(value);
    }
    match value {
        v if v < 999.5 => three_digits(v),
        v if v < 999.5e3 => format!("{} k", three_digits(v / 1e3)),
        v if v < 999.5e6 => format!("{} M", three_digits(v / 1e6)),
        v => format!("{} G", three_digits(v / 1e9)),
    }
}

/// `18.5x`; below a hundredth, where two decimals would say nothing, `1/417x`.
pub fn ratio(value: f64) -> String {
    if value < 0.01 {
        return format!("1/{}x", three_digits(1.0 / value));
    }
    format!("{}x", three_digits(value))
}

/// `12.9 to 13.1`.
pub fn interval(low: f64, high: f64) -> String {
    let bound = |value: f64| ratio(value).trim_end_matches('x').to_owned();
    format!("{} to {}", bound(low), bound(high))
}

/// `1.01 to 1.30 over 8 layouts`.
pub fn over_layouts(layouts: &Layouts) -> String {
    let number = plural(layouts.ratios.len(), "layout", "layouts");
    format!("{} over {number}", interval(layouts.lowest, layouts.highest))
}

/// `93 %`; `99.7 %` where rounding would claim the whole.
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if (percent.round() - percent).abs() < 1e-9 || (10.0..99.0).contains(&percent) {
        format!("{percent:.0} %")
    } else {
        format!("{} %", trimmed(&format!("{percent:.2}")))
    }
}

/// `42 s`, `1 min 43 s`.
pub fn seconds(value: f64) -> String {
    let whole = value.round().max(0.0);
    let minutes = (whole / 60.0).floor();
    if minutes < 1.0 {
        return format!("{whole} s");
    }
    format!("{minutes} min {} s", whole - minutes * 60.0)
}

/// A whole number with commas between thousands.
pub fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 case`, `3 cases`, `2 bodies` with `many` given.
pub fn plural(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number as f64), if number == 1 { one } else { many })
}

/// What a comparison came to in figures: a ratio, or two values where one of them is zero.
///
/// `reference` and `contender` are the values compared, if they were measured.
pub fn change(
    comparison: &Comparison,
    reference: Option<&Measurement>,
    contender: Option<&Measurement>,
) -> String {
    match (comparison.ratio, comparison.reason, reference, contender) {
        (_, Some(RatioReason::ToZero | RatioReason::FromZero), Some(from), Some(to)) => {
            format!("{} to {}", measurement(from), measurement(to))
        }
        (_, Some(RatioReason::ToZero), ..) => "to zero".into(),
        (_, Some(RatioReason::FromZero), ..) => "from zero".into(),
        (_, Some(RatioReason::BothZero), Some(from), _) => format!("both {}", measurement(from)),
        (_, Some(RatioReason::BothZero), ..) => "both zero".into(),
        (Some(value), None, Some(from), Some(to)) => {
            small_difference(comparison, from, to).unwrap_or_else(|| ratio(value))
        }
        (Some(value), None, ..) => ratio(value),
        (None, None, ..) => "no ratio".into(),
    }
}

/// A count that is better or worse by less than two decimals of a ratio can show is told by its difference.
fn small_difference(
    comparison: &Comparison,
    from: &Measurement,
    to: &Measurement,
) -> Option<String> {
    let counted = matches!(to.unit, Unit::PerOp | Unit::BlocksPerOp);
    let (size, word) = match comparison.verdict {
        Verdict::Better if counted => (from.value - to.value, "fewer"),
        Verdict::Better => (from.value - to.value, "less"),
        Verdict::Worse => (to.value - from.value, "more"),
        Verdict::Equivalent | Verdict::Inconclusive => return None,
    };
    let exact = comparison.witness != Witness::CpuTime;
    (exact && size > 0.0 && ratio(comparison.ratio?) == "1.00x")
        .then(|| format!("{} {word}", in_unit(size, to.unit)))
}

/// The line that measures one case again.
pub fn reproduce(id: &str) -> String {
    format!("scripts/hotpair run --only {}", shell_word(id))
}

/// A name with everything made visible that could disguise it: control characters, marks that turn the writing
/// direction, and characters of no width. Line breaks count as control characters.
pub fn visible(name: &str) -> Cow<'_, str> {
    neutralised(name, "")
}

/// The same for text of several lines: line breaks and tabs stay.
pub fn visible_text(text: &str) -> Cow<'_, str> {
    neutralised(text, "\n\t")
}

/// The first and the last part of a name that is longer than `most` characters.
pub fn shortened(name: &str, most: usize) -> Cow<'_, str> {
    let length = name.chars().count();
    if length <= most {
        return Cow::Borrowed(name);
    }
    let tail = most / 3;
    let head = most - tail - 1;
    let start: String = name.chars().take(head).collect();
    let end: String = name.chars().skip(length - tail).collect();
    Cow::Owned(format!("{start}\u{2026}{end}"))
}

/// Three significant digits, but at most two decimals.
fn three_digits(value: f64) -> String {
    match value.abs() {
        v if v < 0.005 && v > 0.0 => "<0.01".into(),
        v if v < 9.995 => format!("{value:.2}"),
        v if v < 99.95 => format!("{value:.1}"),
        v if v < 999.5 => format!("{value:.0}"),
        v => {
            let step = 10f64.powf(v.log10().floor() - 2.0);
            grouped((value / step).round() * step)
        }
    }
}

fn trimmed(decimal: &str) -> &str {
    decimal.trim_end_matches('0').trim_end_matches('.')
}

fn is_whole(value: f64) -> bool {
    value.fract() == 0.0
}

fn shell_word(id: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_/=.-".contains(c);
    if !id.is_empty() && id.chars().all(plain) {
        return Cow::Borrowed(id);
    }
    Cow::Owned(format!("'{}'", id.replace('\'', "'\\''")))
}

fn neutralised<'a>(text: &'a str, kept: &str) -> Cow<'a, str> {
    let hidden = |c: char| is_hidden(c) && !kept.contains(c);
    if !text.contains(hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if hidden(c) { shown.extend(c.escape_unicode()) } else { shown.push(c) }
    }
    Cow::Owned(shown)
}

/// Whether a character leaves no mark of its own but changes how its neighbours look.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests;
