public import Ground
public import UWB

/// One message on the line to the UWB kit, or an error on it.
public enum UCIMeaning: Hashable, Sendable {
    case command(UCICommand)
    case response(UCIResponse)
    case notification(UCINotification)
    /// A data packet, or a message of an unknown type.
    case other(UCIPacket)
    case malformed(UCIPacket, Malformed)
    /// Bytes outside any packet, or an abandoned packet.
    case finding(Finding)

    /// Decodes a whole packet.
    init(_ packet: UCIPacket) {
        do throws(Malformed) {
            switch packet.type {
            case .command: self = .command(try UCICommand(decoding: packet))
            case .response: self = .response(try UCIResponse(decoding: packet))
            case .notification: self = .notification(try UCINotification(decoding: packet))
            default: self = .other(packet)
            }
        } catch {
            self = .malformed(packet, error)
        }
    }

    /// The measurements of a ranging round; empty for anything else.
    var measurements: [RangingMeasurement] {
        guard case .notification(.sessionInfo(let info)) = self, case .twoWayRanging(let list) = info.measurements
        else { return [] }
        return list.map { RangingMeasurement($0) }
    }

    /// Whether it is a routine ranging round.
    var isRoutine: Bool {
        if case .notification(.sessionInfo) = self { return true }
        return false
    }

    func text(_ style: inout MeaningStyle) -> String {
        switch self {
        case .command(let command): command.text(&style)
        case .response(let response): response.text(&style)
        case .notification(let notification): notification.text(&style)
        case .other(let packet) where packet.type == .data: "data packet: \(packet.payload.shown())"
        case .other(let packet):
            "UCI packet of type \(packet.type.rawValue), \(UCIKind(packet.group, packet.opcode)): "
                + packet.payload.shown()
        case .malformed(let packet, let malformed):
            "malformed \(UCIKind(packet.group, packet.opcode)): \(malformed.description.escapedForDisplay): "
                + packet.payload.shown()
        case .finding(let finding): finding.description.escapedForDisplay
        }
    }
}

/// Assembles the bytes on a kit's line into messages, in one direction.
struct UCIStream: Sendable {
    /// The greatest payload of a data packet; kits announce less.
    static let dataLimit = 4096

    private let side: UCIFramer.Side
    private var framer: UCIFramer

    init(_ side: UCIFramer.Side) {
        self.side = side
        framer = UCIFramer(side: side, dataLimit: Self.dataLimit)
    }

    /// Discards incomplete data because the line was reopened.
    mutating func reopen() { framer = UCIFramer(side: side, dataLimit: Self.dataLimit) }

    mutating func receive(_ bytes: [UInt8], at now: Instant) -> FrameMeaning {
        if framer.deadline == nil, let packet = wholePacket(bytes) { return .uci(UCIMeaning(packet)) }
        var meanings: [UCIMeaning] = []
        for output in framer.receive(bytes, at: now) {
            switch output {
            case .packet(let packet): meanings.append(UCIMeaning(packet))
            case .finding(let finding): meanings.append(.finding(finding))
            }
        }
        if meanings.count == 1, let only = meanings.first { return .uci(only) }
        return .uciPieces(meanings)
    }

    /// Returns the bytes as one unsegmented control packet of this direction, as most frames are.
    private func wholePacket(_ bytes: [UInt8]) -> UCIPacket? {
        guard bytes.count >= 4, bytes.count == 4 + Int(bytes[3]), bytes[0] & 0x10 == 0, bytes[1] & 0xC0 == 0,
            bytes[2] == 0
        else { return nil }
        let type = MessageType(rawValue: bytes[0] >> 5)
        let isOurs = side == .device ? type == .command : type == .response || type == .notification
        guard isOurs else { return nil }
        return UCIPacket(
            type: type, group: GroupIdentifier(rawValue: bytes[0]), opcode: bytes[1], payload: Array(bytes[4...]))
    }
}
