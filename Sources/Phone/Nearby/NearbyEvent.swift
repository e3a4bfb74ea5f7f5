public import Ground
public import NearbyInteraction

/// A message of the data channel, by its meaning.
public enum MessageKind: String, Hashable, Codable, Sendable {
    case initialize
    case configureAndStart
    case stop
    case configuration
    case didStart
    case didStop
    case other
}

/// Why an accessory is no longer among the nearby objects (NINearbyObject.RemovalReason).
public enum RemovalReason: String, Hashable, Codable, Sendable {
    /// Nothing was measured for too long, or ranging never began.
    case timeout
    /// The peer ended the ranging session over UWB.
    case peerEnded
}

/// Why a session is invalid (NIError.Code, domain com.apple.NearbyInteraction).
public struct NIErrorCode: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let unsupportedPlatform = NIErrorCode(rawValue: -5889)
    public static let invalidConfiguration = NIErrorCode(rawValue: -5888)
    public static let sessionFailed = NIErrorCode(rawValue: -5887)
    public static let resourceUsageTimeout = NIErrorCode(rawValue: -5886)
    public static let activeSessionsLimitExceeded = NIErrorCode(rawValue: -5885)
    public static let userDidNotAllow = NIErrorCode(rawValue: -5884)
}

extension NIErrorCode: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unsupportedPlatform: "unsupportedPlatform (-5889)"
        case .invalidConfiguration: "invalidConfiguration (-5888)"
        case .sessionFailed: "sessionFailed (-5887)"
        case .resourceUsageTimeout: "resourceUsageTimeout (-5886)"
        case .activeSessionsLimitExceeded: "activeSessionsLimitExceeded (-5885)"
        case .userDidNotAllow: "userDidNotAllow (-5884)"
        default: "NIError \(rawValue)"
        }
    }
}

/// Something that a session tells its app: the delegate's callbacks, and what the app itself sees on the channel.
public enum NearbyEvent: Hashable, Sendable {
    case received(MessageKind)
    case sessionDidStartRunning
    case didGenerateShareableConfigurationData(ShareableConfigurationData)
    /// The accessory said that its UWB started.
    case accessoryDidStart
    /// The accessory said that its UWB stopped.
    case accessoryDidStop
    /// A ranging round: the distance, or nil when the round gave none.
    case didUpdate(Distance?)
    case didRemove(RemovalReason)
    case retry(attempt: Int)
    /// The session is over and will not be tried again.
    case gaveUp(attempts: Int)
    case didInvalidate(NIErrorCode)
    case finding(Finding)
}

/// What a session wants done.
public enum NearbyEffect: Hashable, Sendable {
    case write(PhoneMessage)
    /// Range with these configurations, in the role opposite to the accessory's.
    case startRanging(AccessoryConfigurationData, ShareableConfigurationData)
    case stopRanging
    case event(NearbyEvent)
}
