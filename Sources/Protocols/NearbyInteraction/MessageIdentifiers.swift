public import Ground

/// The ids of the messages on the data channel between phone app and accessory.
///
/// They are not an Apple standard: they come from Apple's sample app, from which most vendors copied them
/// (nearby-interaction.md 2.1), so a rig may replace each of them. A nil id means that neither side supports that
/// message.
public struct MessageIdentifiers: Hashable, Codable, Sendable {
    /// Phone to accessory: requests the accessory configuration data.
    public var initialize: UInt8
    /// Phone to accessory: delivers the shareable configuration data and starts ranging.
    public var configureAndStart: UInt8
    /// Phone to accessory: stops ranging.
    public var stop: UInt8
    /// Accessory to phone: delivers the accessory configuration data.
    public var accessoryConfigurationData: UInt8
    /// Accessory to phone: ranging started.
    public var uwbDidStart: UInt8
    /// Accessory to phone: ranging stopped.
    public var uwbDidStop: UInt8
    /// Accessory to phone, Qorvo: the link is now paired.
    public var accessoryPaired: UInt8?
    /// Both directions, Qorvo: requests and returns the vendor's device structure.
    public var deviceStructure: UInt8?
    /// Phone to accessory, Qorvo: writes the vendor's device structure.
    public var setDeviceStructure: UInt8?
    /// Accessory to phone, seen in one community fork: the device structure was written.
    public var deviceStructureWritten: UInt8?
    /// Accessory to phone, Qorvo: text to show as a local notification.
    public var iOSNotify: UInt8?

    /// Creates the ids of Apple's sample app, with Qorvo's extensions, except for those given.
    public init(
        initialize: UInt8 = 0x0A, configureAndStart: UInt8 = 0x0B, stop: UInt8 = 0x0C,
        accessoryConfigurationData: UInt8 = 0x01, uwbDidStart: UInt8 = 0x02, uwbDidStop: UInt8 = 0x03,
        accessoryPaired: UInt8? = 0x04, deviceStructure: UInt8? = 0x20, setDeviceStructure: UInt8? = 0x21,
        deviceStructureWritten: UInt8? = 0x22, iOSNotify: UInt8? = 0x2F
    ) {
        self.initialize = initialize
        self.configureAndStart = configureAndStart
        self.stop = stop
        self.accessoryConfigurationData = accessoryConfigurationData
        self.uwbDidStart = uwbDidStart
        self.uwbDidStop = uwbDidStop
        self.accessoryPaired = accessoryPaired
        self.deviceStructure = deviceStructure
        self.setDeviceStructure = setDeviceStructure
        self.deviceStructureWritten = deviceStructureWritten
        self.iOSNotify = iOSNotify
    }

    /// The ids of Apple's sample app, with Qorvo's extensions.
    public static let appleSample = MessageIdentifiers()

    /// The ids with more than one meaning, which make a table unusable. The device structure's id may be used in both
    /// directions.
    public var clashes: [UInt8] {
        let optional = [accessoryPaired, deviceStructure, setDeviceStructure, deviceStructureWritten, iOSNotify]
        let all =
            [initialize, configureAndStart, stop, accessoryConfigurationData, uwbDidStart, uwbDidStop]
            + optional.compactMap { $0 }
        var clashes: [UInt8] = []
        for (index, id) in all.enumerated() where all[..<index].contains(id) && !clashes.contains(id) {
            clashes.append(id)
        }
        return clashes
    }

    /// Returns the name of a message that makes Apple's app stop if the accessory sends it; nil for any other id.
    func nameOfPhoneOnly(_ id: UInt8) -> StaticString? {
        switch id {
        case initialize: "initialize"
        case configureAndStart: "configureAndStart"
        case stop: "stop"
        default: nil
        }
    }

    /// Returns the name of a sample-app message that only the accessory sends; nil for any other id.
    ///
    /// Extensions are excluded: some apps write the bare id of iOSNotify as a keep-alive (nearby-interaction.md 2.1).
    func nameOfAccessoryOnly(_ id: UInt8) -> StaticString? {
        switch id {
        case accessoryConfigurationData: "accessoryConfigurationData"
        case uwbDidStart: "accessoryUwbDidStart"
        case uwbDidStop: "accessoryUwbDidStop"
        default: nil
        }
    }
}

/// A message from the phone's app on the data channel: one id byte, then the payload (nearby-interaction.md 2).
public enum PhoneMessage: Hashable, Sendable {
    case initialize
    /// The shareable configuration data, undecoded.
    case configureAndStart([UInt8])
    case stop
    /// Qorvo: requests the vendor's device structure.
    case getDeviceStructure
    /// Qorvo: writes the vendor's device structure.
    case setDeviceStructure([UInt8])
    /// An id that is not in the table; both sides ignore such messages.
    case other(id: UInt8, payload: [UInt8])

    /// Returns the message as the bytes of one write.
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
    /// Throws for an empty write, a message only an accessory may send, and configureAndStart without a payload.
    /// Bytes after a message without payload are tolerated and dropped (nearby-interaction.md 2.1).
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
