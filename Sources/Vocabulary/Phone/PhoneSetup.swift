public import Ground
public import TagRouting

/// The phone that a scenario wants: its system, its links, its zones, its patience and the apps on it.
public struct PhoneSetup: Codable, Hashable, Sendable {
    /// The zones around every accessory or around one, in any order.
    public let zones: [Zone]
    public let smoothing: Smoothing
    /// What the app switches on and off by zone.
    public let features: [Feature]
    public let retry: RetryPolicy
    /// How long after the shareable configuration or the last measurement the session removes an accessory.
    public let rangingTimeout: Span
    public let suspension: SuspensionPolicy
    public let shareable: ShareableSetup
    public let link: LinkSetup
    public let system: SystemVersion
    public let capabilities: PhoneCapabilities
    public let permission: NearbyPermission
    /// True when the app says what it needs Nearby Interaction for, without which it may not use it.
    public let hasPurposeString: Bool
    /// True when the app's sessions go on in the background, which needs a paired accessory.
    public let backgroundModes: Bool
    /// How many sessions may run at once; nil for any number.
    public let activeSessionsLimit: Int?
    /// How long the system lets a session run; nil for ever.
    public let runningLimit: Span?
    /// How long the system lets a session stay suspended; nil for ever.
    public let suspensionLimit: Span?
    public let apps: [App]
    /// How many sessions of extended distance may run at once; nil for any number.
    public let extendedDistanceSessionsLimit: Int?
    // A file written before there were such settings is read as one that has none.
    private let isForExtendedDistance: Bool?
    private let ownTags: TagSetup?
    private var ownSites: [Site]?
    private let ownCompanions: [CompanionSetup]?

    /// Whether the app asks for extended distance, which sessions with other phones have since iOS 17.
    public var extendedDistance: Bool { isForExtendedDistance ?? false }
    /// How the phone treats tags.
    public var tags: TagSetup { ownTags ?? .standard }
    /// The web hosts whose association files say which links open which apps.
    public var sites: [Site] { ownSites ?? [] }
    /// The devices that screens find; the phone itself is none of them unless it is named.
    public var companions: [CompanionSetup] { ownCompanions ?? [] }

    public init(
        zones: [Zone] = Zone.standard, smoothing: Smoothing = .standard, features: [Feature] = [],
        retry: RetryPolicy = .standard, rangingTimeout: Span = .seconds(3),
        suspension: SuspensionPolicy = .stopAndInitialize, shareable: ShareableSetup = .standard,
        link: LinkSetup = .standard, system: SystemVersion = .iOS17, capabilities: PhoneCapabilities = .standard,
        permission: NearbyPermission = .allowed, hasPurposeString: Bool = true, backgroundModes: Bool = false,
        activeSessionsLimit: Int? = nil, runningLimit: Span? = nil, suspensionLimit: Span? = nil, apps: [App] = [],
        sites: [Site] = [], tags: TagSetup = .standard, extendedDistance: Bool = false,
        extendedDistanceSessionsLimit: Int? = nil, companions: [CompanionSetup] = []
    ) {
        self.zones = zones
        self.smoothing = smoothing
        self.features = features
        self.retry = retry
        self.rangingTimeout = rangingTimeout
        self.suspension = suspension
        self.shareable = shareable
        self.link = link
        self.system = system
        self.capabilities = capabilities
        self.permission = permission
        self.hasPurposeString = hasPurposeString
        self.backgroundModes = backgroundModes
        self.activeSessionsLimit = activeSessionsLimit
        self.runningLimit = runningLimit
        self.suspensionLimit = suspensionLimit
        self.apps = apps
        self.extendedDistanceSessionsLimit = extendedDistanceSessionsLimit
        self.isForExtendedDistance = extendedDistance ? true : nil
        self.ownSites = sites.isEmpty ? nil : sites
        self.ownTags = tags == .standard ? nil : tags
        self.ownCompanions = companions.isEmpty ? nil : companions
    }

    /// The same phone with other sites.
    public func with(sites: [Site]) -> PhoneSetup {
        var setup = self
        setup.ownSites = sites.isEmpty ? nil : sites
        return setup
    }

    private enum CodingKeys: String, CodingKey {
        case zones, smoothing, features, retry, rangingTimeout, suspension, shareable, link, system, capabilities
        case permission, hasPurposeString, backgroundModes, activeSessionsLimit, runningLimit, suspensionLimit, apps
        case extendedDistanceSessionsLimit
        case isForExtendedDistance = "extendedDistance"
        case ownSites = "sites"
        case ownTags = "tags"
        case ownCompanions = "companions"
    }

    /// Zones of 3 m and 1.5 m, median of five, one retry after a timeout of 3 s, and no apps.
    public static let standard = PhoneSetup()
}
