//! Clustering prefixes: rows, the bounds of ranges, and their order.
//!
//! Source: apache/cassandra 5.0, `ClusteringPrefix.Kind`, `ClusteringBound`, `ClusteringComparator.compare`,
//! `Slice.isEmpty`.
//! Ported: all kinds with their weights, comparison, inversion, emptiness, data size and heap size.
//! Left out: prefixes over byte buffers, whose values are decoded at every comparison.
//! Differs: values are decoded once and stand in the bound, and the order is in the type, so a list has no comparator.

use std::cmp::Ordering;
use std::fmt::Debug;

/// A component of a clustering prefix; its `Ord` is the order of its column.
pub trait Value: Copy + Ord + Default + Debug {
    /// Bytes of the serialised value, which upstream's sizes are built from.
    fn data_size(self) -> i32;

    /// As Java hashes the value.
    fn hash_code(self) -> i32;

    /// A number below 2^60 either way that never falls along the order of values: a column of numbers can be searched
    /// without a branch.
    fn order(self) -> i64;
}

impl Value for i32 {
    fn data_size(self) -> i32 {
        4
    }

    fn hash_code(self) -> i32 {
        self
    }

    fn order(self) -> i64 {
        i64::from(self)
    }
}

/// What a prefix stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// End of a range, the prefix itself outside.
    ExclusiveEnd,
    /// Start of a range, the prefix itself inside.
    InclusiveStart,
    /// Exclusive end of one range and inclusive start of the next.
    ExclusiveEndInclusiveStart,
    /// The static row, before all other rows.
    Static,
    /// A row.
    Row,
    /// Inclusive end of one range and exclusive start of the next.
    InclusiveEndExclusiveStart,
    /// End of a range, the prefix itself inside.
    InclusiveEnd,
    /// Start of a range, the prefix itself outside.
    ExclusiveStart,
}

impl Kind {
    /// Order among prefixes of equal components: 0 lies before the rows, 3 after them.
    fn weight(self) -> i8 {
        match self {
            Kind::ExclusiveEnd | Kind::InclusiveStart | Kind::ExclusiveEndInclusiveStart => 0,
            Kind::Static => 1,
            Kind::Row => 2,
            Kind::InclusiveEndExclusiveStart | Kind::InclusiveEnd | Kind::ExclusiveStart => 3,
        }
    }

    /// Where a shorter prefix of this kind lies against everything that extends it.
    fn compared_to_clustering(self) -> Ordering {
        match self {
            Kind::ExclusiveEnd
            | Kind::InclusiveStart
            | Kind::ExclusiveEndInclusiveStart
            | Kind::Static => Ordering::Less,
            Kind::Row => Ordering::Equal,
            Kind::InclusiveEndExclusiveStart | Kind::InclusiveEnd | Kind::ExclusiveStart => {
                Ordering::Greater
            }
        }
    }

    /// The other side of the same cut.
    fn invert(self) -> Kind {
        match self {
            Kind::ExclusiveEnd => Kind::InclusiveStart,
            Kind::InclusiveStart => Kind::ExclusiveEnd,
            Kind::InclusiveEnd => Kind::ExclusiveStart,
            Kind::ExclusiveStart => Kind::InclusiveEnd,
            Kind::ExclusiveEndInclusiveStart => Kind::InclusiveEndExclusiveStart,
            Kind::InclusiveEndExclusiveStart => Kind::ExclusiveEndInclusiveStart,
            Kind::Static | Kind::Row => self,
        }
    }

    /// Whether a range starts here.
    pub fn is_start(self) -> bool {
        matches!(
            self,
            Kind::InclusiveStart
                | Kind::ExclusiveStart
                | Kind::ExclusiveEndInclusiveStart
                | Kind::InclusiveEndExclusiveStart
        )
    }

    /// Whether a range ends here.
    pub fn is_end(self) -> bool {
        matches!(
            self,
            Kind::InclusiveEnd
                | Kind::ExclusiveEnd
                | Kind::ExclusiveEndInclusiveStart
                | Kind::InclusiveEndExclusiveStart
        )
    }

    /// Whether this is a bound that includes the prefix itself.
    pub fn is_inclusive(self) -> bool {
        matches!(self, Kind::InclusiveStart | Kind::InclusiveEnd)
    }
}

