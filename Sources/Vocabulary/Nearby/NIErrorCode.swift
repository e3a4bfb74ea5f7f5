/// Why a session is invalid (NIError.Code, domain com.apple.NearbyInteraction).
public enum NIErrorCode: String, Codable, Hashable, Sendable, CaseIterable {
    /// No UWB, or a configuration that this phone cannot run.
    case unsupportedPlatform
    case invalidConfiguration
    /// The system failed; the session cannot be run again.
    case sessionFailed
    /// The session ran, or was suspended, for too long.
    case resourceUsageTimeout
    case activeSessionsLimitExceeded
    case userDidNotAllow
    /// The camera session cannot be used for camera assistance; since iOS 16.
    case invalidARConfiguration
    /// A background session's accessory is not paired or not connected; since iOS 16.
    case accessoryPeerDeviceUnavailable
    /// The other phone cannot range with this one; since iOS 17.
    case incompatiblePeerDevice
    /// Too many sessions of extended distance; between phones only, since iOS 17.
    case activeExtendedDistanceSessionsLimitExceeded

    /// Apple's number (fact sheet 5.2).
    public var code: Int {
        switch self {
        case .unsupportedPlatform: -5889
        case .invalidConfiguration: -5888
        case .sessionFailed: -5887
        case .resourceUsageTimeout: -5886
        case .activeSessionsLimitExceeded: -5885
        case .userDidNotAllow: -5884
        case .invalidARConfiguration: -5883
        case .accessoryPeerDeviceUnavailable: -5882
        case .incompatiblePeerDevice: -5881
        case .activeExtendedDistanceSessionsLimitExceeded: -5880
        }
    }

    /// The system that has this code first.
    public var since: SystemVersion {
        switch self {
        case .incompatiblePeerDevice, .activeExtendedDistanceSessionsLimitExceeded: .iOS17
        case .invalidARConfiguration, .accessoryPeerDeviceUnavailable: .iOS16
        case .unsupportedPlatform, .invalidConfiguration, .sessionFailed, .resourceUsageTimeout,
            .activeSessionsLimitExceeded, .userDidNotAllow:
            .iOS14
        }
    }
}

extension NIErrorCode: CustomStringConvertible {
    public var description: String { "\(rawValue) (\(code))" }
}
