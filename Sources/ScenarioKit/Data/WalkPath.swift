public import Ground

/// The course of a walk: a straight line toward an accessory or away from it, at one speed.
public struct WalkPath: Codable, Hashable, Sendable {
    /// The direction given in the scenario, which a check before the run compares with the distances.
    public enum Direction: String, Codable, Hashable, Sendable {
        case toward
        case away
        /// Away until nothing is measured any more: the session may remove the accessory on the way.
        case outOfReach
        /// Toward the accessory from out of reach, whether or not a session is running yet.
        case back

        /// Whether the walk leads nearer.
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

    /// The direction of the walk.
    public let direction: Direction
    /// The accessory from which the distances are measured.
    public let accessory: AccessoryName
    /// The true distance at the start.
    public let from: Distance
    /// The true distance at the end.
    public let to: Distance
    /// The speed, which is constant.
    public let speed: Speed
    /// The crossings that must occur on the way, in this order.
    public internal(set) var crossings: [Crossing]
    /// The direction in which the accessory is seen all the way; nil leaves it unchanged.
    public internal(set) var seen: SeenDirection?

    /// Creates a course. Without a direction, it is the one the distances imply.
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

    /// Whether the walk leads nearer.
    public var isToward: Bool { direction.isToward }

    /// The time the walk takes; nil if the speed is not positive.
    public var duration: Lapse? { speed.time(for: to - from) }
}

/// A zone that must be entered or left during the walk that owns it, and the place.
public struct Crossing: Codable, Hashable, Sendable {
    /// The direction in which a zone's boundary is crossed.
    public enum Kind: String, Codable, Hashable, Sendable {
        case enter
        case leave
    }

    /// Whether the zone is entered or left.
    public let kind: Kind
    /// The zone that is entered or left.
    public let zone: ZoneName
    /// The true distance at which the phone should notice.
    public let at: Distance
    /// The tolerance around `at`, in both directions, within which the phone must notice.
    public let give: Distance
    /// The place in the source; for shared steps, the line that asks for them.
    public internal(set) var spot: SourceSpot

    /// Creates a crossing from data; the words are `Enter` and `Leave`.
    public init(_ kind: Kind, _ zone: ZoneName, at: Distance, give: Distance, spot: SourceSpot) {
        self.kind = kind
        self.zone = zone
        self.at = at
        self.give = give
        self.spot = spot
    }
}
