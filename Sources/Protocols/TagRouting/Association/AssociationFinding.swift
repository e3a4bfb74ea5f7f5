public import Ground

/// Something doubtful in an association file that can otherwise be used: where it stands and what it leads to.
public struct AssociationFinding: Hashable, Sendable {
    public let weight: Finding.Weight
    /// The field, as in `applinks.details[0].components[2]."?".id`; what stands in the file is escaped for display.
    public let path: String
    /// What was found, as a sentence without its full stop.
    public let meaning: String
    /// What follows from it for links; nil when nothing does.
    public let effect: String?
    public let position: TextPosition

    init(_ weight: Finding.Weight, _ path: String, _ meaning: String, effect: String?, at position: TextPosition) {
        self.weight = weight
        self.path = path
        self.meaning = meaning
        self.effect = effect
        self.position = position
    }

    /// The same as a finding of the rig, which names the byte apart.
    public var finding: Finding {
        Finding("association.file", weight, "line \(position.line): \(sentence)", offset: position.offset)
    }

    private var sentence: String { "\(path): \(meaning)" + (effect.map { "; \($0)" } ?? "") }
}

extension AssociationFinding: CustomStringConvertible {
    public var description: String { "\(position): \(sentence)" }
}

/// Why an association file is worth nothing as a whole: a phone goes on as if the site had none.
public struct AssociationError: Error, Hashable, Sendable {
    public enum Kind: String, Hashable, Codable, Sendable {
        /// Over 128 KB (NFC fact sheet 5.1).
        case tooLarge
        case notUTF8
        /// Against RFC 8259.
        case notJSON
        /// Nested deeper than this reader goes; how deep a phone goes is not known.
        case tooDeep
        /// JSON, but no object at its root.
        case notAnObject
    }

    public let kind: Kind
    /// What is wrong, as a sentence without its full stop.
    public let meaning: String
    public let position: TextPosition

    public init(_ kind: Kind, _ meaning: String, at position: TextPosition) {
        self.kind = kind
        self.meaning = meaning
        self.position = position
    }
}

extension AssociationError {
    /// The same as a finding of the rig, which names the byte apart.
    public var finding: Finding {
        Finding(
            "association.file", .fault, "association file, line \(position.line): \(meaning)", offset: position.offset)
    }
}

extension AssociationError: CustomStringConvertible {
    public var description: String { "\(position): \(meaning)" }
}
