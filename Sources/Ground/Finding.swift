/// Something worth knowing about what a peer sent, which need not end the run.
public struct Finding: Hashable, Codable, Sendable {
    public enum Weight: String, Hashable, Codable, Sendable {
        /// Legal, but worth knowing.
        case note
        /// Doubtful: some phone or reader will stumble over it.
        case warning
        /// Against the specification.
        case fault
    }

    /// What kind of thing was found.
    public let code: FailureCode
    public let weight: Weight
    /// What was found, as a sentence without its full stop.
    public let meaning: String
    /// The offset of the offending byte in the frame or message, where there is one.
    public let offset: Int?

    public init(_ code: FailureCode, _ weight: Weight, _ meaning: String, offset: Int? = nil) {
        self.code = code
        self.weight = weight
        self.meaning = meaning
        self.offset = offset
    }

    /// The same finding with its offset moved by `count` bytes, for example from the payload to the whole message.
    public func shifted(by count: Int) -> Finding { Finding(code, weight, meaning, offset: offset.map { $0 + count }) }

    /// Malformed bytes as a finding: always a fault.
    public init(_ code: FailureCode, _ malformed: Malformed, in what: String) {
        self.init(code, .fault, "\(what): \(malformed.meaning)", offset: malformed.offset)
    }
}

extension Finding {
    /// The code of what was found by a program that knew no codes.
    public static let uncoded: FailureCode = "finding.uncoded"

    private enum CodingKeys: CodingKey {
        case code, weight, meaning, offset
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decodeIfPresent(FailureCode.self, forKey: .code) ?? Self.uncoded
        weight = try container.decode(Weight.self, forKey: .weight)
        meaning = try container.decode(String.self, forKey: .meaning)
        offset = try container.decodeIfPresent(Int.self, forKey: .offset)
    }
}

extension Finding: CustomStringConvertible {
    public var description: String { meaning + (offset.map { " (byte \($0))" } ?? "") }
}

/// Bytes that do not follow their specification: where they go wrong, and how.
public struct Malformed: Error, Hashable, Codable, Sendable {
    /// The offset of the offending byte, counted from the start of the bytes that were decoded.
    public let offset: Int
    /// What is wrong there, as a sentence without its full stop.
    public let meaning: String

    public init(at offset: Int, _ meaning: String) {
        self.offset = offset
        self.meaning = meaning
    }

    /// The same complaint, seen from bytes that begin earlier.
    public func shifted(by count: Int) -> Malformed { Malformed(at: offset + count, meaning) }
}

extension Malformed: CustomStringConvertible {
    public var description: String { "byte \(offset): \(meaning)" }
}
