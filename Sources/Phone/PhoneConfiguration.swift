public import NearbyInteraction
public import TagRouting

/// What kind of phone to be: settings of the app, the session, the zones and the system.
public struct PhoneConfiguration: Sendable {
    public var nearby: NearbySettings
    public var zones: [ZoneRule]
    /// How many measurements the median is taken of.
    public var smoothingWindow: Int
    /// How many smoothed distances in a row make a zone change.
    public var confirmations: Int
    /// The data channels to look for, in this order.
    public var profiles: [DataChannelProfile]
    /// The ATT_MTU that the phone asks for; newer iPhones were reported with 527 (bluez.md, section 4.6, unverified).
    public var ownMTU: UInt16
    public var apps: [RegisteredApp]
    public var conditions: PhoneConditions

    public init(
        nearby: NearbySettings = NearbySettings(), zones: [ZoneRule] = [], smoothingWindow: Int = 5,
        confirmations: Int = 1, profiles: [DataChannelProfile] = DataChannelProfile.presets, ownMTU: UInt16 = 527,
        apps: [RegisteredApp] = [], conditions: PhoneConditions = PhoneConditions()
    ) {
        self.nearby = nearby
        self.zones = zones
        self.smoothingWindow = smoothingWindow
        self.confirmations = confirmations
        self.profiles = profiles
        self.ownMTU = ownMTU
        self.apps = apps
        self.conditions = conditions
    }
}
