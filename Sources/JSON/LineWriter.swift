import FoundationEssentials

/// Writes a value as JSON on one line with sorted keys, in the same bytes as `JSONEncoder`, but faster.
///
/// A run's journal has hundreds of lines, and a gate thousands of runs. `JSONEncoder` first builds a tree of each
/// value; this writes bytes directly, and sorts the members of an object when the object ends. It refuses, and leaves
/// to `JSONEncoder`, numbers that are not whole, rare control characters, Foundation's types, duplicate keys, and
/// containers that are written in turns.
final class LineWriter {
    /// The refusal of a value that is left to `JSONEncoder`.
    struct Refusal: Error {}

    /// An object or array that is still open.
    private struct Level {
        let isKeyed: Bool
        /// The offset at which it begins.
        let start: Int
        /// The index of its first member among those of all levels.
        let firstMember: Int
    }

    private struct Member {
        /// The offset at which it begins, including the comma before it.
        let start: Int
        /// The bytes of its key, as written.
        let key: Range<Int>
    }

    // One thread writes a value and has exclusive access to these; a check at each byte would slow a gate down.
    @exclusivity(unchecked) private(set) var bytes: [UInt8] = []
    @exclusivity(unchecked) private var levels: [Level] = []
    @exclusivity(unchecked) private var members: [Member] = []
    /// Whether something was refused where throwing is impossible.
    private var hasRefused = false
    /// The maximum nesting depth.
    static let mostLevels = 512

    static func line(of value: some Encodable) throws -> [UInt8] {
        let writer = LineWriter()
        writer.bytes.reserveCapacity(512)
        try writer.writeValue(value)
        guard !writer.hasRefused else { throw Refusal() }
        return writer.bytes
    }

    /// The number of open levels.
    var depth: Int { levels.count }

    func refuse() { hasRefused = true }

    // MARK: Structure

    /// The offset at which an object or array begins, and the number of levels open inside it.
    struct Place {
        let start: Int
        let depth: Int
    }

    /// Opens an object or array here, or continues the one that the same value already opened here.
    func open(isKeyed: Bool, at start: Int, in depth: Int) throws -> Place {
        if levels.count > depth, levels[depth].start == start {
            guard levels[depth].isKeyed == isKeyed else { throw Refusal() }
            close(to: depth + 1)
            return Place(start: start, depth: depth + 1)
        }
        guard levels.count == depth, bytes.count == start, depth < Self.mostLevels else { throw Refusal() }
        levels.append(Level(isKeyed: isKeyed, start: start, firstMember: members.count))
        bytes.append(UInt8(ascii: isKeyed ? "{" : "["))
        return Place(start: start, depth: depth + 1)
    }

    /// Begins a member of an open object; any deeper levels have ended.
    func begin(_ key: String, in place: Place) throws {
        try goBack(to: place)
        let start = bytes.count
        bytes.append(UInt8(ascii: ","))
        try write(key)
        // Escaped bytes would sort differently.
        guard bytes.count - start == key.utf8.count + 3 else { throw Refusal() }
        members.append(Member(start: start, key: start + 2..<bytes.count - 1))
        bytes.append(UInt8(ascii: ":"))
    }

    /// Begins an element of an array.
    func beginElement(in place: Place) throws {
        try goBack(to: place)
        if bytes.count != place.start + 1 { bytes.append(UInt8(ascii: ",")) }
    }

    /// Closes the levels deeper than this place, which must still be open itself.
    private func goBack(to place: Place) throws {
        guard levels.count >= place.depth, levels[place.depth - 1].start == place.start else { throw Refusal() }
        close(to: place.depth)
    }

    /// Closes all levels deeper than `depth`.
    func close(to depth: Int) {
        while levels.count > depth, let level = levels.popLast() {
            if level.isKeyed { sort(level) }
            bytes.append(UInt8(ascii: level.isKeyed ? "}" : "]"))
        }
    }

