/// The verdict on a run. Only `passed` is a pass, and it requires evidence: at least one step that checked something.
public enum Verdict: Hashable, Codable, Sendable {
    /// Every step was played and every expectation was met.
    case passed
    /// The accessory or a tag was at fault.
    case failed
    /// The rig was at fault; shows nothing about the accessory.
    case error
    /// The run exceeded its time limit; shows nothing about the accessory.
    case timedOut
    /// The rig cannot play the scenario, for the given reason.
    case skipped(reason: String)
    /// A person or a signal ended the run.
    case aborted
}

extension Verdict: CustomStringConvertible {
    /// The verdict in one or two words: `passed`, `timed out`.
    public var description: String { kind.words }
}

/// Encoding as an object with one key.
extension Verdict {
    private enum SkippedKeys: CodingKey { case reason }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: VerdictKind.self)
        switch container.allKeys.first {
        case .passed: self = .passed
        case .failed: self = .failed
        case .error: self = .error
        case .timedOut: self = .timedOut
        case .aborted: self = .aborted
        case .skipped:
            let inner = try container.nestedContainer(keyedBy: SkippedKeys.self, forKey: .skipped)
            self = .skipped(reason: try inner.decode(String.self, forKey: .reason))
        case nil:
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "there is no such verdict"))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: VerdictKind.self)
        var inner = container.nestedContainer(keyedBy: SkippedKeys.self, forKey: kind)
        if case .skipped(let reason) = self { try inner.encode(reason, forKey: .reason) }
    }
}
