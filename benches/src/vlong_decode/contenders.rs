//! Each form of the decoding as a type, so that every contender gets machine code of its own in every workload.

use std::any::TypeId;
use std::hint::black_box;

use common::fault::Fault;
use common::vlong::cursor::Cursor;
use measure::record::Role;
use measure::{Answer, Workload};
use optimized::revisions::vlong_decode_merged_421 as merged_421;

use super::containers::Fold;
use super::visitor;

/// Reads one value from any cursor.
pub(super) trait Decoder: Copy + 'static {
    fn read<C: Cursor>(self, cursor: &mut C) -> Result<i64, Fault>;
}

macro_rules! decoders {
    ($($name:ident: $read:path),+ $(,)?) => {
        $(
            #[derive(Clone, Copy)]
            pub(super) struct $name;

            impl Decoder for $name {
                // As the ports: otherwise the adapter and not the port would decide what the plain rows measure.
                #[inline(always)]
                fn read<C: Cursor>(self, cursor: &mut C) -> Result<i64, Fault> {
                    $read(cursor).inspect_err(|_| unlike::<$name>())
                }
            }
        )+
    };
}

decoders! {
    Legacy: legacy::vlong_decode::read_vlong,
    Optimized: optimized::vlong_decode::read_vlong,
    Merged421: merged_421::read_vlong,
    Frontier: frontier::vlong_decode::read_vlong,
    Control: control::vlong_decode::read_vlong,
    Visitor: visitor::read_vlong,
}

/// The same, never inlined: what a caller sees whose compiler decides against it.
#[derive(Clone, Copy)]
pub(super) struct Called<D>(pub(super) D);

impl<D: Decoder> Decoder for Called<D> {
    #[inline(never)]
    fn read<C: Cursor>(self, cursor: &mut C) -> Result<i64, Fault> {
        self.0.read(cursor)
    }
}

// LLVM merges functions that come out equal, such as legacy and control where they are not inlined, and then the control
// measures nothing. Telling them apart where no measured read comes by costs nothing.
#[cold]
fn unlike<D: 'static>() {
    black_box(TypeId::of::<D>());
}

/// A contender's state, prepared from an input, and one iteration on it.
pub(super) trait Reader: Sized + 'static {
    type Input: 'static;
    fn prepare(input: &Self::Input) -> Self;
    fn run<D: Decoder>(&mut self, decoder: D) -> Fold;
}

/// Adds one contender.
pub(super) fn with<R: Reader, D: Decoder>(
    workload: Workload<R::Input>,
    (role, name): (Role, &'static str),
    decoder: D,
) -> Workload<R::Input> {
    let run = move |reader: &mut R| reader.run(decoder);
    workload.contender((role, name), R::prepare, run, Answer::from)
}

/// Adds everybody who is in every case.
pub(super) fn with_all<R: Reader>(workload: Workload<R::Input>) -> Workload<R::Input> {
    let workload = with::<R, _>(workload, LEGACY, Legacy);
    let workload = with::<R, _>(workload, OPTIMIZED, Optimized);
    let workload = with::<R, _>(workload, MERGED_421, Merged421);
    let workload = with::<R, _>(workload, FRONTIER, Frontier);
    with::<R, _>(workload, CONTROL, Control)
}

/// Adds everybody who is in every case, never inlined.
pub(super) fn with_all_called<R: Reader>(workload: Workload<R::Input>) -> Workload<R::Input> {
    let workload = with::<R, _>(workload, LEGACY, Called(Legacy));
    let workload = with::<R, _>(workload, OPTIMIZED, Called(Optimized));
    let workload = with::<R, _>(workload, MERGED_421, Called(Merged421));
    let workload = with::<R, _>(workload, FRONTIER, Called(Frontier));
    with::<R, _>(workload, CONTROL, Called(Control))
}

pub(super) const LEGACY: (Role, &str) = (Role::Legacy, "legacy");
pub(super) const OPTIMIZED: (Role, &str) = (Role::Optimized, "optimized");
pub(super) const MERGED_421: (Role, &str) = (Role::Revision, "merged_421");
pub(super) const FRONTIER: (Role, &str) = (Role::Frontier, "frontier");
pub(super) const CONTROL: (Role, &str) = (Role::Control, "control");
/// A labelled row, never a reference: it costs a multiple of the direct loop wherever it is not inlined.
pub(super) const VISITOR: (Role, &str) = (Role::Variant, "visitor");
