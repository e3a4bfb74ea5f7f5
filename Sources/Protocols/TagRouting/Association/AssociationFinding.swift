public import Ground

/// A finding about an otherwise usable association file, with its location and consequence.
public struct AssociationFinding: Hashable, Sendable {
    public let weight: Finding.Weight
    /// The field, for example `applinks.details[0].components[2]."?".id`; text from the file is escaped for display.
    public let path: String
    /// The finding as a sentence without a full stop.
    public let meaning: String
    /// The consequence for links; nil if there is none.
    public let effect: String?
    public let position: TextPosition

    init(_ weight: Finding.Weight, _ path: String, _ meaning: String, effect: String?, at position: TextPosition) {
        self.weight = weight
        self.path = path
        self.meaning = meaning
        self.effect = effect
        self.position = position
    }

    /// The same as a finding of the rig, which has a separate byte offset.
    public var finding: Finding {
        Finding("association.file", weight, "line \(position.line): \(sentence)", offset: position.offset)
    }

    private var sentence: String { "\(path): \(meaning)" + (effect.map { "; \($0)" } ?? "") }
}

extension AssociationFinding: CustomStringConvertible {
    public var description: String { "\(position): \(sentence)" }
}

/// The reason why an association file is invalid as a whole: a phone continues as if the site had none.
public struct AssociationError: Error, Hashable, Sendable {
    public enum Kind: String, Hashable, Codable, Sendable {
        /// Over 128 KB (nfc.md 5.1).
        case tooLarge
        case notUTF8
        /// A violation of RFC 8259.
        case notJSON
        /// Nested more deeply than this reader supports; a phone's limit is unknown.
        case tooDeep
        /// JSON whose root is not an object.
        case notAnObject
    }

    public let kind: Kind
    /// The problem as a sentence without a full stop.
    public let meaning: String
    public let position: TextPosition

    public init(_ kind: Kind, _ meaning: String, at position: TextPosition) {
        self.kind = kind
        self.meaning = meaning
        self.position = position
    }
}

extension AssociationError: CustomStringConvertible {
    public var description: String { "\(position): \(meaning)" }
}
