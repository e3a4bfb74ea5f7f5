public import Ground

/// Whether sessions use the camera, and the state of its session.
public enum CameraAssistance: String, Hashable, Codable, Sendable {
    case off
    case ready
    /// The camera's session has no first frame yet: the run is refused (invalidARConfiguration).
    case notReady
}

/// The system's handling of Nearby Interaction sessions. Values that Apple does not publish are settings.
public struct SystemSettings: Hashable, Sendable {
    public var version: SystemVersion
    public var permission: NearbyPermission
    /// Whether the app has a purpose string (NSNearbyInteractionUsageDescription).
    public var hasPurposeString: Bool
    public var capabilities: PhoneCapabilities
    /// The limit on active sessions; nil for none. Apple does not publish its limit.
    public var activeSessionsLimit: Int?
    /// The limit on extended-distance sessions; nil for none, also unpublished.
    public var extendedDistanceSessionsLimit: Int?
    public var cameraAssistance: CameraAssistance
    /// The time limit of a running session; nil for none. Apple does not publish it (unverified).
    public var runningLimit: Lapse?
    /// The time limit of a suspension; nil for none. Apple does not publish it (unverified).
    public var suspensionLimit: Lapse?
    /// Whether the app may range in the background: with paired accessories, since iOS 16.
    public var backgroundModes: Bool

    public init(
        version: SystemVersion = .iOS17, permission: NearbyPermission = .allowed, hasPurposeString: Bool = true,
        capabilities: PhoneCapabilities = PhoneCapabilities(), activeSessionsLimit: Int? = nil,
        extendedDistanceSessionsLimit: Int? = nil, cameraAssistance: CameraAssistance = .off,
        runningLimit: Lapse? = nil, suspensionLimit: Lapse? = nil, backgroundModes: Bool = false
    ) {
        self.version = version
        self.permission = permission
        self.hasPurposeString = hasPurposeString
        self.capabilities = capabilities
        self.activeSessionsLimit = activeSessionsLimit
        self.extendedDistanceSessionsLimit = extendedDistanceSessionsLimit
        self.cameraAssistance = cameraAssistance
        self.runningLimit = runningLimit
        self.suspensionLimit = suspensionLimit
        self.backgroundModes = backgroundModes
    }

    init(_ setup: PhoneSetup) {
        self.init(
            version: setup.system, permission: setup.permission, hasPurposeString: setup.hasPurposeString,
            capabilities: setup.capabilities, activeSessionsLimit: setup.activeSessionsLimit,
            extendedDistanceSessionsLimit: setup.extendedDistanceSessionsLimit, runningLimit: setup.runningLimit,
            suspensionLimit: setup.suspensionLimit, backgroundModes: setup.backgroundModes)
    }
}
