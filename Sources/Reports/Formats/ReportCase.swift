public import Ground

/// One thing that a report for other programs judges: a scenario with one seed in a series of runs, or in a gate.
///
/// All of its texts may come from a device or a file. Each format escapes and cuts them in its own way.
public struct ReportCase: Hashable, Sendable {
    /// The four ways in which other programs let a test end.
    public enum Status: Hashable, Sendable, CaseIterable {
        case passed
        /// The accessory was wrong.
        case failed
        /// Nothing is known of the accessory: the rig was wrong, it took too long, or too little was played.
        case error
        case skipped
    }

    /// One run of it.
    public struct Attempt: Hashable, Sendable {
        public let status: Status
        /// The verdict in our own words.
        public let word: String
        public let elapsed: Span
        /// Why it did not pass, as a sentence without its full stop.
        public let message: String?

        public init(_ status: Status, _ word: String, elapsed: Span, message: String? = nil) {
            (self.status, self.word, self.elapsed, self.message) = (status, word, elapsed, message)
        }
    }

    /// No other case of the same report has it.
    public let name: String
    /// From the outermost on: the rig, then the folders and the file of the scenario.
    public let suite: [String]
    public let spot: SourceSpot?
    public let status: Status
    /// What it came to in our own words: `flaky`, `timed out`, `unproved`.
    public let word: String
    /// Why it did not pass, as a sentence without its full stop.
    public let message: String?
    /// What explains it, a line each.
    public let details: [String]
    /// The code of its first failure, or of why there is no verdict.
    public let code: String?
    /// In the order in which they were played.
    public let attempts: [Attempt]
    public let elapsed: Span
    /// The files that tell of it.
    public let files: [String]
    /// What else is known of it, by name.
    public let labels: [String: String]

    public init(
        name: String, suite: [String], spot: SourceSpot? = nil, status: Status, word: String, message: String? = nil,
        details: [String] = [], code: String? = nil, attempts: [Attempt] = [], elapsed: Span = .zero,
        files: [String] = [], labels: [String: String] = [:]
    ) {
        (self.name, self.suite, self.spot, self.status, self.word) = (name, suite, spot, status, word)
        (self.message, self.details, self.code, self.attempts) = (message, details, code, attempts)
        (self.elapsed, self.files, self.labels) = (elapsed, files, labels)
    }
}

/// One way to fail that a report names once, however often it was seen.
public struct ReportFinding: Hashable, Sendable {
    /// `failed` blames the accessory; everything else says nothing of it.
    public let status: ReportCase.Status
    /// The scenario in which it was first seen.
    public let scenario: String
    public let spot: SourceSpot?
    /// What it is, as sentences without full stops, the most telling one first.
    public let lines: [String]
    /// Stays the same from run to run and from firmware to firmware: the failure key of the evidence.
    public let key: String
    public let code: String?
    /// In how many of the runs of this scenario it was seen.
    public let count: Int
    public let runs: Int
    /// The other scenarios in which it was seen.
    public let others: [String]
    /// Why this failure of the accessory does not decide: `excused`, `tolerated by the plan`; nil where it does.
    public let excuse: String?

    public init(
        _ status: ReportCase.Status, of scenario: String, at spot: SourceSpot?, lines: [String], key: String,
        code: String? = nil, count: Int, of runs: Int, others: [String] = [], excuse: String? = nil
    ) {
        (self.status, self.scenario, self.spot, self.lines) = (status, scenario, spot, lines)
        (self.key, self.code, self.count, self.runs, self.others) = (key, code, count, runs, others)
        self.excuse = excuse
    }

    /// In one line: `fullFlow failed in 2 of 100 runs`.
    public var title: String {
        let how = status == .failed ? "failed" : "has no verdict"
        let more = others.isEmpty ? "" : ", and \(counted(others.count, "other scenario")) alike"
        let times = runs > 1 ? " in \(count) of \(runs) runs" : ""
        return "\(scenario) \(how)\(times)" + (excuse.map { ", \($0)" } ?? "") + more
    }
}
