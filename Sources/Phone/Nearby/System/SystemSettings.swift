public import Ground

/// Whether sessions use the camera, and in what state the camera's session is.
public enum CameraAssistance: String, Hashable, Codable, Sendable {
    case off
    case ready
    /// The camera's session has no first frame yet: the run is refused (invalidARConfiguration).
    case notReady
}

/// How the phone's system treats Nearby Interaction sessions. What Apple does not publish is a setting.
public struct SystemSettings: Hashable, Sendable {
    public var version: SystemVersion
    public var permission: NearbyPermission
    /// Whether the app says what it ranges for (NSNearbyInteractionUsageDescription).
    public var hasPurposeString: Bool
    public var capabilities: PhoneCapabilities
    /// How many sessions may be active at once; nil for any number. Apple does not publish its limit.
    public var activeSessionsLimit: Int?
    /// How many sessions of extended distance; nil for any number, unpublished too.
    public var extendedDistanceSessionsLimit: Int?
    public var cameraAssistance: CameraAssistance
    /// How long a session may run; nil for ever. Apple does not publish it (unverified).
    public var runningLimit: Span?
    /// How long a session may stay suspended; nil for ever. Apple does not publish it (unverified).
    public var suspensionLimit: Span?
    /// Whether the app may range in the background: with accessories that are paired, since iOS 16.
    public var backgroundModes: Bool

    public init(
        version: SystemVersion = .iOS17, permission: NearbyPermission = .allowed, hasPurposeString: Bool = true,
        capabilities: PhoneCapabilities = PhoneCapabilities(), activeSessionsLimit: Int? = nil,
        extendedDistanceSessionsLimit: Int? = nil, cameraAssistance: CameraAssistance = .off,
        runningLimit: Span? = nil, suspensionLimit: Span? = nil, backgroundModes: Bool = false
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
