import Ground

/// The zones around one accessory that the phone is in at a line of a scenario, inferred from the lines before it.
///
/// A session starts outside all zones, wherever the phone is, and enters the zones of its place after enough
/// measurements. On a boundary, and after lines of unknown duration, the side is unknown.
struct ZoneAbstractState {
    enum Side {
        case inside
        case outside
        case unknown
    }

    /// The width of the band on either side of a boundary in which noise may put the phone on the other side.
    static let jitter = Distance.millimetres(100)
    /// A time long enough for any accessory to measure until the zones match the phone's place.
    static let settling = Lapse.seconds(3)

    private var sides: [(zone: ZoneName, side: Side)] = []

    func side(of zone: Zone) -> Side { sides.first { $0.zone == zone.name }?.side ?? .outside }

    mutating func set(_ side: Side, of zone: ZoneName) {
        sides.removeAll { $0.zone == zone }
        sides.append((zone, side))
    }

    /// Records that the phone stayed at a place long enough for the zones to match it.
    mutating func settle(at place: Distance?, _ zones: [Zone]) {
        for zone in zones {
            let before = side(of: zone)
            let now = place.map { Self.side(at: $0, of: zone, from: before) }
            set(now ?? .unknown, of: zone.name)
        }
    }

    /// Records that some time passed, which may or may not have been enough for the zones to settle.
    mutating func blur(at place: Distance?, _ zones: [Zone]) {
        for zone in zones {
            let before = side(of: zone)
            let now = place.map { Self.side(at: $0, of: zone, from: before) }
            if now != before { set(.unknown, of: zone.name) }
        }
    }

    /// Returns the side that measurements at a place lead to, starting from a side. Within the radius or beyond the
    /// hysteresis the result is clear; in between the side does not change.
    static func side(at place: Distance, of zone: Zone, from side: Side) -> Side {
        if place < zone.radius - jitter { return .inside }
        if place > zone.leavingRadius + jitter { return .outside }
        if place <= zone.radius + jitter, side != .inside { return .unknown }
        if place >= zone.leavingRadius - jitter, side != .outside { return .unknown }
        return side
    }
}
