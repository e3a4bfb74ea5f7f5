import FoundationEssentials

/// Writes a value as JSON on one line with sorted keys, in the bytes that `JSONEncoder` writes, and faster.
///
/// A run's journal has hundreds of lines, and a gate thousands of runs. `JSONEncoder` makes a tree of each value first;
/// this writes bytes at once, and puts the members of an object in order when the object ends. What it does not write
/// it refuses, and that is for `JSONEncoder`: numbers that are not whole, rare control characters, types of
/// Foundation, a key that comes twice, and containers that are written to in turns.
final class LineWriter {
    /// Something that is left to `JSONEncoder`.
    struct Refusal: Error {}

    /// An object or an array that has not ended.
    private struct Level {
        let isKeyed: Bool
        /// Where it begins.
        let start: Int
        /// Its first member among those of all levels.
        let firstMember: Int
    }

    private struct Member {
        /// Where it begins, with the comma before it.
        let start: Int
        /// Its key's bytes, as they are written.
        let key: Range<Int>
    }

    // One thread writes a value, and nobody else has these: a check at each byte would slow a gate down.
    @exclusivity(unchecked) private(set) var bytes: [UInt8] = []
    @exclusivity(unchecked) private var levels: [Level] = []
    @exclusivity(unchecked) private var members: [Member] = []
    /// Whether something was refused where nothing can be thrown.
    private var hasRefused = false
    /// So many levels may lie in each other.
    static let mostLevels = 512

    static func line(of value: some Encodable) throws -> [UInt8] {
        let writer = LineWriter()
        writer.bytes.reserveCapacity(512)
        try writer.writeValue(value)
        guard !writer.hasRefused else { throw Refusal() }
        return writer.bytes
    }

    /// How many levels are open.
    var depth: Int { levels.count }

    func refuse() { hasRefused = true }

    // MARK: Structure

    /// Where an object or an array begins, and how many levels are open in it.
    struct Place {
        let start: Int
        let depth: Int
    }

    /// Opens an object or an array here; one that the same value opened here before is gone on with.
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

    /// Begins a member of an object that is open; whatever is deeper has ended.
    func begin(_ key: String, in place: Place) throws {
        try goBack(to: place)
        let start = bytes.count
        bytes.append(UInt8(ascii: ","))
        try write(key)
        // Escaped bytes would stand in another order.
        guard bytes.count - start == key.utf8.count + 3 else { throw Refusal() }
        members.append(Member(start: start, key: start + 2..<bytes.count - 1))
        bytes.append(UInt8(ascii: ":"))
    }

    /// Begins an element of an array.
    func beginElement(in place: Place) throws {
        try goBack(to: place)
        if bytes.count != place.start + 1 { bytes.append(UInt8(ascii: ",")) }
    }

    /// Ends what is deeper than this place, which must not have ended itself.
    private func goBack(to place: Place) throws {
        guard levels.count >= place.depth, levels[place.depth - 1].start == place.start else { throw Refusal() }
        close(to: place.depth)
    }

    /// Ends what is deeper than this.
    func close(to depth: Int) {
        while levels.count > depth, let level = levels.popLast() {
            if level.isKeyed { sort(level) }
            bytes.append(UInt8(ascii: level.isKeyed ? "}" : "]"))
        }
    }

    /// Puts the members of an object in the order of their keys, and takes the first one's comma away.
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
        // Whoever sorts keys keeps one of them.
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

    /// Keys stand in the order of their bytes: below zero where one comes before the other, zero where they are equal.
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
        // The bytes of a frame are what a journal has most of.
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
