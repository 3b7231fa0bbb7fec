//! The closed vocabularies: the same words in code, JSON, HTML and prose.

use serde::{Deserialize, Serialize};

/// Derives what every vocabulary has: JSON in `snake_case`, order, and its name as text.
macro_rules! vocabulary {
    ($(#[$doc:meta])* $name:ident { $($(#[$word_doc:meta])* $word:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name {
            $($(#[$word_doc])* #[serde(rename = $text)] $word,)+
        }

        impl $name {
            /// All words, in their order.
            pub const ALL: &[$name] = &[$($name::$word),+];

            /// The word as it stands in JSON and prose.
            pub fn name(self) -> &'static str {
                match self { $($name::$word => $text,)+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

vocabulary! {
    /// What a contender stands for. Only legacy, optimized, frontier and peers are ranked.
    Role {
        /// Before the patch; the reference.
        Legacy = "legacy",
        /// The patch.
        Optimized = "optimized",
        /// A further upstream form.
        Revision = "revision",
        /// Ours, beyond the patch.
        Frontier = "frontier",
        /// What a user could take instead.
        Peer = "peer",
        /// A physical bound such as one memcpy.
        Limit = "limit",
        /// A second compiled copy of `legacy`.
        Control = "control",
        /// A labelled row that explains something.
        Variant = "variant",
        /// The imported original; its ratios are among `java` rows only.
        Java = "java",
    }
}

vocabulary! {
    /// Where the input of a workload comes from.
    Origin {
        /// The ticket's own workload.
        Ticket = "ticket",
        /// Real data.
        Real = "real",
        /// A size that stands in a growth curve only.
        Growth = "growth",
    }
}

vocabulary! {
    /// What testifies.
    Witness {
        /// CPU time by paired sampling.
        CpuTime = "cpu_time",
        /// Instructions counted by callgrind.
        Instructions = "instructions",
        /// Bytes requested from the allocator; a reallocation counts its whole new size.
        AllocatedBytes = "allocated_bytes",
        /// Blocks requested from the allocator.
        AllocatedBlocks = "allocated_blocks",
        /// The most bytes in use at once.
        PeakBytes = "peak_bytes",
    }
}

vocabulary! {
    /// The unit of a measurement.
    Unit {
        /// Nanoseconds per operation.
        NsPerOp = "ns_per_op",
        /// Instructions per operation.
        PerOp = "per_op",
        /// Bytes per operation.
        BytesPerOp = "bytes_per_op",
        /// Blocks per operation.
        BlocksPerOp = "blocks_per_op",
        /// Bytes.
        Bytes = "bytes",
    }
}

vocabulary! {
    /// What Criterion estimates.
    Statistic {
        /// Time over iterations, fitted to samples of growing length.
        Slope = "slope",
        /// The mean over samples, where an operation is too long for samples of unlike length.
        Mean = "mean",
    }
}

vocabulary! {
    /// What a comparison came to, against the margin.
    Verdict {
        /// The whole interval is above the margin.
        Better = "better",
        /// The whole interval is below the margin.
        Worse = "worse",
        /// The whole interval is inside the margin.
        Equivalent = "equivalent",
        /// Neither; the cause is stored beside it.
        Inconclusive = "inconclusive",
    }
}

vocabulary! {
    /// Why a comparison is inconclusive.
    Cause {
        /// The ratio moves with where the data lies in memory.
        Placement = "placement",
        /// The ratio depends on the speed mode of the machine.
        Mode = "mode",
        /// The ratio lies so near to the margin that the interval crosses it.
        NearMargin = "near_margin",
        /// Time or units ran out.
        Budget = "budget",
        /// The instrument itself is not trustworthy here.
        Instrument = "instrument",
    }
}

vocabulary! {
    /// Why the sampler stopped looking.
    StopReason {
        /// The interval is narrow.
        Precise = "precise",
        /// The verdict is certain.
        Decided = "decided",
        /// The interval is so wide that more units would not decide.
        Hopeless = "hopeless",
        /// All units were spent.
        Budget = "budget",
    }
}

vocabulary! {
    /// Which pairs an estimate was taken from.
    PairMode {
        /// Quiet pairs only.
        Quiet = "quiet",
        /// All pairs, since too few were quiet.
        Mixed = "mixed",
    }
}

vocabulary! {
    /// Why there is no ratio, or one by agreement.
    RatioReason {
        /// The contender came down to zero.
        ToZero = "to_zero",
        /// The contender came up from zero.
        FromZero = "from_zero",
        /// Both are zero.
        BothZero = "both_zero",
    }
}

vocabulary! {
    /// What became of a published figure.
    ClaimStatus {
        /// Same direction, and inside the band.
        Reproduced = "reproduced",
        /// The right direction, another size.
        SameDirection = "same_direction",
        /// Neither.
        NotReproduced = "not_reproduced",
        /// The reason says why.
        NotTestable = "not_testable",
    }
}

vocabulary! {
    /// How a cost grows with the size of the input.
    GrowthClass {
        /// Constant.
        Constant = "1",
        /// Logarithmic.
        Logarithmic = "log_n",
        /// Linear.
        Linear = "n",
        /// Linear times logarithmic.
        Linearithmic = "n_log_n",
        /// Quadratic.
        Quadratic = "n_2",
        /// No class fits within 10 %.
        Unclassified = "unclassified",
    }
}

impl Witness {
    /// The unit in which a witness speaks.
    pub fn unit(self) -> Unit {
        match self {
            Witness::CpuTime => Unit::NsPerOp,
            Witness::Instructions => Unit::PerOp,
            Witness::AllocatedBytes => Unit::BytesPerOp,
            Witness::AllocatedBlocks => Unit::BlocksPerOp,
            Witness::PeakBytes => Unit::Bytes,
        }
    }
}
