import Ground

/// Replaces session ids, MAC addresses, vectors and keys in the UCI packets of one direction.
///
/// The layout is that of the UWB uwb.md, 1.2 to 3. Lists of parameters, controlees or measurements keep their
/// counts, ids and lengths, so that a readable message remains readable. Packets may be cut anywhere, as on a serial
/// line. Truncated payloads, segments of longer messages, unknown messages and bytes outside packets are replaced
/// entirely.
struct UCIRedaction: Sendable {
    /// Parameters that contain a secret: own and destination MAC address, vendor id, static STS vector, keys.
    private static let secretParameters: [UInt8] = [0x06, 0x07, 0x27, 0x28, 0x45, 0x46, 0x47, 0x48]
    /// The longest value kept for any other parameter.
    private static let longestPlain = 2
    private static let headLength = 4
    private static let infoLength = 25
    private static let measurementLength = 31

    /// The bytes received so far of the incomplete packet's head.
    private var head: [UInt8] = []
    /// The number of payload bytes still missing from that packet.
    private var missing = 0
    /// The types of messages whose last segment is still outstanding.
    private var segmented: [UInt8] = []

    /// Returns the next bytes of the line in shareable form, with the same length.
    mutating func redact(_ bytes: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            if missing > 0 {
                let part = rest.prefix(missing)
                result += substitutes.bytes(for: part)
                missing -= part.count
                rest = rest.dropFirst(part.count)
                continue
            }
            let part = rest.prefix(Self.headLength - head.count)
            // Without a valid UCI type, the position in the line is lost until the next piece.
            guard let first = head.first ?? part.first, (1...3).contains(first >> 5) else {
                head = []
                return result + substitutes.bytes(for: rest)
            }
            result += part
            head += part
            rest = rest.dropFirst(part.count)
            guard head.count == Self.headLength else { break }
            // No packet has reserved bits set; readers of the line assume the same.
            guard head[1] & 0xC0 == 0, head[2] == 0 else {
                head = []
                result.removeLast(part.count)
                return result + substitutes.bytes(for: part + rest)
            }
            let payload = Array(rest.prefix(Int(head[3])))
            missing = Int(head[3]) - payload.count
            let isReadable = !isSegment(head) && missing == 0
            result += isReadable ? redact(payload, head, &substitutes) : substitutes.bytes(for: payload)
            rest = rest.dropFirst(payload.count)
            head = []
        }
        return result
    }

    /// Returns whether a packet is one of several that form a message; the last one has no flag to indicate it.
    private mutating func isSegment(_ head: [UInt8]) -> Bool {
        let type = head[0] >> 5
        let isContinued = head[0] & 0x10 != 0
        let isLast = !isContinued && segmented.contains(type)
        segmented.removeAll { $0 == type }
        if isContinued { segmented.append(type) }
        return isContinued || isLast
    }

    /// Redacts the payload by type, group and opcode.
    private func redact(_ payload: [UInt8], _ head: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
        switch (head[0] >> 5, head[0] & 0x0F, head[1] & 0x3F) {
        // Device information: data after status and versions is vendor-specific.
        case (2, 0, 2): return Self.keep(10, of: payload, &substitutes)
        case (_, 0, _) where payload.count <= 16: return payload
        // SET_CONFIG; the answers to GET_CAPS_INFO and GET_CONFIG begin with a status.
        case (1, 0, 4): return Self.parameters(payload, from: 1, ofDevice: true, &substitutes)
        case (2, 0, 3), (2, 0, 5): return Self.parameters(payload, from: 2, ofDevice: true, &substitutes)
        // SESSION_INIT, DEINIT, GET_APP_CONFIG, GET_STATE, RANGE_START, STOP; the session status notification.
        case (1, 1, 0), (1, 1, 1), (1, 1, 4), (1, 1, 6), (1, 2, 0), (1, 2, 1), (3, 1, 2):
            return Self.session(payload, &substitutes)
        case (1, 1, 5), (2, 1, 1), (2, 1, 3), (2, 1, 5), (2, 1, 6), (2, 2, 0), (2, 2, 1): return payload
        case (1, 1, 3): return Self.parameters(payload, from: 5, &substitutes)
        case (2, 1, 4): return Self.parameters(payload, from: 2, &substitutes)
        case (1, 1, 7): return Self.controlees(toAdd: payload, &substitutes)
        case (2, 1, 7): return Self.controlees(payload, from: 2, apart: 3, &substitutes)
        case (3, 1, 7): return Self.multicastList(payload, &substitutes)
        case (2, 1, 0): return Self.keep(1, of: payload, &substitutes)
        case (3, 2, 0): return Self.rounds(payload, &substitutes)
        case (2, _, _): return Self.keep(1, of: payload, &substitutes)
        default: return substitutes.bytes(for: payload)
        }
    }

    private static func keep(_ count: Int, of payload: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
        payload.prefix(count) + substitutes.bytes(for: payload.dropFirst(count))
    }

    /// Redacts a payload that begins with a session id and contains no other private data.
    private static func session(_ payload: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
        substitutes.bytes(for: payload.prefix(4)) + payload.dropFirst(4)
    }

    /// Redacts parameters, each with its id, length and value.
    ///
    /// `ofDevice` is whether they apply to the whole device; these ids have one byte and other meanings.
    private static func parameters(
        _ payload: [UInt8], from start: Int, ofDevice: Bool = false, _ substitutes: inout Substitutes
    ) -> [UInt8] {
        // An answer may consist of a status alone.
        guard payload.count >= start else { return start == 2 ? payload : substitutes.bytes(for: payload) }
        var result = start == 5 ? session(Array(payload.prefix(5)), &substitutes) : Array(payload.prefix(start))
        var rest = payload.dropFirst(start)
        while let id = rest.first {
            // Vendor-specific ids have two bytes.
            let idLength = !ofDevice && (0xE0...0xE2).contains(id) ? 2 : 1
            guard rest.count > idLength else { return result + substitutes.bytes(for: rest) }
            let length = Int(rest[rest.startIndex + idLength])
            let value = rest.dropFirst(idLength + 1).prefix(length)
            guard value.count == length else { return result + substitutes.bytes(for: rest) }
            result += rest.prefix(idLength + 1)
            if ofDevice {
                result += length <= longestPlain ? Array(value) : substitutes.bytes(for: value)
            } else if id == 0x06 || id == 0x07 {
                // Short addresses, one or several.
                for place in stride(from: value.startIndex, to: value.endIndex, by: 2) {
                    result += substitutes.bytes(for: value[place..<min(place + 2, value.endIndex)])
                }
            } else if secretParameters.contains(id) || idLength == 2 || length > longestPlain, length > 1 {
                result += length == 4 && id == 0x09 ? Array(value) : substitutes.bytes(for: value)
            } else {
                result += value
            }
            rest = rest.dropFirst(idLength + 1 + length)
        }
        return result
    }

    /// SESSION_UPDATE_CONTROLLER_MULTICAST_LIST: addresses, sub-session ids and keys are replaced.
    private static func controlees(toAdd payload: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
        let keyLength = payload.count > 4 ? [0: 0, 1: 0, 2: 16, 3: 32][payload[4]] : nil
        guard payload.count >= 6, let keyLength else { return substitutes.bytes(for: payload) }
        var result = session(Array(payload.prefix(6)), &substitutes)
        var rest = payload.dropFirst(6)
        while !rest.isEmpty {
            result += substitutes.bytes(for: rest.prefix(2))
            result += substitutes.bytes(for: rest.dropFirst(2).prefix(4))
            result += substitutes.bytes(for: rest.dropFirst(6).prefix(keyLength))
            rest = rest.dropFirst(6 + keyLength)
        }
        return result
    }

    /// Redacts controlees of equal length after a head that is kept: an address first and a status last.
    private static func controlees(
        _ payload: [UInt8], from start: Int, apart length: Int, _ substitutes: inout Substitutes
    ) -> [UInt8] {
        var result = Array(payload.prefix(start))
        var rest = payload.dropFirst(start)
        while rest.count >= length {
            result += substitutes.bytes(for: rest.prefix(2))
            result += substitutes.bytes(for: rest.dropFirst(2).prefix(length - 3))
            result += rest.dropFirst(length - 1).prefix(1)
            rest = rest.dropFirst(length)
        }
        return result + substitutes.bytes(for: rest)
    }

    /// The notification after a change of the list: without sub-sessions if it has that length, otherwise with them.
    private static func multicastList(_ payload: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
        guard payload.count >= 5 else { return substitutes.bytes(for: payload) }
        let isNewer = payload.count == 5 + 3 * Int(payload[4])
        let head = substitutes.bytes(for: payload.prefix(4))
        let rest = Array(payload.dropFirst(4))
        return head + controlees(rest, from: isNewer ? 1 : 2, apart: isNewer ? 3 : 7, &substitutes)
    }

    /// SESSION_INFO_NTF: session ids, peers' addresses and vendor data are replaced; measurements are kept.
    private static func rounds(_ payload: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
        guard payload.count >= infoLength, payload[15] <= 1 else {
            return substitutes.bytes(for: payload)
        }
        let primary = Array(payload[16..<20])
        var result = payload[..<4] + substitutes.bytes(for: payload[4..<8]) + payload[8..<16]
        result += primary.allSatisfy { $0 == 0 } ? primary : substitutes.bytes(for: primary)
        result += payload[20..<infoLength]
        let addressLength = payload[15] == 0 ? 2 : 8
        var rest = payload.dropFirst(infoLength)
        // Measurements other than two-way ranging have layouts unknown here.
        for _ in 0..<(payload[13] == 1 ? payload[24] : 0) {
            guard rest.count >= measurementLength else { break }
            result += substitutes.bytes(for: rest.prefix(addressLength))
            result += rest.dropFirst(addressLength).prefix(measurementLength - addressLength)
            rest = rest.dropFirst(measurementLength)
        }
        return Array(result) + substitutes.bytes(for: rest)
    }
}
