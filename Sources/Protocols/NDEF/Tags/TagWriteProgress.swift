/// How far a writing has come: what was written and read back, and what the tag holds now.
public struct TagWriteProgress: Hashable, Sendable {
    /// What the tag acknowledged, in the order of writing: pages of a Type 2 tag, offsets of a Type 4 tag.
    public let written: [String]
    /// What was sent and not acknowledged yet; it may have been carried out.
    public let underWay: String?
    /// How many changes are left.
    public let left: Int
    /// Whether the message is being read back.
    public let isReadingBack: Bool
    /// What the tag holds now.
    public let now: TagWriteFailure.State

    init(
        written: [String] = [], underWay: String? = nil, left: Int = 0, isReadingBack: Bool = false,
        now: TagWriteFailure.State = .unchanged
    ) {
        self.written = written
        self.underWay = underWay
        self.left = left
        self.isReadingBack = isReadingBack
        self.now = now
    }
}

extension TagWriteProgress: CustomStringConvertible {
    /// `page 5 and page 6 were written, page 7 may be, 3 more are not; the tag now reads as blank`.
    public var description: String {
        guard !written.isEmpty || underWay != nil else { return "nothing was written: \(now)" }
        var clauses: [String] = []
        if !written.isEmpty { clauses.append("\(Self.list(written)) \(written.count == 1 ? "was" : "were") written") }
        if let underWay { clauses.append(written.isEmpty ? "\(underWay) may be written" : "\(underWay) may be") }
        if left > 0 { clauses.append("\(left) more \(left == 1 ? "is" : "are") not") }
        clauses.append(isReadingBack ? "reading back had begun and did not end" : "nothing was read back")
        return clauses.joined(separator: ", ") + "; \(now)"
    }

    private static func list(_ places: [String]) -> String {
        guard let last = places.last, places.count > 1 else { return places.first ?? "" }
        return places.dropLast().joined(separator: ", ") + " and " + last
    }
}
