/// Why a session is invalid (NIError.Code, domain com.apple.NearbyInteraction).
public struct NIErrorCode: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// No UWB, or a configuration that this phone cannot run.
    public static let unsupportedPlatform = NIErrorCode(rawValue: -5889)
    public static let invalidConfiguration = NIErrorCode(rawValue: -5888)
    /// The system failed; the session cannot be run again.
    public static let sessionFailed = NIErrorCode(rawValue: -5887)
    /// The session ran, or was suspended, for too long.
    public static let resourceUsageTimeout = NIErrorCode(rawValue: -5886)
    public static let activeSessionsLimitExceeded = NIErrorCode(rawValue: -5885)
    public static let userDidNotAllow = NIErrorCode(rawValue: -5884)
    /// The camera session cannot be used for camera assistance; since iOS 16.
    public static let invalidARConfiguration = NIErrorCode(rawValue: -5883)
    /// A background session's accessory is not paired or not connected; since iOS 16.
    public static let accessoryPeerDeviceUnavailable = NIErrorCode(rawValue: -5882)
    /// The other phone cannot range with this one; since iOS 17.
    public static let incompatiblePeerDevice = NIErrorCode(rawValue: -5881)
    /// Too many sessions of extended distance; between phones only, since iOS 17.
    public static let activeExtendedDistanceSessionsLimitExceeded = NIErrorCode(rawValue: -5880)

    /// All codes that are published, in their order.
    public static let all: [NIErrorCode] = [
        .unsupportedPlatform, .invalidConfiguration, .sessionFailed, .resourceUsageTimeout,
        .activeSessionsLimitExceeded, .userDidNotAllow, .invalidARConfiguration, .accessoryPeerDeviceUnavailable,
        .incompatiblePeerDevice, .activeExtendedDistanceSessionsLimitExceeded,
    ]

    /// Apple's name; nil for a code that is not published.
    public var name: String? {
        switch self {
        case .unsupportedPlatform: "unsupportedPlatform"
        case .invalidConfiguration: "invalidConfiguration"
        case .sessionFailed: "sessionFailed"
        case .resourceUsageTimeout: "resourceUsageTimeout"
        case .activeSessionsLimitExceeded: "activeSessionsLimitExceeded"
        case .userDidNotAllow: "userDidNotAllow"
        case .invalidARConfiguration: "invalidARConfiguration"
        case .accessoryPeerDeviceUnavailable: "accessoryPeerDeviceUnavailable"
        case .incompatiblePeerDevice: "incompatiblePeerDevice"
        case .activeExtendedDistanceSessionsLimitExceeded: "activeExtendedDistanceSessionsLimitExceeded"
        default: nil
        }
    }

    /// The system that has this code first.
    public var since: SystemVersion {
        switch self {
        case .incompatiblePeerDevice, .activeExtendedDistanceSessionsLimitExceeded: .iOS17
        case .invalidARConfiguration, .accessoryPeerDeviceUnavailable: .iOS16
        default: .iOS14
        }
    }
}

extension NIErrorCode: CustomStringConvertible {
    public var description: String { name.map { "\($0) (\(rawValue))" } ?? "NIError \(rawValue)" }
}
