import Ground

/// The scenario name of an accessory or tag of the rig, for one run: `door=front`.
public struct NameAssignment: Hashable, Sendable {
    /// The name in scenarios.
    public let name: String
    /// The rig's own name for it.
    public let own: String

    /// Reads `door=front`. Throws an error that says what to write instead.
    public init(_ text: String) throws(NameAssignmentError) {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex,
            text.index(after: equals) < text.endIndex
        else {
            throw NameAssignmentError(
                text, "write the scenarios' name and the rig's own: door=front plays front where door is written")
        }
        name = String(text[..<equals])
        own = String(text[text.index(after: equals)...])
    }
}

/// Names that cannot be assigned: the text, the reason, and what to write instead.
public struct NameAssignmentError: Error, Hashable, Sendable {
    /// The assignment that was refused: `door=front`.
    public let text: String
    /// The reason, without a full stop.
    public let meaning: String

    init(_ text: String, _ meaning: String) {
        self.text = text
        self.meaning = meaning
    }
}

extension NameAssignmentError: CustomStringConvertible {
    /// The text in quotation marks, and the reason.
    public var description: String { "\"\(text.escapedForDisplay)\": \(meaning)" }
}

extension Rig {
    /// Returns the rig with some accessories, other phones and tags renamed as in scenarios. All are renamed
    /// together, so two may swap names.
    ///
    /// Throws an error if one thing would have two names, two would have the same, or a program is called with a name
    /// that would change: by another one, it might move what belongs to another bench.
    public func naming(_ assignments: [NameAssignment]) throws(NameAssignmentError) -> Rig {
        let names =
            accessories.map(\.name.rawValue) + phones.map(\.name.rawValue) + screens.map(\.name.rawValue)
            + tags.map(\.name.rawValue)
        for (index, one) in assignments.enumerated() {
            let text = "\(one.name)=\(one.own)"
            guard names.contains(one.own) else {
                let hint = suggestion(for: one.own, in: names)
                let all = ": it has \(names.isEmpty ? "nothing" : names.joined(separator: ", "))"
                throw NameAssignmentError(text, "the rig \(name) has no \(one.own)\(hint.isEmpty ? all : hint)")
            }
            if one.name != one.own, let path = programPath(calledWith: one.own) {
                throw NameAssignmentError(
                    text,
                    "\(path.escapedForDisplay) is called with the name \(one.own), which --as cannot change: rename "
                        + "\(one.own) to \(one.name) in the rig, and in the program's settings")
            }
            for other in assignments[..<index] {
                guard other.own != one.own else {
                    throw NameAssignmentError(text, "\(one.own) is \(other.name) already, and cannot be two")
                }
                guard other.name != one.name else {
                    throw NameAssignmentError(text, "\(other.own) is \(one.name) already: there can be one")
                }
            }
            guard !names.contains(one.name) || assignments.contains(where: { $0.own == one.name }) else {
                throw NameAssignmentError(
                    text,
                    "the rig \(name) already has a \(one.name): rename that too, as in "
                        + "--as \(one.own)=\(one.name)")
            }
        }
        func called(_ own: String) -> String { assignments.first { $0.own == own }?.name ?? own }
        var rig = self
        rig.accessories = accessories.map { entry in
            var entry = entry
            entry.name = AccessoryName(rawValue: called(entry.name.rawValue))
            return entry
        }
        rig.tags = tags.map { entry in
            var entry = entry
            entry.name = TagName(rawValue: called(entry.name.rawValue))
            return entry
        }
        rig.phones = phones.map { PeerEntry(AccessoryName(rawValue: called($0.name.rawValue)), $0.port) }
        rig.screens = screens.map {
            ScreenEntry(ScreenName(rawValue: called($0.name.rawValue)), $0.port, console: $0.console, has: $0.has)
        }
        return rig
    }

    /// Returns the path of the program that moves the accessory or the tag of this name, or blocks the accessory's
    /// radios; nil if none does.
    private func programPath(calledWith name: String) -> String? {
        for entry in tags where entry.name.rawValue == name { if case .program(let path) = entry.port { return path } }
        for entry in accessories where entry.name.rawValue == name {
            for radio in Radio.allCases { if case .program(let path) = entry.air[radio] { return path } }
        }
        guard case .program(let path) = motion, accessories.contains(where: { $0.name.rawValue == name }) else {
            return nil
        }
        return path
    }
}
