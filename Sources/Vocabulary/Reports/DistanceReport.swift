public import Ground

/// How an accessory tells the distance that it measured itself.
public enum DistanceReport: Codable, Hashable, Sendable {
    /// It prints it: each line that has one of these patterns is a distance.
    case printed(lines: [LinePattern])
    /// It sends it in a message of its own on the data channel.
    case sent(field: MessageField)
}

extension DistanceReport {
    /// It prints lines of one pattern: `.printed("distance[cm]={cm}")`.
    public static func printed(_ line: LinePattern) -> DistanceReport { .printed(lines: [line]) }

    /// Qorvo's CLI firmware from 1.1 on (uwb.md, section 4.5).
    public static let qorvo = printed("distance[cm]={cm}")
    /// Qorvo's older firmware, and its accessory demo: an object a round (uwb.md, section 4.5).
    public static let qorvoObject = printed("\"D_cm\":{cm}")
    /// NXP's demos: unverified, no sheet has the line.
    public static let nxp = printed("TWR[0].distance : {cm}")
    /// Metres in words, as small examples print them: unverified, every maker has its own.
    public static let inWords = printed("distance {m} m")
    /// Any of these.
    public static let known = DistanceReport.printed(
        lines: [qorvo, qorvoObject, nxp, inWords].flatMap(\.lines))

    /// The patterns of the lines; none for what is sent.
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

/// A number at a fixed place of a message that an accessory sends: its bytes, their order, its sign and its unit.
public struct MessageField: Codable, Hashable, Sendable {
    public enum Order: String, Codable, Hashable, Sendable {
        case littleEndian
        case bigEndian
    }

    /// How many bytes a number can have.
    public static let widths = 1...4
    /// No attribute is longer (Core Specification, Vol 3, Part F, 3.2.9).
    public static let longestMessage = 512

    /// The first byte of the message.
    public let id: UInt8
    /// The place of its first byte, counted from 0 for the id.
    public let offset: Int
    /// How many bytes it has.
    public let width: Int
    public let order: Order
    /// Whether its highest bit is a sign, in two's complement.
    public let isSigned: Bool
    public let unit: LengthUnit

    public init(
        of id: UInt8, at offset: Int, width: Int, _ unit: LengthUnit, order: Order = .littleEndian,
        isSigned: Bool = false
    ) {
        (self.id, self.offset, self.width, self.unit) = (id, offset, width, unit)
        (self.order, self.isSigned) = (order, isSigned)
    }

    /// The number in a message; nil for another message, and for one that ends before the number does.
    public func distance(in message: [UInt8]) -> Distance? {
        guard message.first == id, fault == nil, message.count >= offset + width else { return nil }
        let bytes = message[offset..<offset + width]
        let ordered = order == .bigEndian ? Array(bytes) : bytes.reversed()
        var value = ordered.reduce(Int64(0)) { $0 << 8 | Int64($1) }
        if isSigned, value >> (width * 8 - 1) == 1 { value -= 1 << (width * 8) }
        return Distance(millimetres: Int32(clamping: value * unit.millimetres))
    }

    /// What is wrong with it, as a sentence without its full stop; nil for a field that can be read.
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
