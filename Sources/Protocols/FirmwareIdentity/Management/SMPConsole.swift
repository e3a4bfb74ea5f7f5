public import Ground

/// Messages of the management protocol as lines of a serial console, interleaved with log lines.
///
/// A first line begins with 06 09, a continuation with 04 14; each is base64 in itself, over length, message and
/// CRC-16. gate.md, section 6.4.
public enum SMPConsole {
    static let first: [UInt8] = [0x06, 0x09]
    static let next: [UInt8] = [0x04, 0x14]
    /// The markers at the beginning of the protocol's lines.
    public static let marks = [first, next]

    /// Returns the lines of a message, each with its line end and at most `rawPerLine` bytes before base64.
    public static func lines(_ message: [UInt8], rawPerLine: Int = 93) -> [[UInt8]] {
        precondition((3...93).contains(rawPerLine), "a line of 127 bytes holds 93 bytes at most")
        let crc = crc16(message)
        var packet: [UInt8] = []
        packet.append(big: UInt16(clamping: message.count + 2))
        packet += message
        packet.append(big: crc)
        // Multiples of three bytes fill whole base64 groups, so only the last line is padded.
        let piece = rawPerLine - rawPerLine % 3
        return stride(from: 0, to: packet.count, by: piece).map { start in
            let raw = packet[start..<min(start + piece, packet.count)]
            return (start == 0 ? first : next) + Base64.encoded(raw) + [0x0A]
        }
    }

    /// Returns the CRC-16 with polynomial 1021, initial value 0 and no reflection; that of "123456789" is 31C3.
    public static func crc16(_ bytes: some Sequence<UInt8>) -> UInt16 {
        var crc: UInt16 = 0
        for byte in bytes {
            crc ^= UInt16(byte) << 8
            for _ in 0..<8 { crc = crc & 0x8000 == 0 ? crc << 1 : crc << 1 ^ 0x1021 }
        }
        return crc
    }
}

/// Separates a console's bytes into messages and log lines.
public struct SMPConsoleReader: Sendable {
    /// The content of a line of the console.
    public enum Item: Hashable, Sendable {
        /// A complete message with a valid CRC.
        case message([UInt8])
        /// A line without a marker, excluding its line end.
        case log([UInt8])
        /// Lines with markers that do not form a message.
        case malformed(Malformed, [UInt8])
    }

    /// The maximum length of a log line; longer ones are split into pieces of this size.
    public static let longestLine = 1_024

    private var line: [UInt8] = []
    private var packet: [UInt8] = []

    public init() {}

    /// Takes the next bytes, split in any way.
    public mutating func receive(_ bytes: [UInt8]) -> [Item] {
        var items: [Item] = []
        for byte in bytes {
            if byte == 0x0A || line.count >= Self.longestLine {
                if byte != 0x0A { line.append(byte) }
                items += take(line)
                line = []
            } else {
                line.append(byte)
            }
        }
        return items
    }

    private mutating func take(_ whole: [UInt8]) -> [Item] {
        let line = whole.last == 0x0D ? whole.dropLast() : whole[...]
        let isFirst = line.starts(with: SMPConsole.first)
        guard isFirst || line.starts(with: SMPConsole.next) else { return line.isEmpty ? [] : [.log(Array(line))] }
        var items: [Item] = []
        if isFirst, !packet.isEmpty {
            items.append(.malformed(Malformed(at: packet.count, "a message begins before this one ends"), packet))
            packet = []
        }
        guard isFirst || !packet.isEmpty else {
            return [.malformed(Malformed(at: 0, "a line continues a message that never began"), Array(line))]
        }
        do throws(Malformed) {
            packet += try Base64.decoded(line.dropFirst(2))
            if let message = try complete() { items.append(.message(message)) }
        } catch {
            items.append(.malformed(error, Array(line)))
            packet = []
        }
        return items
    }

    private mutating func complete() throws(Malformed) -> [UInt8]? {
        guard packet.count >= 2 else { return nil }
        let length = Int(packet[0]) << 8 | Int(packet[1])
        guard (2...SMPFragments.longest).contains(length) else {
            throw Malformed(at: 0, "a message has 2 to \(SMPFragments.longest) bytes with its CRC, not \(length)")
        }
        guard packet.count >= length + 2 else { return nil }
        guard packet.count == length + 2 else {
            throw Malformed(at: length + 2, "there are \(packet.count - length - 2) bytes behind the message")
        }
        // The CRC over message and CRC is zero.
        guard SMPConsole.crc16(packet[2...]) == 0 else { throw Malformed(at: length, "the CRC is wrong") }
        defer { packet = [] }
        return Array(packet[2..<length])
    }
}
