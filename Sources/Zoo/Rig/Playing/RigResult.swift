public import Ground
public import Journal

/// The result of one run on a faulty rig.
public struct RigSighting: Hashable, Sendable {
    /// The mark of a run in the matrix, the best first.
    public enum Mark: String, Hashable, Sendable, CaseIterable, Comparable {
        /// It does not use the part, or nothing that counts was lost.
        case passed = "."
        /// Error, and the true cause is named.
        case named = "#"
        /// Error, or out of time, and something else is named.
        case misnamed = "?"
        /// The scenario does not pass on a sound rig.
        case skipped = "-"
        /// Passed, although a probe passes too: the evidence was lost.
        case wronglyPassed = "p"
        /// The accessory was blamed.
        case blamed = "x"

        public static func < (one: Self, other: Self) -> Bool {
            (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
        }
    }

    public let mark: Mark
    public let summary: RunSummary
    /// The instant at which the fault began.
    public let moment: Instant
    /// The probe that a run on this rig no longer detects; nil if all are detected.
    public let missing: String?

    init(_ mark: Mark, _ summary: RunSummary, at moment: Instant, missing: String? = nil) {
        (self.mark, self.summary, self.moment, self.missing) = (mark, summary, moment, missing)
    }

    /// Returns the mark of a healthy accessory's run with a fault that did or did not affect it.
    static func mark(of summary: RunSummary, for fault: BenchFault, isTouched: Bool) -> Mark {
        switch summary.verdict {
        case .passed: return .passed
        case .failed: return .blamed
        case .skipped: return .skipped
        case .error, .timedOut, .aborted: break
        }
        guard isTouched, let code = summary.code, fault.facts.codes.contains(code) else { return .misnamed }
        return fault.isNamed(on: summary.errorLink) ? .named : .misnamed
    }
}

/// The result of one scenario with one fault, at all its moments.
public struct RigResult: Hashable, Sendable {
    public let fault: BenchFault
    /// At least one, in the order of the moments.
    public let sightings: [RigSighting]

    init(_ fault: BenchFault, _ sightings: [RigSighting]) {
        precondition(!sightings.isEmpty, "a fault begins at some moment")
        (self.fault, self.sightings) = (fault, sightings)
    }

    public var scenario: String { sightings[0].summary.scenario }

    /// The worst of all moments.
    public var mark: RigSighting.Mark { worst.mark }

    /// The first of the worst ones.
    public var worst: RigSighting {
        sightings.dropFirst().reduce(sightings[0]) { $0.mark < $1.mark ? $1 : $0 }
    }
}

extension BenchFault {
    /// Whether it affects the evidence on the disk, and not the run.
    var isOfEvidence: Bool { self == .diskFull || self == .folderTaken || self == .guestKilled }

    /// Whether it shifts the run's acts against the events around it.
    var takesTime: Bool {
        switch self {
        case .loopStarved, .programStopped, .machineSuspended, .processorScarce, .stageSlow: true
        // A lost round makes the run wait for the next one.
        case .kitTransmitsHalf, .cliKitTransmitsHalf: true
        default: false
        }
    }

    /// Whether an error with this link names its part; the mailbox reports whose frames were lost.
    func isNamed(on link: LinkID?) -> Bool { self == .mailboxOverflows || facts.part.isNamed(by: link) }
}
