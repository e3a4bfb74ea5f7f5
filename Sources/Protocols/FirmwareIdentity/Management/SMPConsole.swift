public import Ground

/// Messages of the management protocol as lines of a serial console, interleaved with log lines.
///
/// A first line begins with 06 09, a continuation with 04 14; each is base64 in itself, over length, message and
/// CRC-16. Fact sheet gate.md, section 6.4.
public enum SMPConsole {
    /// The maximum length of a line to send, including its marker and line end.
    public static let lineLength = 127
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
            return [.malformed(Malformed(at: 0, "a line goes on with a message that never began"), Array(line))]
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

/// Base64 with padding, RFC 4648 section 4, whole groups only.
enum Base64 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        var rest = bytes
        while let first = rest.first {
            let (second, third) = (rest.dropFirst().first, rest.dropFirst(2).first)
            let group = UInt32(first) << 16 | UInt32(second ?? 0) << 8 | UInt32(third ?? 0)
            text.append(letters[Int(group >> 18 & 63)])
            text.append(letters[Int(group >> 12 & 63)])
            text.append(second == nil ? 0x3D : letters[Int(group >> 6 & 63)])
            text.append(third == nil ? 0x3D : letters[Int(group & 63)])
            rest = rest.dropFirst(3)
        }
        return text
    }

    static func decoded(_ text: ArraySlice<UInt8>) throws(Malformed) -> [UInt8] {
        guard text.count % 4 == 0 else { throw Malformed(at: text.count, "base64 comes in groups of four letters") }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: text.count, by: 4) {
            let letters = Array(text.dropFirst(place).prefix(4))
            let isLast = place + 4 == text.count
            let padding = letters.reversed().prefix { $0 == 0x3D }.count
            guard padding == 0 || (isLast && padding <= 2) else {
                throw Malformed(at: place, "padding stands at the end only, twice at most")
            }
            var group: UInt32 = 0
            for (index, letter) in letters.enumerated() {
                guard let value = index < 4 - padding ? value(letter) : 0 else {
                    throw Malformed(at: place + index, "\(letter.hexadecimal) is no letter of base64")
                }
                group = group << 6 | UInt32(value)
            }
            let three = [
                UInt8(truncatingIfNeeded: group >> 16), UInt8(truncatingIfNeeded: group >> 8),
                UInt8(truncatingIfNeeded: group),
            ]
            bytes += three.prefix(3 - padding)
        }
        return bytes
    }

    private static func value(_ letter: UInt8) -> UInt8? {
        switch letter {
        case 0x41...0x5A: letter - 0x41
        case 0x61...0x7A: letter - 0x61 + 26
        case 0x30...0x39: letter - 0x30 + 52
        case 0x2B: 62
        case 0x2F: 63
        default: nil
        }
    }
}
