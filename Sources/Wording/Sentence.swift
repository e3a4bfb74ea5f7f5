/// An English sentence about an event, without a full stop; text from a peer is not escaped.
///
/// Only this module makes sentences; all others pass values to it.
public struct Sentence: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ text: String) { description = text }

    /// The description of a value, or a text from a device or peer.
    public static func told(_ what: some CustomStringConvertible) -> Sentence { Sentence(what.description) }

    /// A statement about a link, an accessory or a line of a scenario.
    public static func about(_ subject: some CustomStringConvertible, _ what: some CustomStringConvertible) -> Sentence
    {
        Sentence("\(subject): \(what)")
    }

    /// Returns the sentence with another one appended, if there is one.
    public func and(_ more: Sentence?) -> Sentence { more.map { Sentence("\(self); \($0)") } ?? self }
}

extension Sequence<Sentence> {
    /// The sentences joined into one; nil if there are none.
    public var joined: Sentence? {
        let texts = map(\.description)
        return texts.isEmpty ? nil : Sentence(texts.joined(separator: "; "))
    }
}
