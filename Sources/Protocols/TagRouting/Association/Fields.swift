import Ground

/// The members of one object by their names; of members with one name the last counts [decided here].
struct Fields {
    private let members: [JSONMember]
    /// The known names of which only the last was taken, each with what is not known of it.
    private(set) var repeated: [(name: String, doubt: LinkComponent.Doubt)] = []
    /// Whether there are members, and none of them has a known name.
    let areUnknown: Bool

    /// Notes unknown and repeated names on the way.
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

    /// What is not known because names are repeated.
    var doubts: [LinkComponent.Doubt] { repeated.map(\.doubt) }

    subscript(_ name: String) -> JSONNode? {
        members.last { !$0.isRepeated && Self.isSame(name, $0.name) }?.node
    }

    /// Byte for byte; Swift takes some texts of different bytes for equal.
    static func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

    /// The path of a member: a plain name after a dot, any other in quotes, long ones cut.
    static func path(_ parent: String, _ name: String) -> String {
        let letters = name.utf8.prefix(61)
        let isPlain = !letters.isEmpty && letters.allSatisfy { ASCII.lower($0) >= 0x61 && ASCII.lower($0) <= 0x7A }
        let step = isPlain ? name.shown() : "\"\(name.shown())\""
        return parent.isEmpty ? step : "\(parent).\(step)"
    }
}
