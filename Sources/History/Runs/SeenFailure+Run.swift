public import Journal
import Reports

extension SeenFailure {
    /// The maximum length kept of a sentence.
    static let mostOfText = 300

    /// Creates the first failure of a run that failed; nil for any other run.
    public init?(of summary: RunSummary) {
        guard summary.verdict.kind == .failed, let failure = summary.failures.first else { return nil }
        let key = FailureDigest(of: summary)
        self.init(
            key: key.text, code: "\(failure.code)", expected: String(key.expected.prefix(Self.mostOfText)),
            seen: String(key.seen.prefix(Self.mostOfText)))
    }
}
