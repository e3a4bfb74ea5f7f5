public import Ground

/// What the system knows about the person's will, and what the person answers when asked.
public enum NearbyPermission: Hashable, Codable, Sendable {
    /// Allowed in the settings; iOS 14 has none, and there the person allows at once whenever asked again.
    case allowed
    /// Denied in the settings; on iOS 14 denied in this launch, and denied at once whenever asked again.
    case denied
    /// Nobody was asked yet; the answer comes so long after the question.
    case asks(PermissionAnswer, after: Span)
}

/// What the phone's hardware can measure.
public struct PhoneCapabilities: Hashable, Codable, Sendable {
    /// Without it there is no UWB, and every session is invalid (unsupportedPlatform).
    public var preciseDistance: Bool
    /// False as on phones with the second UWB chip: objects have no azimuth and no elevation.
    public var direction: Bool
    public var cameraAssistance: Bool
    /// Between phones only.
    public var extendedDistance: Bool

    public init(
        preciseDistance: Bool = true, direction: Bool = true, cameraAssistance: Bool = true,
        extendedDistance: Bool = true
    ) {
        self.preciseDistance = preciseDistance
        self.direction = direction
        self.cameraAssistance = cameraAssistance
        self.extendedDistance = extendedDistance
    }
}

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
}
