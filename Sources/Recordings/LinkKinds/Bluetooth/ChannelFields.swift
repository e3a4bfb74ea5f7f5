import GATT
import Ground
import NearbyInteraction

// The fields of messages on the data channel in words (nearby-interaction.md 3 and 4).

extension ATTMeaning {
    /// The fields of a message or a refusal; one line describes any other PDU.
    var fields: [DecodedField] {
        var fields = [DecodedField("operation", pdu.opcode)]
        if let handle = pdu.handle { fields.append(DecodedField("handle", handle)) }
        if let target { fields.append(DecodedField("attribute", target.name)) }
        if case .malformed(ChannelMessage.accessoryConfigurationName, _)? = message, let value = pdu.notified {
            fields += ConfigurationLayout.fields(of: value)
        }
        if let message { return fields + message.fields }
        guard case .errorResponse(let request, _, let code) = pdu else { return [] }
        return fields + [DecodedField("refused", request), DecodedField("error", code)]
    }
}

extension ChannelMessage {
    /// The fields after the message's name.
    var fields: [DecodedField] {
        switch self {
        case .accessoryConfiguration(let data):
            [DecodedField("message", "accessory configuration data")] + Self.fields(of: data)
        case .shareableConfiguration(let data):
            [DecodedField("message", "configure and start")] + Self.fields(of: data)
        case .malformed(let what, let malformed):
            [DecodedField("parsed as", what), DecodedField("problem", malformed)]
        case .accessory, .phone, .peer, .token:
            [DecodedField("message", text)]
        }
    }

    private static func fields(of data: AccessoryConfigurationData) -> [DecodedField] {
        var fields = [
            DecodedField("protocol", "\(data.protocolMajor).\(data.protocolMinor)"),
            DecodedField("preferred update rate", words(for: data.preferredUpdateRate)),
            DecodedField("length of UWB part", "\(counted(data.declaredLength, "byte"))"),
            DecodedField("UWB version", data.version),
            DecodedField("manufacturer", data.manufacturer.hexadecimal), DecodedField("model", data.model.hexadecimal),
            DecodedField("middleware", data.middleware.hexadecimal), DecodedField("role", data.role),
            DecodedField("accessory's address", data.address),
        ]
        if let drift = data.clockDriftPPM { fields.append(DecodedField("clock drift", "\(drift) ppm")) }
        if let request = data.request {
            fields += [
                DecodedField("requested hopping", request.hopping == 0 ? "off" : "on (\(request.hopping))"),
                DecodedField("requested slots per round", request.slotsPerRound),
                DecodedField("requested slot duration", "\(request.slotDurationRSTU) RSTU"),
                DecodedField("requested interval", "\(request.intervalMilliseconds) ms"),
            ]
        }
        return fields + rest(data.extra, data.findings())
    }

    private static func fields(of data: ShareableConfigurationData) -> [DecodedField] {
        var fields = [
            DecodedField("UWB version", data.version),
            DecodedField("declared length", "\(counted(data.declaredLength, "byte"))"),
            DecodedField("country code", data.countryCode.hexadecimal),
            DecodedField("session id", data.sessionID.hexadecimal), DecodedField("preamble code", data.preambleCode),
            DecodedField("channel", data.channel), DecodedField("slots per round", data.slotsPerRound),
            DecodedField("slot duration", "\(data.slotDurationRSTU) RSTU"),
            DecodedField("interval", "\(data.intervalMilliseconds) ms"),
            DecodedField("round control", data.roundControl.hexadecimal),
            DecodedField("static vector", data.initialization.bytes.hex),
            DecodedField("phone's address", data.address),
        ]
        if let drift = data.clockDriftPPM { fields.append(DecodedField("clock drift", "\(drift) ppm")) }
        if let tail = data.tail { fields.append(DecodedField("hopping", tail.hopping == 0 ? "off" : "on")) }
        return fields + rest(data.extra, data.findings())
    }

    /// Returns the bytes after the known layout, and the problems of the whole.
    private static func rest(_ extra: [UInt8], _ findings: [Finding]) -> [DecodedField] {
        (extra.isEmpty ? [] : [DecodedField("further bytes", extra.shown())])
            + findings.filter { $0.weight == .fault }.map { DecodedField("problem", $0.shifted(by: 1)) }
    }

    private static func words(for rate: UpdateRate) -> String {
        switch rate {
        case .automatic: "automatic (0)"
        case .infrequent: "infrequent (10)"
        case .userInteractive: "user interactive (20)"
        default: "unknown (\(rate.rawValue))"
        }
    }
}

extension ATTPDU {
    /// The value that an accessory sent without being asked.
    fileprivate var notified: [UInt8]? {
        switch self {
        case .notification(_, let value), .indication(_, let value): value
        default: nil
        }
    }
}

/// The layout of accessory configuration data, for those that cannot be decoded (nearby-interaction.md 3.1).
private enum ConfigurationLayout {
    private static let parts: [(name: String, size: Int)] = [
        ("message id", 1), ("protocol, major", 2), ("protocol, minor", 2), ("preferred update rate", 1),
        ("reserved", 10), ("length of UWB part", 1), ("UWB version, major", 2), ("UWB version, minor", 2),
        ("manufacturer", 4), ("model", 4), ("middleware", 4), ("role", 1), ("accessory's address", 2),
        ("clock drift", 2), ("reserved in UWB 2.0", 4), ("requested hopping", 1), ("requested slots per round", 2),
        ("requested slot duration", 2), ("requested interval", 2),
    ]

    /// Returns the fields as bytes, up to the first that is not complete.
    static func fields(of message: [UInt8]) -> [DecodedField] {
        var rest = message[...]
        var fields: [DecodedField] = []
        for (name, size) in parts {
            let bytes = rest.prefix(size)
            rest = rest.dropFirst(size)
            guard bytes.count == size else {
                let what = bytes.isEmpty ? "missing" : "\(Array(bytes).hex), \(bytes.count) of \(size) bytes"
                return fields + [DecodedField(name, what)]
            }
            fields.append(DecodedField(name, Array(bytes).hex))
        }
        return fields
    }
}
