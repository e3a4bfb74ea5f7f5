public import Ground
public import Journal
import Reports
import Vocabulary

/// The stable mark of a failure: the scenario's code for it, and that of the observation.
public struct FailureSign: Hashable, Sendable {
    public let code: FailureCode
    public let seenCode: FailureCode

    public init(_ code: FailureCode, seen seenCode: FailureCode? = nil) {
        self.code = code
        self.seenCode = seenCode ?? code
    }
}

/// `code`, or `code/seenCode` if they differ.
extension FailureSign: CustomStringConvertible {
    public var description: String { code == seenCode ? "\(code)" : "\(code)/\(seenCode)" }

    init(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", maxSplits: 1).map { FailureCode(rawValue: String($0)) }
        self.init(parts.first ?? "", seen: parts.last)
    }
}

/// The evidence of one run about the accessory, and nothing else of the run.
public struct Observation: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        case passed
        case failed(FailureSign)
        /// The run has no verdict on the accessory, or the rig was at fault in it.
        case silent
    }

    public let scenario: String
    public let outcome: Outcome
    /// The codes of its findings, each once.
    public let findings: Set<FailureCode>

    public init(_ scenario: String, _ outcome: Outcome, findings: Set<FailureCode> = []) {
        self.scenario = scenario
        self.outcome = outcome
        self.findings = outcome == .silent ? [] : findings
    }

    /// Creates an observation. In a failed run with a rig fault, the failure cannot be attributed, and a pass without
    /// the measurements is none.
    public init(_ summary: RunSummary, hadRigFault: Bool = false) {
        let first = summary.failures.first
        let sign = first.map { FailureSign($0.code, seen: $0.seenCode) }
        let isSilent = hadRigFault || first.map { !$0.concernsAccessory } ?? false
        let outcome = Self.outcome(summary.verdict.kind, sign: sign, isSilent: isSilent)
        self.init(
            summary.scenario, outcome == .passed && summary.isPartlyJudged ? .silent : outcome,
            findings: Set(summary.findings.map(\.finding.code).filter { $0 != .withoutKit }))
    }

    /// Creates an observation from a run's evidence on disk.
    public init(_ record: RunRecord) { self.init(record.summary, hadRigFault: !record.faults.entries.isEmpty) }

    private static func outcome(_ verdict: VerdictKind, sign: FailureSign?, isSilent: Bool) -> Outcome {
        switch verdict {
        case .passed: return .passed
        case .failed: return isSilent ? .silent : .failed(sign ?? FailureSign(Failure.uncoded))
        case .error, .timedOut, .skipped, .aborted: return .silent
        }
    }
}
