//! Cases with `ops`: operations on named lists and holders, the state compared after each.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use common::fault::Fault;
use common::tombstones::{
    DeletionInfo, DeletionTime, EMPTY_LIST_HEAP, EncodingStats, RangeTombstones, heap_of_columns,
};

use super::fields::{Fields, integer};
use super::text::{
    digest, read_bound, read_deletion_time_or_live, read_range, read_ranges, write_deletion_time,
    write_list, write_range, write_ranges,
};
use crate::replay::{Difference, Steps};

/// The lists and holders of a case.
struct World<const COLUMNS: usize, L> {
    lists: BTreeMap<String, L>,
    infos: BTreeMap<String, DeletionInfo<i32, COLUMNS, L>>,
    recorded_class: bool,
}

pub(super) fn replay<const COLUMNS: usize, L: RangeTombstones<i32, COLUMNS>>(
    case: &Fields,
    recorded_class: bool,
) -> Result<Steps, Difference> {
    let mut world: World<COLUMNS, L> =
        World { lists: BTreeMap::new(), infos: BTreeMap::new(), recorded_class };
    let mut compared = 0;
    for (index, operation) in case.list("ops")?.iter().enumerate() {
        let name = operation["op"].as_str().unwrap_or("without a name");
        let fields = Fields::of(format!("{}, step {index} {name}", case.place()), operation)?;
        fields.skip("op");
        match name {
            "new"
            | "add"
            | "add_many"
            | "add_progression"
            | "add_all"
            | "copy"
            | "clone_buffers"
            | "update_all_timestamp"
            | "update_all_timestamp_and_local_deletion_time" => world.write(name, &fields)?,
            _ if name.starts_with("info_") => world.info(name, &fields)?,
            _ => world.read(name, &fields)?,
        }
        fields.all_read()?;
        compared += fields.compared();
    }
    Ok(compared)
}

/// What a step did to the list, in the words of the vectors.
fn outcome(step: impl FnOnce() -> Result<(), Fault>) -> Result<(), &'static str> {
    match catch_unwind(AssertUnwindSafe(step)) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(fault)) => Err(match fault {
            Fault::IndexOutOfBounds => "index_out_of_bounds",
            Fault::NegativeArraySize => "negative_array_size",
            Fault::IllegalArgument => "illegal_argument",
            Fault::NullPointer => "null_pointer",
            _ => "another fault",
        }),
        // The only panics of a port are those of its slices.
        Err(_) => Err("index_out_of_bounds"),
    }
}

impl<const COLUMNS: usize, L: RangeTombstones<i32, COLUMNS>> World<COLUMNS, L> {
    fn list(&self, fields: &Fields, field: &str) -> Result<&L, Difference> {
        let name = fields.text(field)?;
        self.lists.get(name).ok_or_else(|| fields.difference(field, "a list", name))
    }

    /// An operation that makes or changes a list.
    fn write(&mut self, operation: &str, fields: &Fields) -> Result<(), Difference> {
        let name = fields.text("list")?;
        let result = match operation {
            "new" => {
                let capacity = fields.integer("capacity_in")?;
                outcome(|| L::new(capacity).map(|list| self.replace(name, list)))
            }
            "copy" | "clone_buffers" => {
                let from = self.list(fields, "from")?;
                let mut made = None;
                let result = outcome(|| {
                    let list = if operation == "copy" { from.copy() } else { from.clone_buffers() };
                    made = Some(list);
                    Ok(())
                });
                if let Some(list) = made {
                    self.replace(name, list);
                }
                result
            }
            _ => {
                let mut list = self
                    .lists
                    .remove(name)
                    .ok_or_else(|| fields.difference("list", "one", name))?;
                let result = self.change(operation, fields, &mut list);
                self.replace(name, list);
                result?
            }
        };
        match result {
            Ok(()) if fields.has("error") => {
                return Err(fields.difference("error", fields.value("error")?, "success"));
            }
            Ok(()) => {}
            Err(error) if fields.has("error") => {
                fields.skip("java");
                fields.expect_text("error", error)?;
            }
            Err(error) => return Err(fields.difference("error", "success", error)),
        }
        match self.lists.get(name) {
            Some(list) if fields.has("size") => self.state(fields, list),
            _ => Ok(()),
        }
    }

