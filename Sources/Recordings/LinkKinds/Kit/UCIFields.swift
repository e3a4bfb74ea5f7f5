import Ground
import UWB
import Wording

// The fields of the kit's messages in words (uwb.md 1.4 to 2).

extension UCIMeaning {
    var fields: [DecodedField] {
        switch self {
        case .command(let command): command.fields
        case .response(let response): response.fields
        case .notification(let notification): notification.fields
        case .malformed(let packet, let malformed):
            [
                DecodedField("parsed as", UCIKind(packet.group, packet.opcode)), DecodedField("problem", malformed),
                DecodedField("bytes", packet.payload.shown()),
            ]
        case .other, .finding: []
        }
    }
}

extension UCICommand {
    fileprivate var fields: [DecodedField] {
        switch self {
        case .setAppConfig(let token, let configuration):
            [DecodedField("command", kind), .session(token)] + configuration.fields
        case .sessionInit(let id, let type):
            [
                DecodedField("command", kind), DecodedField("session id", id.hexadecimal),
                DecodedField("session type", type == .ranging ? "ranging" : type.rawValue.hexadecimal),
            ]
        case .updateMulticastList(let token, let action, let controlees):
            [DecodedField("command", kind), .session(token), DecodedField("action", "\(action.rawValue)")]
                + controlees.map { DecodedField("controlee", $0.address) }
        default: []
        }
    }
}

extension UCIResponse {
    fileprivate var fields: [DecodedField] {
        guard let status else { return [] }
        let head = [DecodedField("response to", kind), DecodedField("status", status == .ok ? "OK" : "\(status)")]
        return switch self {
        case .setAppConfig(_, let refused):
            head + refused.map { DecodedField("refused \(ParameterWords.name(of: $0.id))", $0.status) }
        case .appConfig(_, let configuration): head + configuration.fields
        case .sessionInit(_, let handle?): head + [.session(handle)]
        default: head
        }
    }
}

extension UCINotification {
    fileprivate var fields: [DecodedField] {
        switch self {
        case .sessionStatus(let token, let state, let reason):
            [.session(token), DecodedField("state", state), DecodedField("reason", reason)]
        case .sessionInfo(let info): info.fields
        case .deviceStatus, .genericError, .multicastList, .other: []
        }
    }
}

extension SessionInfo {
    fileprivate var fields: [DecodedField] {
        let head: [DecodedField] = [
            .session(token), DecodedField("round", sequenceNumber),
            DecodedField("interval", "\(rangingIntervalMilliseconds) ms"),
        ]
        guard case .twoWayRanging(let list) = measurements else { return head }
        return head + list.flatMap(\.fields)
    }
}

extension TWRMeasurement {
    fileprivate var fields: [DecodedField] {
        let measured = RangingMeasurement(self)
        let outcome =
            measured.failure.map { "no distance: \($0.words), \($0)" } ?? "\(status == .ok ? "OK" : "\(status)")"
        var fields = [DecodedField("peer", peer), DecodedField("result", outcome)]
        guard let distance else {
            return fields + (slotIndex > 0 ? [DecodedField("failed in slot", slotIndex)] : [])
        }
        fields.append(DecodedField("distance", distance))
        for (name, angle) in [("azimuth", azimuth), ("elevation", elevation)] {
            guard let degrees = angle.degrees() else { continue }
            fields.append(DecodedField(name, "\(decimal(degrees, places: 1))\u{B0}, merit \(angle.merit) of 100"))
        }
        if let strength = signalStrength {
            fields.append(DecodedField("signal", "\(decimal(strength, places: 1)) dBm"))
        }
        switch lineOfSight {
        case .blocked: fields.append(DecodedField("line of sight", "blocked"))
        case .free: fields.append(DecodedField("line of sight", "free"))
        default: break
        }
        return fields
    }
}

extension DecodedField {
    fileprivate static func session(_ token: SessionToken) -> DecodedField {
        DecodedField("session handle", token.rawValue.hexadecimal)
    }
}

extension AppConfiguration {
    fileprivate var fields: [DecodedField] {
        entries.map { DecodedField(ParameterWords.name(of: $0.id), ParameterWords.value($0.value, of: $0.id)) }
    }
}

/// The parameters of a session in words; one without an entry keeps the standard's name, and its number.
private struct ParameterWords {
    private let name: String
    private let values: [String]
    private let unit: String

    private init(_ name: String, _ values: [String] = [], unit: String = "") {
        (self.name, self.values, self.unit) = (name, values, unit)
    }

    static func name(of id: AppConfigurationID) -> String {
        all[id]?.name ?? id.nameOrNumber.lowercased().replacing("_", with: " ")
    }

    static func value(_ bytes: [UInt8], of id: AppConfigurationID) -> String {
        guard bytes.count <= 4, !bytes.isEmpty else { return bytes.shown() }
        let number = bytes.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        switch id {
        case .deviceMACAddress, .destinationMACAddress, .vendorID:
            return bytes.count == 2 ? UInt16(truncatingIfNeeded: number).hexadecimal : bytes.shown()
        case .slotDuration: return "\(number) RSTU, \(decimal(Double(number) / 1200, places: 2)) ms"
        default: break
        }
        guard let words = all[id] else { return "\(number)" }
        guard !words.values.isEmpty else { return "\(number)\(words.unit)" }
        let isKnown = number < words.values.count && !words.values[Int(number)].isEmpty
        return isKnown ? "\(words.values[Int(number)]) (\(number))" : "\(number)"
    }

    private static let all: [AppConfigurationID: ParameterWords] = [
        .deviceType: .init("device type", ["controlee", "controller"]),
        .deviceRole: .init("device role", ["responder", "initiator"]),
        .rangingRoundUsage: .init(
            "ranging method",
            [
                "", "single-sided, deferred", "double-sided, deferred", "single-sided, not deferred",
                "double-sided, not deferred",
            ]),
        .stsConfig: .init("scrambled timestamps", ["static", "dynamic", "dynamic, one key each", "provisioned"]),
        .multiNodeMode: .init("peers", ["one", "one to many", "many to many"]),
        .channelNumber: .init("channel"),
        .numberOfControlees: .init("number of controlees"),
        .deviceMACAddress: .init("phone's address"),
        .destinationMACAddress: .init("accessory's address"),
        .slotDuration: .init("slot duration"),
        .rangingDuration: .init("interval", unit: " ms"),
        .rangingRoundControl: .init("round control"),
        .rframeConfig: .init("frame format", ["SP0", "SP1", "", "SP3"]),
        .preambleCodeIndex: .init("preamble code"),
        .sfdID: .init("start of frame delimiter"),
        .slotsPerRound: .init("slots per round"),
        .scheduleMode: .init("scheduling", ["contention", "by time", "hybrid"]),
        .macAddressMode: .init("address length", ["2 bytes", "8 bytes, short header", "8 bytes"]),
        .vendorID: .init("vendor id"),
        .staticSTSIV: .init("static vector"),
        .hoppingMode: .init("hopping", ["off", "on"]),
        .stsLength: .init("timestamp length", ["32 symbols", "64 symbols", "128 symbols"]),
    ]
}
