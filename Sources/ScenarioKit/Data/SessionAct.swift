/// Something that the app or the system does to the session with one accessory.
public enum SessionAct: Codable, Hashable, Sendable {
    /// Begin an exchange, and do not wait for its end: what comes of it is expected by name.
    case begin(ExchangeKind)
    /// Run it with the configuration that it has: a new shareable configuration goes out, without an initialize.
    case run
    case pause
    /// End it for good; with an error it is the system that ends it so.
    case invalidate(NIErrorName? = nil)
    /// The system suspends it.
    case suspend
    /// The suspension ends.
    case resume
}

/// Why a session ended for good, in the words of NIError.
public enum NIErrorName: String, Codable, Hashable, Sendable, CaseIterable {
    case unsupportedPlatform
    case invalidConfiguration
    case sessionFailed
    case resourceUsageTimeout
    case activeSessionsLimitExceeded
    case userDidNotAllow
    case invalidARConfiguration
    case accessoryPeerDeviceUnavailable
    case incompatiblePeerDevice
    case activeExtendedDistanceSessionsLimitExceeded

    /// The code in the domain com.apple.NearbyInteraction (fact sheet 5.2).
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
}
