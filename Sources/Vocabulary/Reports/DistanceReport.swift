public import Ground

/// The way an accessory reports the distance that it measured itself.
public enum DistanceReport: Codable, Hashable, Sendable {
    /// It prints the distance: each line with one of these patterns is a measurement.
    case printed(lines: [LinePattern])
    /// It sends the distance in a dedicated message on the data channel.
    case sent(field: MessageField)
}

extension DistanceReport {
    /// Lines of one pattern: `.printed("distance[cm]={cm}")`.
    public static func printed(_ line: LinePattern) -> DistanceReport { .printed(lines: [line]) }

    /// Qorvo's CLI firmware from 1.1 on (uwb.md, section 4.5).
    public static let qorvo = printed("distance[cm]={cm}")
    /// Qorvo's older firmware, and its accessory demo: one object per round (uwb.md, section 4.5).
    public static let qorvoObject = printed("\"D_cm\":{cm}")
    /// NXP's demos; unverified, as no sheet has the line.
    public static let nxp = printed("TWR[0].distance : {cm}")
    /// Metres in words, as small examples print them; unverified, as it differs by maker.
    public static let inWords = printed("distance {m} m")
    /// Any of the patterns above.
    public static let known = DistanceReport.printed(
        lines: [qorvo, qorvoObject, nxp, inWords].flatMap(\.lines))

    /// The patterns of the printed lines; empty for a sent message.
    public var lines: [LinePattern] {
        switch self {
        case .printed(let lines): lines
        case .sent: []
        }
    }
}

extension DistanceReport: CustomStringConvertible {
    public var description: String {
        switch self {
        case .printed(let lines):
            switch lines.count {
            case 0: "nothing"
            case 1: "\(lines[0])"
            default: "\(lines[0]) or \(lines.count - 1) more"
            }
        case .sent(let field): field.description
        }
    }
}

/// A number at a fixed position in an accessory's message: its bytes, byte order, sign and unit.
public struct MessageField: Codable, Hashable, Sendable {
    public enum Order: String, Codable, Hashable, Sendable {
        case littleEndian
        case bigEndian
    }

    /// The allowed widths of a number, in bytes.
    public static let widths = 1...4
    /// The greatest length of an attribute (Core Specification, Vol 3, Part F, 3.2.9).
    public static let longestMessage = 512

    /// The first byte of the message.
    public let id: UInt8
    /// The position of its first byte, counting the id as 0.
    public let offset: Int
    /// Its width in bytes.
    public let width: Int
    public let order: Order
    /// Whether the number is signed, in two's complement.
    public let isSigned: Bool
    public let unit: LengthUnit

    public init(
        of id: UInt8, at offset: Int, width: Int, _ unit: LengthUnit, order: Order = .littleEndian,
        isSigned: Bool = false
    ) {
        (self.id, self.offset, self.width, self.unit) = (id, offset, width, unit)
        (self.order, self.isSigned) = (order, isSigned)
    }

    /// Returns the number in a message; nil for another message, or one that ends before the number does.
    public func distance(in message: [UInt8]) -> Distance? {
        guard message.first == id, fault == nil, message.count >= offset + width else { return nil }
        let bytes = message[offset..<offset + width]
        let ordered = order == .bigEndian ? Array(bytes) : bytes.reversed()
        var value = ordered.reduce(Int64(0)) { $0 << 8 | Int64($1) }
        if isSigned, value >> (width * 8 - 1) == 1 { value -= 1 << (width * 8) }
        return Distance(millimetres: Int32(clamping: value * unit.millimetres))
    }

    /// The problem with the field, as a sentence without a full stop; nil if it can be read.
    public var fault: String? {
        if !Self.widths.contains(width) { return "a number of a message has 1 to 4 bytes, not \(width)" }
        if offset == 0 { return "at 0 stands the message's id: the first number is at 1" }
        if offset < 0 || offset > Self.longestMessage - width {
            return "no message is longer than \(Self.longestMessage) bytes: a number of \(width) at \(offset) is beyond"
        }
        return nil
    }
}

extension MessageField: CustomStringConvertible {
    public var description: String {
        let kind = "\(isSigned ? "signed, " : "")\(order == .bigEndian ? "big-endian, " : "")\(unit.rawValue)"
        let last = width == 1 ? "" : " to \(offset.addingReportingOverflow(width - 1).partialValue)"
        return "message \(id.hexadecimal), byte \(offset)\(last) (\(kind))"
    }
}
