import Ground

/// Replaces session ids, MAC addresses, vectors and keys in UCI packets; the layout is of the UWB fact sheet 1.2 to 3.
///
/// Bytes that are no whole packets, as a serial line may give them, and messages that are not known here are replaced
/// altogether.
struct UCIRedaction: Sendable {
    /// Parameters with a secret in them: own and destination MAC address, vendor id, static STS vector, keys.
    private static let secretParameters: [UInt8] = [0x06, 0x07, 0x27, 0x28, 0x45, 0x46, 0x47, 0x48]
    /// The longest value of any other parameter that stays.
    private static let longestPlain = 2
    private static let headLength = 4
    private static let infoLength = 25
    private static let measurementLength = 31

    static func redact(_ bytes: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let head = Array(rest.prefix(headLength))
            guard head.count == headLength, (1...3).contains(head[0] >> 5), rest.count >= headLength + Int(head[3])
            else { return result + substitutes.bytes(for: rest) }
            let payload = Array(rest.dropFirst(headLength).prefix(Int(head[3])))
            result += head + redact(payload, head, &substitutes)
            rest = rest.dropFirst(headLength + payload.count)
        }
        return result
    }

    /// The payload by type, group and opcode; a segment of a longer message goes altogether.
    private static func redact(_ payload: [UInt8], _ head: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
        guard head[0] & 0x10 == 0 else { return substitutes.bytes(for: payload) }
        switch (head[0] >> 5, head[0] & 0x0F, head[1] & 0x3F) {
        // Device information: what stands behind status and versions is the vendor's.
        case (2, 0, 2): return keep(10, of: payload, &substitutes)
        case (_, 0, _): return payload.count <= 16 ? payload : substitutes.bytes(for: payload)
        // SESSION_INIT, DEINIT, GET_APP_CONFIG, GET_STATE, RANGE_START, STOP; the notice of a session's state.
        case (1, 1, 0), (1, 1, 1), (1, 1, 4), (1, 1, 6), (1, 2, 0), (1, 2, 1), (3, 1, 2):
            return session(payload, &substitutes)
        case (1, 1, 5), (2, 1, 1), (2, 1, 3), (2, 1, 5), (2, 1, 6), (2, 2, 0), (2, 2, 1): return payload
        case (1, 1, 3): return parameters(payload, from: 5, &substitutes)
        case (2, 1, 4): return parameters(payload, from: 2, &substitutes)
        case (2, 1, 0): return keep(1, of: payload, &substitutes)
        case (3, 2, 0): return rounds(payload, &substitutes)
        case (2, _, _): return keep(1, of: payload, &substitutes)
        default: return substitutes.bytes(for: payload)
        }
    }

    private static func keep(_ count: Int, of payload: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
        payload.prefix(count) + substitutes.bytes(for: payload.dropFirst(count))
    }

    /// A session's id in front, and then nothing that tells of anybody.
    private static func session(_ payload: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
        substitutes.bytes(for: payload.prefix(4)) + payload.dropFirst(4)
    }

    /// Parameters, each with its id, its length and its value.
    private static func parameters(
        _ payload: [UInt8], from start: Int, _ substitutes: inout Substitutes
    ) -> [UInt8] {
        guard payload.count >= start else { return substitutes.bytes(for: payload) }
        var result = start == 5 ? session(Array(payload.prefix(5)), &substitutes) : Array(payload.prefix(start))
        var rest = payload.dropFirst(start)
        while let id = rest.first {
            // The vendor's ids have two bytes.
            let idLength = (0xE0...0xE2).contains(id) ? 2 : 1
            guard rest.count > idLength else { return result + substitutes.bytes(for: rest) }
            let length = Int(rest[rest.startIndex + idLength])
            let value = rest.dropFirst(idLength + 1).prefix(length)
            guard value.count == length else { return result + substitutes.bytes(for: rest) }
            result += rest.prefix(idLength + 1)
            if id == 0x06 || id == 0x07 {
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

    /// SESSION_INFO_NTF: session ids, the peers' addresses, and what the vendor adds go; what was measured stays.
    private static func rounds(_ payload: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
        guard payload.count >= infoLength, payload[13] == 1, payload[15] <= 1 else {
            return substitutes.bytes(for: payload)
        }
        let primary = Array(payload[16..<20])
        var result = payload[..<4] + substitutes.bytes(for: payload[4..<8]) + payload[8..<16]
        result += primary.allSatisfy { $0 == 0 } ? primary : substitutes.bytes(for: primary)
        result += payload[20..<infoLength]
        let addressLength = payload[15] == 0 ? 2 : 8
        var rest = payload.dropFirst(infoLength)
        for _ in 0..<payload[24] {
            guard rest.count >= measurementLength else { break }
            result += substitutes.bytes(for: rest.prefix(addressLength))
            result += rest.dropFirst(addressLength).prefix(measurementLength - addressLength)
            rest = rest.dropFirst(measurementLength)
        }
        return Array(result) + substitutes.bytes(for: rest)
    }
}
