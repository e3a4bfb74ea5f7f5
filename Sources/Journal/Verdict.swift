/// What a run came to. Only `passed` is a pass, and it needs evidence: at least one step that checked something.
public enum Verdict: Hashable, Codable, Sendable {
    /// Every step was played and every expectation was met.
    case passed
    /// The accessory, or a tag, was wrong.
    case failed
    /// The rig was wrong; says nothing about the accessory.
    case error
    /// The run took longer than it may; says nothing about the accessory.
    case timedOut
    /// The rig cannot play the scenario, with the reason.
    case skipped(reason: String)
    /// A person, or a signal, ended the run.
    case aborted
}

extension Verdict: CustomStringConvertible {
    /// The verdict in one or two words: `passed`, `timed out`.
    public var description: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .error: "error"
        case .timedOut: "timed out"
        case .skipped: "skipped"
        case .aborted: "aborted"
        }
    }
}

/// As an object with one key; in a journal of format 1 the reason of `skipped` has no label.
extension Verdict {
    private enum CodingKeys: CodingKey {
        case passed, failed, error, timedOut, skipped, aborted
    }

    private enum SkippedKeys: String, CodingKey {
        case reason
        case unlabelled = "_0"
    }

    private enum NoKeys: CodingKey {}

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch container.allKeys.first {
        case .passed: self = .passed
        case .failed: self = .failed
        case .error: self = .error
        case .timedOut: self = .timedOut
        case .aborted: self = .aborted
        case .skipped:
            let inner = try container.nestedContainer(keyedBy: SkippedKeys.self, forKey: .skipped)
            let reason = try inner.decodeIfPresent(String.self, forKey: .reason)
            self = .skipped(reason: try reason ?? inner.decode(String.self, forKey: .unlabelled))
        case nil:
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "there is no such verdict"))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .passed: _ = container.nestedContainer(keyedBy: NoKeys.self, forKey: .passed)
        case .failed: _ = container.nestedContainer(keyedBy: NoKeys.self, forKey: .failed)
        case .error: _ = container.nestedContainer(keyedBy: NoKeys.self, forKey: .error)
        case .timedOut: _ = container.nestedContainer(keyedBy: NoKeys.self, forKey: .timedOut)
        case .aborted: _ = container.nestedContainer(keyedBy: NoKeys.self, forKey: .aborted)
        case .skipped(let reason):
            var inner = container.nestedContainer(keyedBy: SkippedKeys.self, forKey: .skipped)
            try inner.encode(reason, forKey: .reason)
        }
    }
}
