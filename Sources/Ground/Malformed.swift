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
