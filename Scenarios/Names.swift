import ScenarioKit

// The names shared by scenarios and rigs.

extension AccessoryName {
    /// A door lock that ranges with the phone.
    public static let door: AccessoryName = "door"
    /// A car's trunk, for scenarios with two accessories.
    public static let trunk: AccessoryName = "trunk"
    /// A friend's phone with the same app, which ranges with the phone.
    public static let peer: AccessoryName = "peer"
    /// A second friend's phone.
    public static let secondPeer: AccessoryName = "secondPeer"
    /// A phone that cannot range with the phone: its tokens are of another generation.
    public static let otherPeer: AccessoryName = "otherPeer"
}

extension CompanionName {
    /// A tablet in the room.
    public static let pad: CompanionName = "pad"
    /// A phone in a person's hand.
    public static let handset: CompanionName = "handset"
    /// A watch on a person's wrist.
    public static let watch: CompanionName = "watch"
}

extension ScreenName {
    /// The screen under test.
    public static let tv: ScreenName = "tv"
    /// A second screen on the same network, with the same app.
    public static let secondTV: ScreenName = "secondTV"
}

extension TagName {
    /// The tag on the door: its address belongs to the door's app.
    public static let doorTag: TagName = "doorTag"
    /// The tag in a poster: its address belongs to no app.
    public static let posterTag: TagName = "posterTag"
}

extension ZoneName {
    /// The zone in which the phone notices the accessory: 3 m on the standard phone.
    public static let far: ZoneName = "far"
    /// The zone in which the phone acts: 1.5 m on the standard phone.
    public static let near: ZoneName = "near"
}

extension FeatureName {
    /// The door opens while the phone is near.
    public static let unlock: FeatureName = "unlock"
    /// The light is on while the phone is within sight.
    public static let light: FeatureName = "light"
}

extension Destination {
    /// The door's own app.
    public static let doorApp = Destination.app("com.example.door")
}

extension PhoneSetup {
    /// The standard phone with the door's app on it.
    public static let withDoorApp = withDoorApp(rangingTimeout: standard.rangingTimeout)

    /// Returns the same phone with a different ranging timeout.
    public static func withDoorApp(rangingTimeout: Lapse) -> PhoneSetup {
        PhoneSetup(
            rangingTimeout: rangingTimeout,
            apps: [App(identifier: "com.example.door", links: [.init(host: "example.com", pathPrefix: "/door")])])
    }
}
