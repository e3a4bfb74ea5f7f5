import Ground

/// What stands in for bytes and names that nobody else is to see: the same for the same, of the same length.
///
/// Substitutes are numbers in the order in which the originals were met, so that nothing of an original is in them.
/// What is known is held in memory; what does not fit there any more becomes zeros, the one like the other.
struct Substitutes: Sendable {
    /// How much is held of originals, each with what a table needs besides.
    static let memory = 16 << 20
    private static let costOfEntry = 128

    private var memoryLeft = Substitutes.memory
    private var known: [[UInt8]: [UInt8]] = [:]
    private var counts: [Int: UInt64] = [:]

    /// The substitute for bytes: the next number of that length, big endian; zeros once there is none left.
    mutating func bytes(for original: some Collection<UInt8>) -> [UInt8] {
        let original = Array(original)
        guard !original.isEmpty else { return [] }
        if let substitute = known[original] { return substitute }
        guard memoryLeft > 0 else { return [UInt8](repeating: 0, count: original.count) }
        memoryLeft -= 2 * original.count + Self.costOfEntry
        var substitute = next(original.count)
        // A number that is an original itself would say too much.
        while known[substitute] != nil || substitute == original, substitute.contains(where: { $0 != 0 }) {
            substitute = next(original.count)
        }
        known[original] = substitute
        return substitute
    }

    private mutating func next(_ length: Int) -> [UInt8] {
        let number = counts[length, default: 0] &+ 1
        let bits = 8 * UInt64(min(length, 7))
        guard number < 1 << bits else { return [UInt8](repeating: 0, count: length) }
        counts[length] = number
        let low = (0..<min(length, 7)).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }  // octets
        return [UInt8](repeating: 0, count: length - low.count) + low
    }

    /// The substitute for text: as many bytes, readable.
    mutating func text(for original: String) -> String {
        let length = original.utf8.count
        let number = bytes(for: Array(original.utf8)).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let digits = Array(String(number, radix: 36).utf8.suffix(length))
        let padding = [UInt8](repeating: UInt8(ascii: "-"), count: length - digits.count)
        return String(decoding: padding + digits, as: UTF8.self)
    }

    /// The substitute for a 16-bit value that stands in the frame in the order of the wire.
    mutating func short(_ original: UInt16) -> UInt16 {
        var wire: [UInt8] = []
        wire.append(little: original)
        return bytes(for: wire).reversed().reduce(0) { $0 << 8 | UInt16($1) }
    }

    mutating func long(_ original: UInt32) -> UInt32 {
        var wire: [UInt8] = []
        wire.append(little: original)
        return bytes(for: wire).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    mutating func address(_ original: BluetoothAddress) -> BluetoothAddress {
        BluetoothAddress(wire: bytes(for: original.wire), kind: original.kind) ?? BluetoothAddress(value: 0)
    }
}
