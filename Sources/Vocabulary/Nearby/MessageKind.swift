public import NearbyInteraction

/// A message of the data channel, by its meaning.
public enum MessageKind: String, Hashable, Codable, Sendable {
    case initialize
    case configureAndStart
    case stop
    case configuration
    case didStart
    case didStop
    /// Qorvo: the link is paired.
    case paired
    /// Qorvo: the vendor's device structure, or the word that it was written.
    case deviceStructure
    /// Qorvo: text for a local notification.
    case notification
    case other
}

extension PhoneMessage {
    /// What the message means.
    public var kind: MessageKind {
        switch self {
        case .initialize: .initialize
        case .configureAndStart: .configureAndStart
        case .stop: .stop
        case .getDeviceStructure, .setDeviceStructure: .deviceStructure
        case .other: .other
        }
    }
}
