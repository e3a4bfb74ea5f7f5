/// A noteworthy observation about a peer's data, which need not end the run.
public struct Finding: Hashable, Codable, Sendable {
    public enum Weight: String, Hashable, Codable, Sendable {
        /// Legal, but worth knowing.
        case note
        /// Doubtful: some phones or readers will fail on it.
        case warning
        /// A violation of the specification.
        case fault
    }

    /// The kind of finding.
    public let code: FailureCode
    public let weight: Weight
    /// The observation, as a sentence without a full stop.
    public let meaning: String
    /// The offset of the offending byte in the frame or message, if there is one.
    public let offset: Int?

    public init(_ code: FailureCode, _ weight: Weight, _ meaning: String, offset: Int? = nil) {
        self.code = code
        self.weight = weight
        self.meaning = meaning
        self.offset = offset
    }

    /// Returns the finding with its offset moved by `count` bytes, for example from the payload to the whole message.
    public func shifted(by count: Int) -> Finding { Finding(code, weight, meaning, offset: offset.map { $0 + count }) }

    /// Creates a finding from malformed bytes, which are always a fault.
    public init(_ code: FailureCode, _ malformed: Malformed, in what: String) {
        self.init(code, .fault, "\(what): \(malformed.meaning)", offset: malformed.offset)
    }
}

extension Finding: CustomStringConvertible {
    public var description: String { meaning + (offset.map { " (byte \($0))" } ?? "") }
}

/// An error about bytes that violate their specification.
public struct Malformed: Error, Hashable, Codable, Sendable {
    /// The offset of the offending byte, counted from the start of the bytes that were decoded.
    public let offset: Int
    /// The defect, as a sentence without a full stop.
    public let meaning: String

    public init(at offset: Int, _ meaning: String) {
        self.offset = offset
        self.meaning = meaning
    }

    /// Returns the same error for bytes that begin earlier.
    public func shifted(by count: Int) -> Malformed { Malformed(at: offset + count, meaning) }
}

extension Malformed: CustomStringConvertible {
    public var description: String { "byte \(offset): \(meaning)" }
}
