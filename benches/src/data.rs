//! Real input: flights from New York in January 2013 and the weather there (see `data/README.md`).
//!
//! Read once per process; preparing a contender copies out what it needs.

use std::sync::OnceLock;

/// One scheduled flight. Fields are named as in the file; nullable ones are `None` where a flight was cancelled.
#[derive(Clone, Debug)]
pub struct Flight {
    /// Seconds since 1970 UTC of the scheduled hour.
    pub time_hour_s: i64,
    /// Flight number.
    pub flight: i64,
    /// Tail number; empty if unknown.
    pub tailnum: String,
    /// Local clock time as HHMM.
    pub dep_time: Option<i64>,
    /// Local clock time as HHMM.
    pub sched_dep_time: i64,
    /// Minutes; negative if early.
    pub dep_delay: Option<i64>,
    /// Local clock time as HHMM.
    pub arr_time: Option<i64>,
    /// Local clock time as HHMM.
    pub sched_arr_time: i64,
    /// Minutes; negative if early.
    pub arr_delay: Option<i64>,
    /// Minutes.
    pub air_time: Option<i64>,
    /// Miles.
    pub distance: i64,
}

/// One hourly reading of a weather station: which of its nine numeric columns are null.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The station.
    pub origin: String,
    /// Seconds since 1970 UTC.
    pub time_s: i64,
    /// Which of the nine numeric columns are null, in the order of the file.
    pub nulls: [bool; 9],
}

/// All 27,004 flights in file order.
pub fn flights() -> &'static [Flight] {
    static FLIGHTS: OnceLock<Vec<Flight>> = OnceLock::new();
    FLIGHTS.get_or_init(|| {
        rows(include_str!("../data/flights_january.csv"), |row| Flight {
            time_hour_s: number(&row[0]),
            flight: number(&row[4]),
            tailnum: row[5].into(),
            dep_time: nullable(&row[6]),
            sched_dep_time: number(&row[7]),
            dep_delay: nullable(&row[8]),
            arr_time: nullable(&row[9]),
            sched_arr_time: number(&row[10]),
            arr_delay: nullable(&row[11]),
            air_time: nullable(&row[12]),
            distance: number(&row[13]),
        })
    })
}

/// All 26,115 readings in file order.
pub fn readings() -> &'static [Reading] {
    static READINGS: OnceLock<Vec<Reading>> = OnceLock::new();
    READINGS.get_or_init(|| {
        rows(include_str!("../data/weather.csv"), |row| Reading {
            origin: row[0].into(),
            time_s: number(&row[1]),
            nulls: std::array::from_fn(|column| row[column + 2].is_empty()),
        })
    })
}

fn rows<T>(text: &str, row: impl Fn(&csv::StringRecord) -> T) -> Vec<T> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.records().map(|record| row(&record.expect("the vendored file is whole"))).collect()
}

fn number(field: &str) -> i64 {
    field.parse().expect("the vendored file holds a number here")
}

fn nullable(field: &str) -> Option<i64> {
    (!field.is_empty()).then(|| number(field))
}

#[cfg(test)]
mod tests;
