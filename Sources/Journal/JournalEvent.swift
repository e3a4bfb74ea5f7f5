public import Ground
public import Vocabulary

/// Something that happened in a run.
public enum JournalEvent: Hashable, Codable, Sendable {
    /// The journal's first line, which no other run has: it is left out of every comparison, and of traces.
    case provenance(provenance: Provenance)
    case runStarted(header: RunHeader)
    case stepStarted(step: StepRecord)
    /// The step is done; what it measured.
    case stepPassed(step: StepRecord, elapsed: Span, measured: [Measured])
    case stepFailed(step: StepRecord, elapsed: Span, failure: Failure)
    case frame(frame: FrameRecord)
    /// Something that the phone saw or did.
    case phone(event: PhoneEvent)
    /// The same in a journal of format 1, which has it in words alone.
    case told(link: String, kind: String, text: String)
    case finding(link: String, finding: Finding)
    /// The rig is wrong.
    case fault(link: String, what: String, remedy: String)
    case runEnded(summary: RunSummary)

    /// Whether it explains a pause, and is of interest to whoever looks on.
    public var isOfWaiting: Bool {
        switch self {
        case .phone(.waits), .phone(.tag(.readerLost)): true
        case .provenance, .runStarted, .stepStarted, .stepPassed, .stepFailed, .frame, .phone, .told, .finding, .fault,
            .runEnded:
            false
        }
    }
}

/// One thing that happened, and when.
public struct JournalEntry: Hashable, Codable, Sendable {
    public let instant: Instant
    public let event: JournalEvent

    public init(_ event: JournalEvent, at instant: Instant) {
        self.instant = instant
        self.event = event
    }
}

/// Which step of a scenario an entry speaks of.
public struct StepRecord: Hashable, Codable, Sendable {
    /// Counts the steps as they are played, from 1; a repeated step gets a new number each round.
    public let number: Int
    /// How deep the step lies in blocks; 0 at the top.
    public let depth: Int
    /// The step in words: `connect to door within 5.00 s`.
    public let text: String
    public let spot: SourceSpot

    public init(number: Int, depth: Int, text: String, spot: SourceSpot) {
        self.number = number
        self.depth = depth
        self.text = text
        self.spot = spot
    }
}

/// What a run was started with.
public struct RunHeader: Hashable, Codable, Sendable {
    /// The version of the journal's format.
    public static let formatVersion = 2

    public let format: Int
    public let scenario: String
    public let rig: String
    public let seed: UInt64

    public init(scenario: String, rig: String, seed: UInt64) {
        self.format = Self.formatVersion
        self.scenario = scenario
        self.rig = rig
        self.seed = seed
    }
}
