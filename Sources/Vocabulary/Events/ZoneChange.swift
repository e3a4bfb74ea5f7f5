public import Ground

/// An accessory coming into a zone or going out of it.
public struct ZoneChange: Hashable, Codable, Sendable {
    public enum Kind: String, Hashable, Codable, Sendable {
        case entered
        case left
    }

    public let kind: Kind
    public let zone: ZoneName
    /// The smoothed distance that decided it.
    public let distance: Distance

    public init(_ kind: Kind, _ zone: ZoneName, at distance: Distance) {
        self.kind = kind
        self.zone = zone
        self.distance = distance
    }
}
