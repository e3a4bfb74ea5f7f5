public import Ground
public import NearbyInteraction

/// What kind of phone to be: settings of the app, the session, the zones and the system.
public struct PhoneConfiguration: Sendable {
    /// The app.
    public var nearby: NearbySettings
    /// The system below it.
    public var system: SystemSettings
    public var zones: [Zone]
    /// What the app switches by zone.
    public var features: [Feature]
    /// How many measurements the median is taken of.
    public var smoothingWindow: Int
    /// How many smoothed distances in a row make a zone change.
    public var confirmations: Int
    /// How it opens and keeps the links.
    public var channel: LinkSetup
    /// The data channels of accessories that have one of their maker's own.
    public var ownChannels: [AccessoryName: DataChannelProfile]
    /// The accessories that it reaches over the network and not over Bluetooth LE.
    public var onNetwork: Set<AccessoryName>
    /// What it makes of tags.
    public var tags: TagSettings

    public init(
        nearby: NearbySettings = NearbySettings(), system: SystemSettings = SystemSettings(),
        zones: [Zone] = [], features: [Feature] = [], smoothingWindow: Int = 5,
        confirmations: Int = 1, channel: LinkSetup = LinkSetup(subscribesToBoth: true),
        ownChannels: [AccessoryName: DataChannelProfile] = [:], onNetwork: Set<AccessoryName> = [],
        tags: TagSettings = TagSettings()
    ) {
        self.nearby = nearby
        self.system = system
        self.zones = zones
        self.features = features
        self.smoothingWindow = smoothingWindow
        self.confirmations = confirmations
        self.channel = channel
        self.ownChannels = ownChannels
        self.onNetwork = onNetwork
        self.tags = tags
    }
    /// The ids of the messages on an accessory's data channel.
    func identifiers(of name: AccessoryName) -> MessageIdentifiers {
        ownChannels[name]?.identifiers ?? .appleSample
    }
}
