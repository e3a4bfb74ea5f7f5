/// Why the reading of a capture file ended, and where; everything before that place was handed over.
public struct CaptureError: Error, Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        /// The bytes contradict the format.
        case damaged
        /// The file ends inside a record, as after a crash of the program that wrote it.
        case truncated
        /// The format or its version is not one that is read here.
        case unsupported
    }

    public let kind: Kind
    /// The offset in the file.
    public let offset: Int
    /// What is wrong there, as a sentence without its full stop.
    public let meaning: String

    public init(_ kind: Kind, at offset: Int, _ meaning: String) {
        self.kind = kind
        self.offset = offset
        self.meaning = meaning
    }
}

extension CaptureError: CustomStringConvertible {
    public var description: String { "byte \(offset): \(meaning)" }
}
