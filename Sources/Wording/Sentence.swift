/// What happened, in English, without its full stop; text of a peer in it is not escaped.
///
/// This module alone makes sentences: whoever finds something out passes values.
public struct Sentence: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ text: String) { description = text }

    /// What a value, a device or a peer says of itself.
    public static func told(_ what: some CustomStringConvertible) -> Sentence { Sentence(what.description) }

    /// What is told of a link, an accessory or a line of a scenario.
    public static func about(_ subject: some CustomStringConvertible, _ what: some CustomStringConvertible) -> Sentence
    {
        Sentence("\(subject): \(what)")
    }

    /// The same with something more, where there is more to tell.
    public func and(_ more: Sentence?) -> Sentence { more.map { Sentence("\(self); \($0)") } ?? self }
}

extension Sequence<Sentence> {
    /// All of them as one; nil when there is none.
    public var joined: Sentence? {
        let texts = map(\.description)
        return texts.isEmpty ? nil : Sentence(texts.joined(separator: "; "))
    }
}
