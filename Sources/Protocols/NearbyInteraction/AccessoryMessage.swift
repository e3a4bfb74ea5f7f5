public import Ground

/// A message from the accessory on the data channel: one id byte, then the payload (nearby-interaction.md 2).
public enum AccessoryMessage: Hashable, Sendable {
    /// The accessory configuration data, undecoded.
    case accessoryConfigurationData([UInt8])
    case uwbDidStart
    case uwbDidStop
    /// Qorvo: the link is now paired.
    case accessoryPaired
    /// Qorvo: the vendor's device structure.
    case deviceStructure([UInt8])
    /// A community fork: the device structure was written.
    case deviceStructureWritten
    /// Qorvo: text to show as a local notification.
    case iOSNotify(NotificationText)
    /// An id that is not in the table; both sides ignore such messages.
    case other(id: UInt8, payload: [UInt8])

    /// Returns the message as the bytes of one notification.
    public func encoded(using ids: MessageIdentifiers = .appleSample) -> [UInt8] {
        switch self {
        case .accessoryConfigurationData(let payload): [ids.accessoryConfigurationData] + payload
        case .uwbDidStart: [ids.uwbDidStart]
        case .uwbDidStop: [ids.uwbDidStop]
        case .accessoryPaired: [ids.accessoryPaired ?? 0x04]
        case .deviceStructure(let payload): [ids.deviceStructure ?? 0x20] + payload
        case .deviceStructureWritten: [ids.deviceStructureWritten ?? 0x22]
        case .iOSNotify(let text): [ids.iOSNotify ?? 0x2F] + text.encoded
        case .other(let id, let payload): [id] + payload
        }
    }

    /// Decodes one notification.
    ///
    /// Throws for an empty notification, a message only a phone may send, and accessory configuration data without a
    /// payload; on these Apple's sample app reports an error, crashes or asserts (nearby-interaction.md 2.1). Bytes
    /// after a message without payload are dropped here and reported by `findings(in:using:)`.
    public init(decoding bytes: [UInt8], using ids: MessageIdentifiers = .appleSample) throws(Malformed) {
        guard let id = bytes.first else { throw Malformed(at: 0, "the accessory's message is empty") }
        if let name = ids.nameOfPhoneOnly(id) {
            throw Malformed(
                at: 0, "the accessory sent \(id.hexadecimal), \(name), which only the phone may send")
        }
        let payload = Array(bytes.dropFirst())
        switch id {
        case ids.accessoryConfigurationData:
            guard !payload.isEmpty else {
                throw Malformed(at: 1, "the accessory configuration data message has no payload")
            }
            self = .accessoryConfigurationData(payload)
        case ids.uwbDidStart: self = .uwbDidStart
        case ids.uwbDidStop: self = .uwbDidStop
        case ids.accessoryPaired: self = .accessoryPaired
        case ids.deviceStructure: self = .deviceStructure(payload)
        case ids.deviceStructureWritten: self = .deviceStructureWritten
        case ids.iOSNotify: self = .iOSNotify(try NotificationText(decoding: payload))
        default: self = .other(id: id, payload: payload)
        }
    }

    /// Returns the failure code for a notification that fails to decode.
    public static func code(ofMalformed bytes: [UInt8], using ids: MessageIdentifiers) -> FailureCode {
        guard let id = bytes.first else { return "message.empty" }
        return ids.nameOfPhoneOnly(id) == nil ? "message.malformed" : "message.notForPhones"
    }

    /// Returns what is suspicious about a notification that decodes: trailing bytes or an unknown id.
    public static func findings(in bytes: [UInt8], using ids: MessageIdentifiers = .appleSample) -> [Finding] {
        guard let message = try? AccessoryMessage(decoding: bytes, using: ids) else { return [] }
        switch message {
        case .uwbDidStart, .uwbDidStop, .accessoryPaired, .deviceStructureWritten:
            guard bytes.count > 1 else { return [] }
            return [
                Finding(
                    "message.trailingBytes", .warning,
                    "the message has no payload, yet \(bytes.count - 1) bytes follow its id", offset: 1)
            ]
        case .other(let id, _):
            return [
                Finding(
                    "message.unknown", .note, "message \(id.hexadecimal) is unknown: phone apps ignore it", offset: 0)
            ]
        case .accessoryConfigurationData, .deviceStructure, .iOSNotify:
            return []
        }
    }
}

/// Text that a Qorvo accessory asks to show as a local notification: length + 2, distance, UTF-8 (nearby-interaction.md
/// 2.1).
public struct NotificationText: Hashable, Sendable {
    /// The vendor's distance byte; its unit is undocumented.
    public let distance: UInt8
    /// At most 253 bytes of UTF-8.
    public let text: String

    /// Returns nil if the text is too long for the length byte.
    public init?(distance: UInt8, text: String) {
        guard text.utf8.count <= 253 else { return nil }
        self.distance = distance
        self.text = text
    }

    init(decoding payload: [UInt8]) throws(Malformed) {
        var reader = ByteReader(payload[...], origin: 1)
        let length = try reader.u8("the notification text's length")
        distance = try reader.u8("the notification text's distance")
        let bytes = reader.rest()
        guard Int(length) == bytes.count + 2 else {
            throw Malformed(at: 1, "the notification text's length byte is \(length), \(bytes.count + 2) was due")
        }
        guard let text = String(strictUTF8: bytes) else {
            throw Malformed(at: 3, "the notification text is not UTF-8")
        }
        self.text = text
    }

    var encoded: [UInt8] {
        let bytes = Array(text.utf8)
        return [UInt8(clamping: bytes.count + 2), distance] + bytes
    }
}