    fn replace(&mut self, name: &str, list: L) {
        self.lists.insert(name.into(), list);
    }

    fn change(
        &self,
        operation: &str,
        fields: &Fields,
        list: &mut L,
    ) -> Result<Result<(), &'static str>, Difference> {
        let bad = |name: &str| fields.difference(name, "the text of a range", "another text");
        let mut adding = |ranges| {
            outcome(|| {
                Vec::into_iter(ranges).for_each(|range| list.add(range));
                Ok(())
            })
        };
        Ok(match operation {
            "add" => adding(vec![read_range(fields.text("range")?).ok_or_else(|| bad("range"))?]),
            "add_many" => {
                let ranges = read_ranges(fields.text("ranges_in")?);
                adding(ranges.ok_or_else(|| bad("ranges_in"))?)
            }
            "add_progression" => {
                let [first, stride, width, timestamp, step, time] = [
                    "first_start",
                    "stride",
                    "width",
                    "first_timestamp",
                    "timestamp_step",
                    "local_deletion_time_u32",
                ]
                .map(|name| fields.integer::<i64>(name));
                let (first, stride, width, time) = (first?, stride?, width?, time?);
                let (timestamp, step) = (timestamp?, step?);
                let text = |index: i64| {
                    let start = first + index * stride;
                    let marked_at = timestamp + index * step;
                    format!("[{start}..{}]@{marked_at}/{time}", start + width)
                };
                let count = fields.integer::<i64>("count")?;
                let ranges = (0..count).map(|index| read_range(&text(index))).collect();
                adding(Option::ok_or_else(ranges, || bad("first_start"))?)
            }
            // No list of that name is Java's null; the ports have no null to be given.
            "add_all" => match self.lists.get(fields.text("other")?) {
                None if fields.text("other")? == fields.text("list")? => {
                    return Err(fields.difference("other", "another list", "the list itself"));
                }
                None => Err("null_pointer"),
                Some(other) => outcome(|| {
                    list.add_all(other);
                    Ok(())
                }),
            },
            "update_all_timestamp" => {
                let timestamp = fields.integer("timestamp")?;
                outcome(|| {
                    list.update_all_timestamp(timestamp);
                    Ok(())
                })
            }
            _ => {
                let timestamp = fields.integer("timestamp")?;
                let time = fields.integer("local_deletion_time_s")?;
                outcome(|| list.update_all_timestamp_and_local_deletion_time(timestamp, time))
            }
        })
    }

    /// The state of a list: its size, its content by digest or in full, and of the recorded class its capacity.
    fn state(&self, fields: &Fields, list: &L) -> Result<(), Difference> {
        fields.expect_integer("size", list.len())?;
        self.capacity(fields, list)?;
        if fields.has("digest") {
            fields.expect_text("digest", &digest(list))?;
        }
        if fields.has("ranges") {
            fields.expect_text("ranges", &write_list(list))?;
        }
        Ok(())
    }

    fn capacity(&self, fields: &Fields, list: &L) -> Result<(), Difference> {
        fields.skip("capacity");
        if self.recorded_class {
            fields.expect_integer("capacity", list.capacity())
        } else {
            Ok(())
        }
    }

    fn boundary_heap(&self, fields: &Fields, list: &L) -> Result<(), Difference> {
        fields.skip("boundary_heap_bytes");
        if !self.recorded_class {
            return Ok(());
        }
        fields.expect_integer("boundary_heap_bytes", list.boundary_heap_size())
    }

    /// An operation that reads.
    fn read(&self, operation: &str, fields: &Fields) -> Result<(), Difference> {
        match operation {
            "dump" => {
                let list = self.list(fields, "list")?;
                self.state(fields, list)?;
                self.boundary_heap(fields, list)?;
                let iterated = if fields.has("iterated") { "iterated" } else { "ranges" };
                fields.expect_text(iterated, &write_ranges(list.ranges(false)))
            }
            "digests" => self.digests(fields),
            "measures" => self.measures(fields),
            "search_rows" => self.search_rows(fields),
            "search_internal" => self.search_internal(fields),
            "is_deleted" => {
                let row = bound(fields, "row", fields.text("row")?)?;
                let timestamp = fields.integer("cell_timestamp")?;
                let is_counter = fields.flag("cell_is_counter")?;
                let list = self.list(fields, "list")?;
                fields.expect_flag("deleted", list.is_deleted(&row, timestamp, is_counter))
            }
            "iterate" => {
                let list = self.list(fields, "list")?;
                let ranges = list.ranges(fields.flag("reversed")?);
                fields.expect_text("ranges", &write_ranges(ranges))
            }
            "slice" => {
                let start = bound(fields, "start", fields.text("start")?)?;
                let end = bound(fields, "end", fields.text("end")?)?;
                let list = self.list(fields, "list")?;
                let ranges = list.slice(start, end, fields.flag("reversed")?);
                fields.expect_text("ranges", &write_ranges(ranges))
            }
            "equals" => {
                let (left, right) = (self.list(fields, "left")?, self.list(fields, "right")?);
                let equal = left.equals(right);
                if equal {
                    fields.expect("equal hashes", &left.hash_code(), &right.hash_code())?;
                }
                fields.expect_flag("equal", equal)
            }
            _ => Err(fields.difference("op", "a known operation", operation)),
        }
    }

    fn digests(&self, fields: &Fields) -> Result<(), Difference> {
        let expected = Fields::of("digests", fields.value("digests")?)?;
        for (name, list) in &self.lists {
            fields.expect(name, &expected.text(name)?, &digest(list).as_str())?;
        }
        expected.all_read()
    }

    fn measures(&self, fields: &Fields) -> Result<(), Difference> {
        let list = self.list(fields, "list")?;
        let mut stats = EncodingStats::default();
        list.collect_stats(&mut stats);
        fields.expect_integer("size", list.len())?;
        fields.expect_flag("is_empty", list.is_empty())?;
        self.capacity(fields, list)?;
        fields.expect_integer("data_size_bytes", list.data_size())?;
        self.boundary_heap(fields, list)?;
        fields.skip("unshared_heap_bytes");
        if self.recorded_class {
            let parts =
                EMPTY_LIST_HEAP + list.boundary_heap_size() + heap_of_columns(list.capacity());
            fields.expect_integer("unshared_heap_bytes", parts)?;
            fields.expect_integer("unshared_heap_bytes", list.unshared_heap_size())?;
        }
        fields.expect_integer("max_marked_at", list.max_marked_at())?;
        fields.expect_integer("stats_min_timestamp", stats.min_timestamp())?;
        let time = stats.min_local_deletion_time_s();
        fields.expect_integer("stats_min_local_deletion_time_s", time)
    }

    fn search_rows(&self, fields: &Fields) -> Result<(), Difference> {
        let list = self.list(fields, "list")?;
        let (indexes, found) = (fields.list("indexes")?, fields.list("found")?);
        let rows = fields.texts("rows")?;
        fields.expect("counts", &(rows.len(), rows.len()), &(indexes.len(), found.len()))?;
        let size = i32::try_from(list.len()).expect("sizes are ints");
        for ((text, index), found) in rows.into_iter().zip(indexes).zip(found) {
            let row = bound(fields, "rows", text)?;
            let place = format!("row {text}");
            fields.expect(&place, &integer(index), &list.search_internal(&row, 0, size).ok())?;
            let range = list.search(&row);
            let got = range.as_ref().map(write_range);
            fields.expect(&place, &found.as_str(), &got.as_deref())?;
            let time = range.map(|range| range.deletion_time);
            fields.expect(&place, &time, &list.search_deletion_time(&row))?;
        }
        Ok(())
    }

    fn search_internal(&self, fields: &Fields) -> Result<(), Difference> {
        let list = self.list(fields, "list")?;
        let name = bound(fields, "name", fields.text("name")?)?;
        let (from, to) = (fields.integer("from")?, fields.integer("to")?);
        let mut index = None;
        let result = outcome(|| {
            index = Some(list.search_internal(&name, from, to)?);
            Ok(())
        });
        if fields.has("error") {
            fields.skip("java");
            return fields.expect_text("error", result.err().unwrap_or("success"));
        }
        match index {
            Some(index) => fields.expect_integer("index", index),
            None => Err(fields.difference("index", fields.value("index")?, result)),
        }
    }

    /// An operation on a holder.
    fn info(&mut self, operation: &str, fields: &Fields) -> Result<(), Difference> {
        let name = fields.text("info")?;
        let known = |infos: &BTreeMap<String, _>, name: &str| {
            if infos.contains_key(name) {
                Ok(())
            } else {
                Err(fields.difference("info", "one", name))
            }
        };
        let deletion = || {
            let text = fields.text("partition_deletion")?;
            let time: Option<DeletionTime> = read_deletion_time_or_live(text);
            time.ok_or_else(|| fields.difference("partition_deletion", "a deletion time", text))
        };
        if operation == "info_may_modify" {
            let other = fields.text("other")?;
            known(&self.infos, name)?;
            known(&self.infos, other)?;
            let may_modify = self.infos[name].may_modify(&self.infos[other]);
            return fields.expect_flag("may_modify", may_modify);
        }
        let mut info = match operation {
            "info_new" => DeletionInfo::new(deletion()?),
            "info_live" => DeletionInfo::live(),
            "info_mutable_copy" => {
                let from = fields.text("from")?;
                known(&self.infos, from)?;
                self.infos[from].mutable_copy()
            }
            _ => self.infos.remove(name).ok_or_else(|| fields.difference("info", "one", name))?,
        };
        match operation {
            "info_new" | "info_live" | "info_mutable_copy" => {}
            "info_add_range" => {
                let text = fields.text("range")?;
                let range = read_range(text);
                info.add_range(range.ok_or_else(|| fields.difference("range", "a range", text))?);
            }
            "info_add_deletion" => info.add_deletion(deletion()?),
            "info_add_info" => {
                let other = fields.text("other")?;
                known(&self.infos, other)?;
                info.add_info(&self.infos[other]);
            }
            "info_update_all_timestamp" => info.update_all_timestamp(fields.integer("timestamp")?),
            _ => return Err(fields.difference("op", "a known operation", operation)),
        }
        self.info_state(fields, &info)?;
        self.infos.insert(name.into(), info);
        Ok(())
    }

    fn info_state(
        &self,
        fields: &Fields,
        info: &DeletionInfo<i32, COLUMNS, L>,
    ) -> Result<(), Difference> {
        let deletion = write_deletion_time(info.partition_deletion());
        fields.expect_text("partition_deletion_out", &deletion)?;
        fields.expect_flag("is_live", info.is_live())?;
        fields.expect_flag("has_ranges", info.has_ranges())?;
        fields.expect_integer("range_count", info.range_count())?;
        fields.expect_integer("max_timestamp", info.max_timestamp())?;
        fields.expect_integer("data_size_bytes", info.data_size())?;
        let Some(list) = info.list() else {
            for name in ["capacity", "ranges"] {
                fields.expect(name, fields.value(name)?, &serde_json::Value::Null)?;
            }
            return Ok(());
        };
        self.capacity(fields, list)?;
        fields.expect_text("ranges", &write_list(list))
    }
}

fn bound<const COLUMNS: usize>(
    fields: &Fields,
    field: &str,
    text: &str,
) -> Result<common::tombstones::Bound<i32, COLUMNS>, Difference> {
    read_bound(text).ok_or_else(|| fields.difference(field, "a bound", text))
}
