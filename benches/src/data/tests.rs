use super::*;

#[test]
fn rows_and_nulls_are_as_the_source_states() {
    assert_eq!(flights().len(), 27_004);
    assert_eq!(flights().iter().filter(|flight| flight.air_time.is_some()).count(), 26_398);
    assert_eq!(flights().iter().filter(|flight| flight.tailnum.is_empty()).count(), 155);
    let nulls = |column: usize| readings().iter().filter(|reading| reading.nulls[column]).count();
    assert_eq!(readings().len(), 26_115);
    assert_eq!([0, 1, 2, 3, 4, 5, 7].map(nulls), [1, 1, 1, 460, 4, 20_778, 2_729]);
}
