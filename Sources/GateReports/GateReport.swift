public import Gate
public import GateKit
public import Ground
public import Journal

/// A gate with what its runs left, from which all of its reports are made: the same data give the same bytes.
///
/// The document decides. Everything else only explains it, and may be missing: then a report says less.
public struct GateReport: Sendable {
    public let document: GateDocument
    /// All runs of candidate and baseline with what each measured, for the pictures.
    public let attempts: [GateAttempt]
    /// How long each run took, by its ordinal.
    public let elapsed: [Int: Span]
    /// What the runs that did not pass came to, by their ordinals.
    public let summaries: [Int: RunSummary]
    /// The addresses of the runs' own pages as seen from the gate's page, by their ordinals.
    public let pages: [Int: String]
    /// The distances that runs saw, by their ordinals.
    public let distances: [Int: [RunDistances]]
    /// What earlier firmwares came to on these scenarios.
    public let history: [GateColumn]
    /// The host on which it ran.
    public let host: String
    /// The gate's folder as whoever asked for it calls it; nil where nobody says.
    public let folder: String?
    /// When it was played, by the wall's clock; nil where only the document tells it, to the second.
    public let period: Period?

    /// From when to when.
    public struct Period: Hashable, Sendable {
        /// In milliseconds since 1970.
        public let start: Int64
        public let elapsed: Span

        /// Both in nanoseconds since 1970; an end that a clock shows before the start is none.
        public init(from start: Int64, to end: Int64) {
            self.start = start / 1_000_000
            let (elapsed, isTooLong) = end.subtractingReportingOverflow(start)
            self.elapsed = isTooLong ? .zero : Span(nanoseconds: max(0, elapsed))
        }
    }

    public init(
        _ document: GateDocument, attempts: [GateAttempt] = [], elapsed: [Int: Span] = [:],
        summaries: [Int: RunSummary] = [:], pages: [Int: String] = [:], distances: [Int: [RunDistances]] = [:],
        history: [GateColumn] = [], host: String = "", folder: String? = nil, period: Period? = nil
    ) {
        self.period = period
        self.document = document
        self.attempts = attempts
        self.elapsed = elapsed
        self.folder = folder
        self.summaries = summaries
        self.pages = pages
        self.distances = distances
        self.history = history
        self.host = host
    }
}

/// What one firmware came to on one bench: a column of the matrix.
public struct GateColumn: Hashable, Sendable {
    public struct Cell: Hashable, Sendable {
        public let scenario: String
        public let `class`: GateClass
        public let trials: Int
        public let failures: Int
        /// The rate of failures is below this.
        public let upperLimit: Double
        public let confidence: Probability

        public init(
            scenario: String, class: GateClass, trials: Int, failures: Int, upperLimit: Double,
            confidence: Probability
        ) {
            self.scenario = scenario
            self.class = `class`
            self.trials = trials
            self.failures = failures
            self.upperLimit = upperLimit
            self.confidence = confidence
        }
    }

    public let firmware: String
    public let bench: String
    public let cells: [Cell]

    public init(firmware: String, bench: String, cells: [Cell]) {
        self.firmware = firmware
        self.bench = bench
        self.cells = cells
    }
}

/// The distance of one accessory over a run, and the zones that it was held against.
public struct RunDistances: Hashable, Sendable {
    public struct Sample: Hashable, Sendable {
        public let instant: Instant
        public let distance: Distance

        public init(_ instant: Instant, _ distance: Distance) { (self.instant, self.distance) = (instant, distance) }
    }

    public struct Zone: Hashable, Sendable {
        public let name: String
        public let radius: Distance

        public init(_ name: String, _ radius: Distance) { (self.name, self.radius) = (name, radius) }
    }

    public let accessory: String
    public let samples: [Sample]
    public let zones: [Zone]

    public init(accessory: String, samples: [Sample], zones: [Zone]) {
        self.accessory = accessory
        self.samples = samples
        self.zones = zones
    }
}
