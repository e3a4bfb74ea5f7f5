public import Ground
public import TagRouting

/// The phone that a scenario requires: its system, links, zones, timeouts and apps.
public struct PhoneSetup: Codable, Hashable, Sendable {
    /// The zones around all accessories or a single one, in any order.
    public let zones: [Zone]
    public let smoothing: Smoothing
    /// The features that the app switches by zone.
    public let features: [Feature]
    public let retry: RetryPolicy
    /// The time after the shareable configuration or the last measurement at which the session removes an accessory.
    public let rangingTimeout: Lapse
    public let suspension: SuspensionPolicy
    public let shareable: ShareableSetup
    public let link: LinkSetup
    public let system: SystemVersion
    public let capabilities: PhoneCapabilities
    public let permission: NearbyPermission
    /// Whether the app states its purpose for Nearby Interaction, without which it may not use it.
    public let hasPurposeString: Bool
    /// Whether the app's sessions continue in the background, which requires a paired accessory.
    public let backgroundModes: Bool
    /// The number of sessions that may run at a time; nil for any number.
    public let activeSessionsLimit: Int?
    /// The longest time the system lets a session run; nil for no limit.
    public let runningLimit: Lapse?
    /// The longest time the system lets a session stay suspended; nil for no limit.
    public let suspensionLimit: Lapse?
    public let apps: [App]
    /// The number of extended-distance sessions that may run at a time; nil for any number.
    public let extendedDistanceSessionsLimit: Int?
    // Optional, because files written before these settings existed lack them.
    private let isForExtendedDistance: Bool?
    private let ownTags: TagSetup?
    private var ownSites: [Site]?
    private let ownCompanions: [CompanionSetup]?

    /// Whether the app asks for extended distance, available to sessions with other phones since iOS 17.
    public var extendedDistance: Bool { isForExtendedDistance ?? false }
    /// The phone's tag settings.
    public var tags: TagSetup { ownTags ?? .standard }
    /// The web hosts whose association files map links to apps.
    public var sites: [Site] { ownSites ?? [] }
    /// The devices that screens find; the phone itself is not among them unless named.
    public var companions: [CompanionSetup] { ownCompanions ?? [] }

    public init(
        zones: [Zone] = Zone.standard, smoothing: Smoothing = .standard, features: [Feature] = [],
        retry: RetryPolicy = .standard, rangingTimeout: Lapse = .seconds(3),
        suspension: SuspensionPolicy = .stopAndInitialize, shareable: ShareableSetup = .standard,
        link: LinkSetup = .standard, system: SystemVersion = .iOS17, capabilities: PhoneCapabilities = .standard,
        permission: NearbyPermission = .allowed, hasPurposeString: Bool = true, backgroundModes: Bool = false,
        activeSessionsLimit: Int? = nil, runningLimit: Lapse? = nil, suspensionLimit: Lapse? = nil, apps: [App] = [],
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

    /// Returns the same phone with other sites.
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
