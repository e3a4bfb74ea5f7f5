import Ground
import JSON

/// The members of an object by name; the last of several with the same name counts [decided here].
struct Fields {
    private let members: [JSONMember]
    /// The known names that occur repeatedly, each with the resulting doubt.
    private(set) var repeated: [(name: String, doubt: LinkComponent.Ambiguity)] = []
    /// Whether there are members, but none with a known name.
    let areUnknown: Bool

    /// Creates the fields, reporting unknown and repeated names.
    init(
        _ members: [JSONMember], path: String, known: [String], misnomers: [String: String] = [:],
        in reading: inout AssociationReading
    ) {
        self.members = members
        areUnknown =
            !members.isEmpty && !members.contains { member in known.contains { Self.isSame($0, member.name) } }
        for member in members {
            let field = Self.path(path, member.name)
            if member.isRepeated {
                if known.contains(where: { Self.isSame($0, member.name) }), !Self.isSame(member.name, "comment") {
                    repeated.append((member.name, .notKnown("\(field) stands more than once and the last counts here")))
                }
                reading.add(
                    .fault, field, "the name stands more than once in its object",
                    "the last of them counts here; which one a phone takes is not known", at: member.nameOffset)
            }
            if !known.contains(where: { Self.isSame($0, member.name) }) {
                let meant =
                    misnomers[member.name].map { ": did you mean \"\($0)\"?" }
                    ?? suggestion(for: member.name, in: known)
                reading.add(
                    meant.isEmpty ? .note : .warning, field, "it is no known name" + meant, "it is ignored",
                    at: member.nameOffset)
            }
        }
    }

    /// Doubts caused by repeated names.
    var doubts: [LinkComponent.Ambiguity] { repeated.map(\.doubt) }

    subscript(_ name: String) -> JSONNode? {
        members.last { !$0.isRepeated && Self.isSame(name, $0.name) }?.node
    }

    /// Compares bytes, because Swift considers some strings with different bytes equal.
    static func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

    /// Returns the path of a member: a plain name after a dot, any other in quotes, with long ones truncated.
    static func path(_ parent: String, _ name: String) -> String {
        let letters = name.utf8.prefix(61)
        let isPlain = !letters.isEmpty && letters.allSatisfy { ASCII.lower($0) >= 0x61 && ASCII.lower($0) <= 0x7A }
        let step = isPlain ? name.shown() : "\"\(name.shown())\""
        return parent.isEmpty ? step : "\(parent).\(step)"
    }
}
