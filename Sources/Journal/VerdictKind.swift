/// The kind of a verdict, without its reason: by its stable name in documents, or by its words in traces and reports.
public enum VerdictKind: String, Hashable, Codable, CaseIterable, CodingKeyRepresentable, Sendable {
    case passed, failed, error, timedOut, skipped, aborted

    /// The verdict in one or two words: `timed out`.
    public var words: String { self == .timedOut ? "timed out" : rawValue }

    /// Creates a kind from its words or name; nil for any other text.
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