    /// Sorts the members of an object by key, and removes the first one's comma.
    private func sort(_ level: Level) {
        let first = level.firstMember
        defer { members.removeLast(members.count - first) }
        guard members.count > first else { return }
        let isSorted = bytes.withUnsafeBufferPointer { bytes in
            (first + 1..<members.count).allSatisfy { Self.order(members[$0 - 1].key, members[$0].key, in: bytes) < 0 }
        }
        if isSorted {
            bytes.remove(at: level.start + 1)
            return
        }
        let end = bytes.count
        let (content, inOrder) = bytes.withUnsafeBufferPointer { bytes in
            (
                Array(bytes[(level.start + 1)...]),
                (first..<members.count).sorted { Self.order(members[$0].key, members[$1].key, in: bytes) < 0 }
            )
        }
        // `JSONEncoder` keeps only one of two members with the same key.
        let hasTwins = content.withUnsafeBufferPointer { content in
            zip(inOrder, inOrder.dropFirst()).contains { one, other in
                Self.order(members[one].key, members[other].key, in: content, from: level.start + 1) == 0
            }
        }
        if hasTwins { refuse() }
        bytes.removeLast(end - level.start - 1)
        for index in inOrder {
            let comma = bytes.count == level.start + 1 ? 1 : 0
            let start = members[index].start + comma
            let next = index + 1 < members.count ? members[index + 1].start : end
            bytes.append(contentsOf: content[start - level.start - 1..<next - level.start - 1])
        }
    }

    /// Compares two keys by their bytes: negative if the first sorts earlier, positive if later, zero if equal.
    private static func order(
        _ one: Range<Int>, _ other: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0
    ) -> Int {
        var (left, right) = (one.lowerBound - start, other.lowerBound - start)
        for _ in 0..<min(one.count, other.count) {
            let (first, second) = (bytes[left], bytes[right])
            if first != second { return Int(first) - Int(second) }
            (left, right) = (left + 1, right + 1)
        }
        return one.count - other.count
    }

    // MARK: Values

    func writeValue<Value: Encodable>(_ value: Value) throws {
        // Frame bytes are the most frequent content of a journal.
        if Value.self == [UInt8].self, let numbers = value as? [UInt8] { return writeBytes(numbers) }
        let isForeign =
            Value.self == Data.self || Value.self == URL.self || Value.self == Date.self || Value.self == Decimal.self
        if isForeign { throw Refusal() }
        let (start, depth) = (bytes.count, levels.count)
        try value.encode(to: LineEncoder(writer: self, start: start, depth: depth))
        close(to: depth)
        if bytes.count == start {
            guard start > 0 else { throw Refusal() }
            bytes.append(contentsOf: "{}".utf8)
        }
    }

    func writeNull() { bytes.append(contentsOf: "null".utf8) }

    func write(_ flag: Bool) { bytes.append(contentsOf: (flag ? "true" : "false").utf8) }

    func write(_ number: some FixedWidthInteger) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = UInt64(truncatingIfNeeded: number.magnitude)
        let start = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    private func writeBytes(_ numbers: [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        for (place, number) in numbers.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            if number >= 100 { bytes.append(UInt8(ascii: "0") + number / 100) }
            if number >= 10 { bytes.append(UInt8(ascii: "0") + number / 10 % 10) }
            bytes.append(UInt8(ascii: "0") + number % 10)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    func write(_ text: String) throws {
        bytes.append(UInt8(ascii: "\""))
        let isWritten = text.utf8.withContiguousStorageIfAvailable { utf8 in
            guard utf8.allSatisfy(Self.isPlain) else { return false }
            bytes.append(contentsOf: utf8)
            return true
        }
        if isWritten != true { for byte in text.utf8 { try writeEscaped(byte) } }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private func writeEscaped(_ byte: UInt8) throws {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
        case 0x0A: bytes.append(contentsOf: "\\n".utf8)
        case 0x0D: bytes.append(contentsOf: "\\r".utf8)
        case 0x09: bytes.append(contentsOf: "\\t".utf8)
        case ..<0x20: throw Refusal()
        default: bytes.append(byte)
        }
    }
}
