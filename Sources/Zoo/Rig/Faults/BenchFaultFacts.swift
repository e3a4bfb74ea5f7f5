public import Ground

/// The facts about a fault of the rig, in one row per fault and nowhere else.
public struct BenchFaultFacts: Hashable, Sendable {
    /// The required result of a run on such a rig, if it uses the part.
    public enum RequiredResult: Hashable, Sendable {
        /// Error, with one of these codes and the part as its link; passed only if nothing that counts was lost.
        case named([FailureCode])
        /// Passed, because nothing that counts is lost, for this reason.
        case harmless(because: String)
        /// Either of both: losses are recovered, for this reason, or else named.
        case survived(because: String, or: [FailureCode])
    }

    /// The fault, in one sentence.
    public let meaning: String
    /// The part that it affects.
    public let part: BenchPart
    /// The evidence of it on a real bench, in one sentence; the simulated one gets no more than that.
    public let evidence: String
    public let promise: RequiredResult

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

    /// Whether at least one scenario must name it.
    public var isToBeNamed: Bool { if case .named = promise { true } else { false } }

    /// The reason it may pass; nil if it must be named.
    public var excuse: String? {
        switch promise {
        case .named: nil
        case .harmless(let reason), .survived(let reason, _): reason
        }
    }
}

extension BenchFault {
    /// The facts about the fault.
    public var facts: BenchFaultFacts {
        switch self {
        case .adapterUnplugged, .adapterReset, .adapterStuck, .adapterDropsLink, .adapterHeldByOthers,
            .adapterDaemonStarts, .adapterSendQueueFull, .adapterDeaf, .hostSleeps:
            adapterFacts
        case .kitUnplugged, .kitNeverOpens, .kitHangs, .kitStopsReading, .kitLineFails, .kitReboots, .kitReportsError,
            .kitRefuses, .kitAnswersLate, .kitAnswersTwice, .kitEndsSession, .kitOtherSession, .kitSwallowsRounds,
            .kitRepeatsRounds, .kitTransmitsNothing, .kitTransmitsHalf, .kitStopsTransmitting, .kitGarbles,
            .kitCutsPackets, .kitDeaf, .kitOnOtherChannel, .kitWithOtherPreamble, .kitMismeasures, .cliKitEndsSession,
            .cliKitTransmitsNothing, .cliKitTransmitsHalf,
            .cliKitStopsTransmitting:
            kitFacts
        case .readerMissing, .readerUnplugged, .readerSilent, .readerGarbles, .readerRefuses, .readerHot, .readerAborts,
            .readerForgets, .readerNeverAnswers, .readerBlind:
            readerFacts
        case .consoleUnplugged, .consoleMute, .stageStuck, .stageFails, .stageSlow, .powerSwitchLies: stageFacts
        case .loopStarved, .programStopped, .machineSuspended, .processorScarce, .mailboxOverflows, .diskFull,
            .folderTaken, .guestKilled:
            hostFacts
        }
    }
}
