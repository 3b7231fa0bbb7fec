//! The closed vocabularies of the record in words for people.

use measure::record::{Cause, ClaimStatus, GrowthClass, Role, Verdict, Witness};

/// What a witness is called in prose.
pub fn witness(witness: Witness) -> &'static str {
    match witness {
        Witness::CpuTime => "CPU time",
        Witness::Instructions => "instructions",
        Witness::AllocatedBytes => "bytes allocated",
        Witness::AllocatedBlocks => "blocks allocated",
        Witness::PeakBytes => "peak bytes",
    }
}

/// The label of a role that explains itself to somebody who has not read the glossary.
pub fn role(role: Role) -> &'static str {
    match role {
        Role::Legacy => "before the patch",
        Role::Optimized => "the patch",
        Role::Revision => "another upstream form",
        Role::Frontier => "beyond the patch",
        Role::Peer => "what one could take instead",
        Role::Limit => "physical bound",
        Role::Control => "second copy of legacy",
        Role::Variant => "explains something",
        Role::Java => "original Java",
    }
}

/// The shape that stands for a verdict, so that colour never speaks alone.
pub fn shape(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Better => "\u{25b2}",
        Verdict::Worse => "\u{25bc}",
        Verdict::Equivalent => "\u{25a0}",
        Verdict::Inconclusive => "\u{25c7}",
    }
}

/// Why a comparison is undecided, in one sentence.
pub fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Placement => "The ratio moves with where the data lies in memory.",
        Cause::Mode => "The ratio depends on the speed mode of the machine.",
        Cause::NearMargin => "The ratio lies so near to the margin that the interval crosses it.",
        Cause::Budget => "Time or units ran out before the interval was narrow enough.",
        Cause::Instrument => "The instrument cannot be trusted on this hot path here.",
    }
}

/// What would decide it, in one sentence.
pub fn remedy(cause: Cause) -> &'static str {
    match cause {
        Cause::Placement => {
            "More units, each a fresh placement of the data; until then the interval is the answer."
        }
        Cause::Mode => "A core without a neighbour: measure it again on a quiet machine.",
        Cause::NearMargin => "More units narrow the interval; for most purposes the two are equal.",
        Cause::Budget => "More time: measure this case alone.",
        Cause::Instrument => {
            "A better control: look at the self-tests, then measure again on a quiet machine."
        }
    }
}

/// What became of a claim, in words.
pub fn status(status: ClaimStatus) -> &'static str {
    match status {
        ClaimStatus::Reproduced => "reproduced",
        ClaimStatus::SameDirection => "same direction, another size",
        ClaimStatus::NotReproduced => "not reproduced",
        ClaimStatus::NotTestable => "not testable here",
    }
}

/// A class of growth as it is written.
pub fn growth_class(class: GrowthClass) -> &'static str {
    match class {
        GrowthClass::Constant => "constant",
        GrowthClass::Logarithmic => "log n",
        GrowthClass::Linear => "n",
        GrowthClass::Linearithmic => "n log n",
        GrowthClass::Quadratic => "n\u{b2}",
        GrowthClass::Unclassified => "no class fits",
    }
}
