/// Which verdict it is, without its reason: by its stable name in documents, or by its words in traces and reports.
public enum VerdictKind: String, Hashable, Codable, CodingKey, CaseIterable, Sendable {
    case passed, failed, error, timedOut, skipped, aborted

    /// In one or two words: `timed out`.
    public var words: String { self == .timedOut ? "timed out" : rawValue }

    /// The verdict with these words, or of that name; nil for any other text.
    public init?(_ text: String) {
        guard let kind = Self.allCases.first(where: { $0.rawValue == text || $0.words == text }) else { return nil }
        self = kind
    }
}

extension Verdict {
    public var kind: VerdictKind {
        switch self {
        case .passed: .passed
        case .failed: .failed
        case .error: .error
        case .timedOut: .timedOut
        case .skipped: .skipped
        case .aborted: .aborted
        }
    }
}
