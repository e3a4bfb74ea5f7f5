public import NearbyInteraction

/// A message between phone and accessory on the data channel.
public enum MessageKind: String, Codable, Hashable, Sendable, CaseIterable {
    /// Phone to accessory, 0x0A.
    case initialize
    /// Accessory to phone, 0x01: the accessory configuration data.
    case configuration
    /// Phone to accessory, 0x0B: configure and start, with the shareable configuration data.
    case shareableConfiguration
    /// Accessory to phone, 0x02.
    case didStart
    /// Phone to accessory, 0x0C.
    case stop
    /// Accessory to phone, 0x03.
    case didStop
    /// Accessory to phone, 0x04: a vendor's report that it is paired.
    case paired
    /// Accessory to phone, 0x2F: a vendor's text for a notification on the phone.
    case notification
    /// Accessory to phone, 0x20: a vendor's description of the device.
    case deviceStructure
    /// Between phones, either way: a discovery token.
    case token
    /// Other phone to phone: its measured distance.
    case distance
    /// Either way, any other id.
    case other

    /// Whether the phone sends it by itself. Only such messages can be tampered with: `Losing` and its kin take no
    /// others.
    public var isSentByPhone: Bool {
        switch self {
        case .initialize, .shareableConfiguration, .stop, .token: true
        case .configuration, .didStart, .didStop, .paired, .notification, .deviceStructure, .distance, .other: false
        }
    }

    /// Whether it goes between two phones rather than between a phone and an accessory.
    public var isBetweenPhones: Bool { self == .token || self == .distance }

    /// Whether the protocol allows an accessory, or another phone, to send it. A scenario can expect the other messages
    /// only with a count of 0.
    public var isSentByAccessory: Bool {
        switch self {
        case .initialize, .shareableConfiguration, .stop: false
        case .configuration, .didStart, .didStop, .paired, .notification, .deviceStructure, .token, .distance, .other:
            true
        }
    }

    /// The phone's message that this one answers; nil if it is not an answer.
    public var question: MessageKind? {
        switch self {
        case .configuration: .initialize
        case .didStart: .shareableConfiguration
        case .didStop: .stop
        case .token: .token
        case .initialize, .shareableConfiguration, .stop, .paired, .notification, .deviceStructure, .distance, .other:
            nil
        }
    }

    /// The greatest length of the phone's message in any version of UWB, including its id (nearby-interaction.md 4.1).
    public var longest: Int? {
        switch self {
        case .initialize, .stop: 1
        case .shareableConfiguration: 36
        case .token: 1 + TokenArchive.count
        case .configuration, .didStart, .didStop, .paired, .notification, .deviceStructure, .distance, .other:
            nil
        }
    }
}

extension PhoneMessage {
    /// The kind of the message.
    public var kind: MessageKind {
        switch self {
        case .initialize: .initialize
        case .configureAndStart: .shareableConfiguration
        case .stop: .stop
        case .getDeviceStructure, .setDeviceStructure: .deviceStructure
        case .other: .other
        }
    }
}

extension PeerMessage {
    /// The kind of the message.
    public var kind: MessageKind {
        switch self {
        case .token: .token
        case .distance: .distance
        case .other: .other
        }
    }
}
