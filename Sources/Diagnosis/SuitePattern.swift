public import Ground
public import Journal
import Reports

/// The results of a whole suite for an accessory: the passes and failures of each scenario.
public struct SuitePattern: Sendable {
    /// A scenario with at least one run that passed or failed.
    public struct Row: Sendable {
        public let scenario: String
        public fileprivate(set) var passes = 0
        /// Its failures, in the order in which they were first seen.
        public fileprivate(set) var failures: [(sign: FailureSign, count: Int)] = []
        public fileprivate(set) var findings: Set<FailureCode> = []

        public var runs: Int { failures.reduce(passes) { $0 + $1.count } }

        /// Returns the mark of its failures with a sign.
        func mark(of sign: FailureSign) -> LikelyCause.Mark {
            LikelyCause.Mark(scenario, sign.code, seen: sign.seenCode)
        }
    }

    /// The scenarios in the order in which they were first played.
    public private(set) var rows: [Row] = []
    /// The number of runs without evidence about the accessory.
    public private(set) var silentRuns = 0
    /// The number of failed runs among them whose failure is one of a tag, of which the zoo has no defects.
    public private(set) var tagFailures = 0
    private var places: [String: Int] = [:]

    public init(_ observations: some Sequence<Observation> = []) { for one in observations { count(one) } }

    /// Creates the pattern from runs on disk; `unended` is the number of those that never reached a verdict.
    public init(_ records: [RunRecord], unended: Int) {
        self.init(records.map { ($0.summary, hadRigFault: !$0.faults.entries.isEmpty) })
        for _ in 0..<unended { count(Observation("", .silent)) }
    }

    /// Creates the pattern from the results of runs, with whether the rig had a fault in them.
    public init(_ runs: [(summary: RunSummary, hadRigFault: Bool)]) {
        self.init(runs.map { Observation($0.summary, hadRigFault: $0.hadRigFault) })
        tagFailures = runs.count { summary, hadRigFault in
            !hadRigFault && summary.verdict == .failed && summary.failures.first?.link == .reader
        }
    }

    public mutating func count(_ observation: Observation) {
        if case .silent = observation.outcome {
            silentRuns += 1
            return
        }
        let place = places[observation.scenario] ?? rows.count
        if place == rows.count {
            places[observation.scenario] = place
            rows.append(Row(scenario: observation.scenario))
        }
        rows[place].findings.formUnion(observation.findings)
        switch observation.outcome {
        case .passed: rows[place].passes += 1
        case .failed(let sign):
            if let known = rows[place].failures.firstIndex(where: { $0.sign == sign }) {
                rows[place].failures[known].count += 1
            } else {
                rows[place].failures.append((sign, 1))
            }
        case .silent: break
        }
    }

    /// The scenarios that failed at least once.
    public var failed: [Row] { rows.filter { !$0.failures.isEmpty } }
}
