public import Ground

/// What is known of a fault of the rig: one row a fault, and the only one.
public struct BenchFaultFacts: Hashable, Sendable {
    /// What a run on such a rig must come to, where it uses the part.
    public enum Promise: Hashable, Sendable {
        /// Error, with one of these codes and the part as its link; passed only where nothing that counts was lost.
        case named([FailureCode])
        /// Passed, because nothing that counts is lost, for this reason.
        case harmless(because: String)
        /// Either of both: what was lost is made good for this reason, and where it is not, it is named.
        case survived(because: String, or: [FailureCode])
    }

    /// What goes wrong, in one sentence.
    public let meaning: String
    /// Which part it hits.
    public let part: BenchPart
    /// What a real bench has of it, in one sentence: no more than that is put on the simulated one.
    public let evidence: String
    public let promise: Promise

    init(_ part: BenchPart, _ meaning: String, seenBy evidence: String, _ codes: FailureCode...) {
        (self.part, self.meaning, self.evidence, promise) = (part, meaning, evidence, .named(codes))
    }

    init(_ part: BenchPart, _ meaning: String, seenBy evidence: String, harmlessBecause reason: String) {
        (self.part, self.meaning, self.evidence) = (part, meaning, evidence)
        promise = .harmless(because: reason)
    }

    init(
        _ part: BenchPart, _ meaning: String, seenBy evidence: String, survivedBecause reason: String,
        or codes: FailureCode...
    ) {
        (self.part, self.meaning, self.evidence) = (part, meaning, evidence)
        promise = .survived(because: reason, or: codes)
    }

    /// The codes by which it may be named; none for a harmless fault.
    public var codes: [FailureCode] {
        switch promise {
        case .named(let codes), .survived(_, let codes): codes
        case .harmless: []
        }
    }

    /// Whether some scenario has to name it.
    public var isToBeNamed: Bool { if case .named = promise { true } else { false } }

    /// Why it may pass; nil where it must be named.
    public var excuse: String? {
        switch promise {
        case .named: nil
        case .harmless(let reason), .survived(let reason, _): reason
        }
    }
}

extension BenchFault {
    /// What is known of it.
    public var facts: BenchFaultFacts {
        switch self {
        case .adapterUnplugged, .adapterReset, .adapterStuck, .adapterDropsLink, .adapterHeldByOthers,
            .adapterDaemonStarts, .adapterSendQueueFull, .hostSleeps:
            adapterFacts
        case .kitUnplugged, .kitNeverOpens, .kitHangs, .kitStopsReading, .kitLineFails, .kitReboots, .kitReportsError,
            .kitRefuses, .kitAnswersLate, .kitAnswersTwice, .kitEndsSession, .kitOtherSession, .kitSwallowsRounds,
            .kitRepeatsRounds, .kitTransmitsNothing, .kitTransmitsHalf, .kitGarbles, .kitCutsPackets:
            kitFacts
        case .readerMissing, .readerUnplugged, .readerSilent, .readerGarbles, .readerRefuses, .readerHot, .readerAborts,
            .readerForgets, .readerNeverAnswers:
            readerFacts
        case .consoleUnplugged, .consoleMute, .stageStuck, .stageFails, .stageSlow, .powerSwitchLies: stageFacts
        case .loopStarved, .programStopped, .machineSuspended, .processorScarce, .mailboxOverflows, .diskFull,
            .folderTaken, .guestKilled:
            hostFacts
        }
    }
}
