import Ground

/// A port's text that cannot be read: what was written, why it is wrong, and what to write instead.
public struct PortError: Error, Hashable, Sendable {
    /// The text that was written.
    public let text: String
    /// What is wrong and what to write, as a sentence without its full stop.
    public let meaning: String

    public init(_ text: String, _ meaning: String) {
        self.text = text
        self.meaning = meaning
    }
}

extension PortError: CustomStringConvertible {
    public var description: String { "\"\(shown.escapedForDisplay)\": \(meaning)" }

    /// The text, of a very long one its two ends.
    private var shown: String { text.count > 160 ? "\(text.prefix(100))…\(text.suffix(40))" : text }
}
