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

    public let weight: Weight
    /// What was found, as a sentence without its full stop.
    public let meaning: String
    /// The offset of the offending byte in the frame or message, where there is one.
    public let offset: Int?

    public init(_ weight: Weight, _ meaning: String, offset: Int? = nil) {
        self.weight = weight
        self.meaning = meaning
        self.offset = offset
    }

    /// Malformed bytes as a finding: always a fault.
    public init(_ malformed: Malformed, in what: String) {
        self.init(.fault, "\(what): \(malformed.meaning)", offset: malformed.offset)
    }
}

extension Finding: CustomStringConvertible {
    public var description: String { meaning + (offset.map { " (byte \($0))" } ?? "") }
}
