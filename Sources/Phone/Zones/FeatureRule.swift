public import Ground

/// Something that the app switches on while an accessory is inside a zone, and off when it leaves.
public struct FeatureRule: Hashable, Codable, Sendable {
    public let name: FeatureName
    public let zone: ZoneName
    /// The one accessory whose zone counts; nil for every one.
    public let accessory: AccessoryName?

    public init(_ name: FeatureName, inside zone: ZoneName, of accessory: AccessoryName? = nil) {
        self.name = name
        self.zone = zone
        self.accessory = accessory
    }
}
