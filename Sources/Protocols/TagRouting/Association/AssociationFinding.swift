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
