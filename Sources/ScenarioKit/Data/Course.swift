public import Ground

/// The course of a walk: a straight line toward an accessory or away from it, at one speed.
public struct Course: Codable, Hashable, Sendable {
    /// Which way the scenario says that it goes; a check before the run compares it with the distances.
    public enum Direction: String, Codable, Hashable, Sendable {
        case toward
        case away
        /// Away until nothing is measured any more: the session may remove the accessory on the way.
        case outOfReach
        /// Toward it from there: whether a session runs yet is not asked.
        case back

        /// Whether it leads nearer.
        public var isToward: Bool {
            switch self {
            case .toward, .back: true
            case .away, .outOfReach: false
            }
        }

        /// Whether distances must be measured all the way.
        public var isMeasured: Bool {
            switch self {
            case .toward, .away: true
            case .outOfReach, .back: false
            }
        }
    }

    public let direction: Direction
    public let accessory: AccessoryName
    public let from: Distance
    public let to: Distance
    public let speed: Speed
    /// What must happen on the way, in this order.
    public internal(set) var crossings: [Crossing]
    /// Where the accessory is seen all the way; nil for where it was seen before.
    public internal(set) var seen: SeenDirection?

    /// Without a direction it is the one that the distances imply.
    public init(
        accessory: AccessoryName, from: Distance, to: Distance, speed: Speed, crossings: [Crossing],
        direction: Direction? = nil
    ) {
        self.direction = direction ?? (to < from ? .toward : .away)
        self.accessory = accessory
        self.from = from
        self.to = to
        self.speed = speed
        self.crossings = crossings
    }

    public var isToward: Bool { direction.isToward }

    /// How long the walk takes; nil when the speed is not positive.
    public var duration: Span? { speed.time(for: to - from) }
}

/// A zone that must be entered or left during the walk that owns it, and where.
public struct Crossing: Codable, Hashable, Sendable {
    public enum Kind: String, Codable, Hashable, Sendable {
        case enter
        case leave
    }

    public let kind: Kind
    public let zone: ZoneName
    /// The true distance at which the phone should notice.
    public let at: Distance
    /// How far from `at` the phone may be, either way, when it notices.
    public let give: Distance
    public internal(set) var spot: SourceSpot

    public init(_ kind: Kind, _ zone: ZoneName, at: Distance, give: Distance, spot: SourceSpot) {
        self.kind = kind
        self.zone = zone
        self.at = at
        self.give = give
        self.spot = spot
    }
}
