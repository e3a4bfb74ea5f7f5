public import Ground

/// One judged item of a report for other programs: a scenario with one seed in a series of runs, or in a gate.
///
/// Any of its texts may come from a device or a file. Each format escapes and shortens them itself.
public struct ReportCase: Hashable, Sendable {
    /// The four outcomes of a test that other programs know.
    public enum Status: Hashable, Sendable, CaseIterable {
        case passed
        /// The accessory was at fault.
        case failed
        /// The accessory was not judged: the rig was at fault, the run took too long, or too little was played.
        case error
        case skipped
    }

    /// One run of the case.
    public struct Attempt: Hashable, Sendable {
        public let status: Status
        /// The verdict as this project's word.
        public let word: String
        public let elapsed: Lapse
        /// The reason it did not pass, as a sentence without a full stop.
        public let message: String?

        public init(_ status: Status, _ word: String, elapsed: Lapse, message: String? = nil) {
            (self.status, self.word, self.elapsed, self.message) = (status, word, elapsed, message)
        }
    }

    /// The name, unique within the report.
    public let name: String
    /// The enclosing levels, outermost first: the rig, then the folders and the file of the scenario.
    public let suite: [String]
    public let spot: SourceSpot?
    public let status: Status
    /// The outcome as this project's word: `flaky`, `timed out`, `unproved`.
    public let word: String
    /// The reason it did not pass, as a sentence without a full stop.
    public let message: String?
    /// The explanation, line by line.
    public let details: [String]
    /// The code of its first failure, or of the reason there is no verdict.
    public let code: String?
    /// The runs in the order in which they were played.
    public let attempts: [Attempt]
    public let elapsed: Lapse
    /// The files with its evidence.
    public let files: [String]
    /// Further properties by name.
    public let labels: [String: String]

    public init(
        name: String, suite: [String], spot: SourceSpot? = nil, status: Status, word: String, message: String? = nil,
        details: [String] = [], code: String? = nil, attempts: [Attempt] = [], elapsed: Lapse = .zero,
        files: [String] = [], labels: [String: String] = [:]
    ) {
        (self.name, self.suite, self.spot, self.status, self.word) = (name, suite, spot, status, word)
        (self.message, self.details, self.code, self.attempts) = (message, details, code, attempts)
        (self.elapsed, self.files, self.labels) = (elapsed, files, labels)
    }
}

/// One kind of failure, which a report lists once, however often it was seen.
public struct ReportFinding: Hashable, Sendable {
    /// The status: `failed` blames the accessory; any other says nothing about it.
    public let status: ReportCase.Status
    /// The scenario in which it was first seen.
    public let scenario: String
    public let spot: SourceSpot?
    /// The description, as sentences without full stops, the most informative first.
    public let lines: [String]
    /// The failure key of the evidence, stable across runs and firmware versions.
    public let key: String
    public let code: String?
    /// The number of runs of this scenario in which it was seen.
    public let count: Int
    public let runs: Int
    /// The other scenarios in which it was seen.
    public let others: [String]
    /// The reason this failure of the accessory does not decide: `excused`, `tolerated by the plan`; nil if it does.
    public let excuse: String?

    public init(
        _ status: ReportCase.Status, of scenario: String, at spot: SourceSpot?, lines: [String], key: String,
        code: String? = nil, count: Int, of runs: Int, others: [String] = [], excuse: String? = nil
    ) {
        (self.status, self.scenario, self.spot, self.lines) = (status, scenario, spot, lines)
        (self.key, self.code, self.count, self.runs, self.others) = (key, code, count, runs, others)
        self.excuse = excuse
    }

    /// The finding in one line: `fullFlow failed in 2 of 100 runs`.
    public var title: String {
        let how = status == .failed ? "failed" : "has no verdict"
        let more = others.isEmpty ? "" : ", and \(counted(others.count, "other scenario")) alike"
        let times = runs > 1 ? " in \(count) of \(runs) runs" : ""
        return "\(scenario) \(how)\(times)" + (excuse.map { ", \($0)" } ?? "") + more
    }
}
