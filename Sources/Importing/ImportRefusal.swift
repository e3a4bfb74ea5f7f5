/// Why a capture cannot be turned into a trace.
public struct ImportRefusal: Error, Hashable, Sendable {
    /// The reason, as a sentence without its full stop.
    public let meaning: String
    /// The byte of the file that it is about.
    public let offset: Int

    public init(_ meaning: String, at offset: Int) {
        self.meaning = meaning
        self.offset = offset
    }
}

extension ImportRefusal: CustomStringConvertible {
    public var description: String { "byte \(offset): \(meaning)" }
}
