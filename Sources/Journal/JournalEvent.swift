public import Ground
public import Vocabulary

/// An event in a run.
public enum JournalEvent: Hashable, Codable, Sendable {
    /// The journal's first line, unique to each run. It is left out of every comparison and of traces.
    case provenance(provenance: Provenance)
    case runStarted(header: RunHeader)
    case stepStarted(step: StepRecord)
    /// The step is complete, with its measurements.
    case stepPassed(step: StepRecord, elapsed: Lapse, measured: [Measured])
    case stepFailed(step: StepRecord, elapsed: Lapse, failure: Failure)
    case frame(frame: FrameRecord)
    /// Something that the phone observed or did.
    case phone(event: PhoneEvent)
    case finding(link: LinkID, finding: Finding)
    /// The rig is faulty: one of its links, or with nil the rig as a whole.
    case fault(link: LinkID?, what: String, remedy: String)
    case runEnded(summary: RunSummary)

    /// Whether the event explains a pause to a person watching.
    public var isOfWaiting: Bool {
        switch self {
        case .phone(.waits), .phone(.tag(.readerLost)): true
        case .provenance, .runStarted, .stepStarted, .stepPassed, .stepFailed, .frame, .phone, .finding, .fault,
            .runEnded:
            false
        }
    }
}

/// An event with its instant.
public struct JournalEntry: Hashable, Codable, Sendable {
    public let instant: Instant
    public let event: JournalEvent

    public init(_ event: JournalEvent, at instant: Instant) {
        self.instant = instant
        self.event = event
    }
}

/// The step of a scenario that an entry concerns.
public struct StepRecord: Hashable, Codable, Sendable {
    /// The step's number in the order played, from 1; a repeated step gets a new number each round.
    public let number: Int
    /// The step's nesting depth in blocks; 0 at the top.
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

/// The parameters with which a run was started.
public struct RunHeader: Hashable, Codable, Sendable {
    /// The version of the journal's format.
    public static let formatVersion = 3

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
