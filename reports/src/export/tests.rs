//! The CSV read back by a parser of CSV.

use super::csv;
use crate::sample;

fn lines(text: &str) -> Vec<Vec<String>> {
    let mut reader = ::csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let records = reader.records().map(|record| record.expect("a record of equal length"));
    records.map(|record| record.iter().map(Into::into).collect()).collect()
}

#[test]
fn the_first_lines_are_names_and_the_reference() {
    let text = csv(&sample::run()).expect("CSV");
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some(
            "hot_path,case,origin,contender,role,witness,unit,value,low,high,ratio,ratio_low,ratio_high,verdict"
        )
    );
    let case = "bitmap_range_check,bitmap_range_check/prefix/start=0/length=64,ticket";
    let next = lines.next().expect("a line");
    assert!(next.starts_with(&format!("{case},legacy,legacy,cpu_time,ns_per_op,28.6,")), "{next}");
    assert!(next.ends_with(",,,,"), "{next}");
    let instructions = format!("{case},legacy,legacy,instructions,per_op,436,,,,,,");
    assert_eq!(lines.next(), Some(instructions.as_str()));
    let to_zero = format!("{case},optimized,optimized,allocated_bytes,bytes_per_op,0,,,,,,better");
    assert!(text.contains(&to_zero));
}

#[test]
fn there_is_one_line_for_every_case_contender_and_witness() {
    for run in [sample::run(), sample::without_instructions(), sample::many(100)] {
        let figures: usize =
            run.cases.iter().flat_map(|case| &case.contenders).map(|c| c.witnesses.len()).sum();
        let lines = lines(&csv(&run).expect("CSV"));
        assert_eq!(lines.len(), figures + 1);
        assert!(lines.iter().all(|line| line.len() == 14));
    }
}

#[test]
fn hostile_names_stand_in_their_cell_as_they_are() {
    // C21, C26
    let run = sample::hostile();
    let lines = lines(&csv(&run).expect("CSV"));
    for name in sample::HOSTILE {
        assert!(lines.iter().any(|line| line[1] == *name && line[3] == *name), "{name:?}");
    }
}
