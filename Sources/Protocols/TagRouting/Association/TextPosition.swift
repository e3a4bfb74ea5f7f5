import Ground

/// A place in a text file: its byte, its line and its column.
public struct TextPosition: Hashable, Codable, Sendable {
    /// In bytes, from 0.
    public let offset: Int
    /// From 1.
    public let line: Int
    /// In characters (Unicode scalars), from 1.
    public let column: Int

    public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// The place of a byte; an offset past the end is taken as the end.
    public init(offset: Int, in bytes: [UInt8]) {
        let before = bytes.prefix(max(0, offset))
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        self.offset = before.count
        line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        column = 1 + before[start...].count { $0 & 0xC0 != 0x80 }
    }
}

extension TextPosition: CustomStringConvertible {
    public var description: String { "line \(line), column \(column) (byte \(offset))" }
}

/// The line starts of a text, for many places in one file, which may be all on one line.
struct LineTable: Sendable {
    private static let stride = 128

    private let bytes: [UInt8]
    private let starts: [Int]
    /// How many characters begin before every 128th byte.
    private let counts: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        var counts: [Int] = []
        var count = 0
        for (offset, byte) in bytes.enumerated() {
            if offset % Self.stride == 0 { counts.append(count) }
            if byte & 0xC0 != 0x80 { count += 1 }
            if byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
        }
        counts.append(count)
        (self.starts, self.counts) = (starts, counts)
    }

    func position(of offset: Int) -> TextPosition {
        let place = min(max(0, offset), bytes.count)
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= place { low = middle } else { high = middle }
        }
        let column = 1 + characters(before: place) - characters(before: starts[low])
        return TextPosition(offset: place, line: low + 1, column: column)
    }

    private func characters(before place: Int) -> Int {
        let known = min(place / Self.stride, counts.count - 1)
        return counts[known] + bytes[min(known * Self.stride, place)..<place].count { $0 & 0xC0 != 0x80 }
    }
}

/// The members of one object by their names; of members with one name the last counts [decided here].
struct Fields {
    private let members: [JSONMember]
    /// The known names of which only the last was taken, each with what is not known of it.
    private(set) var repeated: [(name: String, doubt: LinkComponent.Doubt)] = []
    /// Whether there are members, and none of them has a known name.
    let areUnknown: Bool

    /// Notes unknown and repeated names on the way.
    init(_ members: [JSONMember], path: String, known: [String], in reading: inout AssociationReading) {
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
                let meant = suggestion(for: member.name, in: known)
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