/// A clustering prefix: its first components and what it stands for. Eight bytes for one `i32` column.
#[derive(Clone, Copy, Debug)]
pub struct Bound<V, const COLUMNS: usize> {
    /// The first `components` are meant; the rest holds the default and is never looked at.
    values: [V; COLUMNS],
    components: u8,
    kind: Kind,
}

impl<V: Value, const COLUMNS: usize> Bound<V, COLUMNS> {
    /// A prefix of the given components, at most as many as there are columns.
    ///
    /// # Panics
    /// With more components than columns.
    #[inline]
    pub fn new(kind: Kind, components: &[V]) -> Self {
        let mut values = [V::default(); COLUMNS];
        values[..components.len()].copy_from_slice(components);
        let components = u8::try_from(components.len()).expect("a prefix has few components");
        Bound { values, components, kind }
    }

    /// Before everything.
    pub fn bottom() -> Self {
        Bound::new(Kind::InclusiveStart, &[])
    }

    /// After everything.
    pub fn top() -> Self {
        Bound::new(Kind::InclusiveEnd, &[])
    }

    /// A row of all columns.
    #[inline]
    pub fn row(values: [V; COLUMNS]) -> Self {
        Bound::new(Kind::Row, &values)
    }

    /// The components.
    #[inline]
    pub fn components(&self) -> &[V] {
        &self.values[..usize::from(self.components)]
    }

    /// What it stands for.
    #[inline]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether this is [`Bound::bottom`]; other bounds without components are not.
    #[inline]
    pub fn is_bottom(&self) -> bool {
        self.components == 0 && self.kind == Kind::InclusiveStart
    }

    /// Whether this is [`Bound::top`]; other bounds without components are not.
    #[inline]
    pub fn is_top(&self) -> bool {
        self.components == 0 && self.kind == Kind::InclusiveEnd
    }

    /// The other side of the same cut: where one range ends, the next one starts. Compares equal to the original.
    #[inline]
    #[must_use]
    pub fn invert(self) -> Self {
        Bound { kind: self.kind.invert(), ..self }
    }

    /// The order of prefixes: by component, then by kind, where a shorter prefix lies before or after all that
    /// extends it. Unlike prefixes may compare equal, so this is not `Ord`.
    #[inline]
    pub fn compare(&self, other: &Self) -> Ordering {
        let shorter = usize::from(self.components.min(other.components));
        for index in 0..shorter {
            let order = self.values[index].cmp(&other.values[index]);
            if order != Ordering::Equal {
                return order;
            }
        }
        match self.components.cmp(&other.components) {
            Ordering::Equal => self.kind.weight().cmp(&other.kind.weight()),
            Ordering::Less => self.kind.compared_to_clustering(),
            Ordering::Greater => other.kind.compared_to_clustering().reverse(),
        }
    }

    /// Bytes of the serialised components.
    pub fn data_size(&self) -> i32 {
        self.components().iter().map(|value| value.data_size()).sum()
    }

    /// What upstream charges for the bound: 40 without components, else 48, and 72 with the padded value for each.
    pub fn heap_size(&self) -> i64 {
        if self.components == 0 {
            return 40;
        }
        let buffer = |value: &V| 72 + i64::from((value.data_size() + 7) & !7);
        48 + self.components().iter().map(buffer).sum::<i64>()
    }

    /// In the shape of Java's hash; the kind counts by its position here, where Java takes an identity hash.
    pub fn hash_code(&self) -> i32 {
        let step = |hash: i32, part: i32| hash.wrapping_mul(31).wrapping_add(part);
        let values = self.components().iter().fold(1, |hash, value| step(hash, value.hash_code()));
        step(i32::from(self.kind as u8), values)
    }
}

impl<V: Value, const COLUMNS: usize> PartialEq for Bound<V, COLUMNS> {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.components() == other.components()
    }
}

impl<V: Value, const COLUMNS: usize> Eq for Bound<V, COLUMNS> {}

/// Whether nothing lies between two bounds: they are in the wrong order, or meet and exclude the meeting point.
#[inline]
pub fn is_empty_slice<V: Value, const COLUMNS: usize>(
    start: &Bound<V, COLUMNS>,
    end: &Bound<V, COLUMNS>,
) -> bool {
    match start.compare(end) {
        Ordering::Less => false,
        Ordering::Greater => true,
        // Two inclusive bounds never meet, so 5.0's plain `>= 0` says the same.
        Ordering::Equal => !start.kind.is_inclusive() || !end.kind.is_inclusive(),
    }
}
