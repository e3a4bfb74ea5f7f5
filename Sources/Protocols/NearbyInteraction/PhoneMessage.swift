public import Ground

/// A message that the phone's app writes on the data channel: one id byte, then the payload (fact sheet 2).
public enum PhoneMessage: Hashable, Sendable {
    case initialize
    /// The shareable configuration data, undecoded.
    case configureAndStart([UInt8])
    case stop
    /// Qorvo: ask for the vendor's device structure.
    case getDeviceStructure
    /// Qorvo: write the vendor's device structure.
    case setDeviceStructure([UInt8])
    /// An id that the table does not know; both sides ignore those.
    case other(id: UInt8, payload: [UInt8])

    /// The message as the bytes of one write.
    public func encoded(using ids: MessageIdentifiers = .appleSample) -> [UInt8] {
        switch self {
        case .initialize: [ids.initialize]
        case .configureAndStart(let payload): [ids.configureAndStart] + payload
        case .stop: [ids.stop]
        case .getDeviceStructure: [ids.deviceStructure ?? 0x20]
        case .setDeviceStructure(let payload): [ids.setDeviceStructure ?? 0x21] + payload
        case .other(let id, let payload): [id] + payload
        }
    }

    /// Decodes one write, as an accessory does.
    ///
    /// Throws for an empty write, for a message that only an accessory may send, and for configureAndStart without a
    /// payload. Bytes after a message without payload are tolerated and dropped (fact sheet 2.1).
    public init(decoding bytes: [UInt8], using ids: MessageIdentifiers = .appleSample) throws(Malformed) {
        guard let id = bytes.first else { throw Malformed(at: 0, "the phone's message is empty") }
        if let name = ids.nameOfAccessoryOnly(id) {
            throw Malformed(
                at: 0, "the phone sent \(id.hexadecimal), \(name), which only the accessory may send")
        }
        let payload = Array(bytes.dropFirst())
        switch id {
        case ids.initialize: self = .initialize
        case ids.configureAndStart:
            guard !payload.isEmpty else { throw Malformed(at: 1, "the configureAndStart message has no payload") }
            self = .configureAndStart(payload)
        case ids.stop: self = .stop
        case ids.deviceStructure: self = .getDeviceStructure
        case ids.setDeviceStructure: self = .setDeviceStructure(payload)
        default: self = .other(id: id, payload: payload)
        }
    }
}
