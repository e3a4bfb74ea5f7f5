public import Gate
public import GateKit
public import Ground
public import Journal

/// A gate with the evidence of its runs, from which all reports are made: the same data give the same bytes.
///
/// The document is decisive. Everything else only explains it and may be missing, which makes a report less detailed.
public struct GateReport: Sendable {
    public let document: GateDocument
    /// All runs of candidate and baseline with their measurements, for the plots.
    public let attempts: [GateAttempt]
    /// The duration of each run, by ordinal.
    public let elapsed: [Int: Lapse]
    /// The summaries of runs that did not pass, by ordinal.
    public let summaries: [Int: RunSummary]
    /// The addresses of the runs' own pages relative to the gate's page, by ordinal.
    public let pages: [Int: String]
    /// The distances seen in runs, by ordinal.
    public let distances: [Int: [RunDistances]]
    /// The results of earlier firmwares with these scenarios.
    public let history: [GateColumn]
    /// The host on which the gate ran.
    public let host: String
    /// The gate's folder as named by the user; nil if unknown.
    public let folder: String?
    /// The period of the gate in wall-clock time; nil if only the document states it, to the second.
    public let period: Period?

    /// A start with a duration.
    public struct Period: Hashable, Sendable {
        /// The start in milliseconds since 1970.
        public let start: Int64
        public let elapsed: Lapse

        /// Creates a period from two instants in nanoseconds since 1970; an end before the start gives a duration of
        /// zero.
        public init(from start: Int64, to end: Int64) {
            self.start = start / 1_000_000
            let (elapsed, isTooLong) = end.subtractingReportingOverflow(start)
            self.elapsed = isTooLong ? .zero : Lapse(nanoseconds: max(0, elapsed))
        }
    }

    public init(
        _ document: GateDocument, attempts: [GateAttempt] = [], elapsed: [Int: Lapse] = [:],
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

/// The results of one firmware on one bench: a column of the matrix.
public struct GateColumn: Hashable, Sendable {
    public struct Cell: Hashable, Sendable {
        public let scenario: String
        public let `class`: GateClass
        public let trials: Int
        public let failures: Int
        /// The upper limit of the failure rate.
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

/// The distances of one accessory over a run, and the zones they were compared with.
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
