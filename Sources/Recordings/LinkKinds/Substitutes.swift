import Ground

/// Substitutes for private bytes and names: equal originals give equal substitutes, of the same length.
///
/// Substitutes are numbers in the order in which the originals were met, and so reveal nothing of them. Known
/// originals are kept in memory; any that no longer fit become zeros.
struct Substitutes: Sendable {
    /// The memory for originals, in bytes, including each entry's overhead.
    static let memory = 16 << 20
    private static let costOfEntry = 128

    private var memoryLeft = Substitutes.memory
    private var known: [[UInt8]: [UInt8]] = [:]
    private var counts: [Int: UInt64] = [:]

    /// Returns the substitute for bytes: the next number of that length, big-endian; zeros when none is left.
    mutating func bytes(for original: some Collection<UInt8>) -> [UInt8] {
        let original = Array(original)
        guard !original.isEmpty else { return [] }
        if let substitute = known[original] { return substitute }
        guard memoryLeft > 0 else { return [UInt8](repeating: 0, count: original.count) }
        memoryLeft -= 2 * original.count + Self.costOfEntry
        var substitute = next(original.count)
        // A number that is itself an original would reveal too much.
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

    /// Returns the substitute for text: readable, with the same number of bytes.
    mutating func text(for original: String) -> String {
        let length = original.utf8.count
        let number = bytes(for: Array(original.utf8)).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let digits = Array(String(number, radix: 36).utf8.suffix(length))
        let padding = [UInt8](repeating: UInt8(ascii: "-"), count: length - digits.count)
        return String(decoding: padding + digits, as: UTF8.self)
    }

    /// Returns the substitute for a 16-bit value that frames hold in wire order.
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
