import Ground

/// In which zones around one accessory the phone is at a line of a scenario, as far as the lines before it tell.
///
/// A session begins outside of all of them, wherever the phone stands, and enters those that it stands in when enough
/// was measured. On a boundary, and after lines that take nobody knows how long, it is not known.
struct ZonePicture {
    enum Side {
        case inside
        case outside
        case unknown
    }

    /// How near a boundary noise may take the phone to either side of it.
    static let jitter = Distance.millimetres(100)
    /// A time in which every accessory measures often enough for the zones to be those of the place.
    static let settling = Span.seconds(3)

    private var sides: [(zone: ZoneName, side: Side)] = []

    func side(of zone: Zone) -> Side { sides.first { $0.zone == zone.name }?.side ?? .outside }

    mutating func set(_ side: Side, of zone: ZoneName) {
        sides.removeAll { $0.zone == zone }
        sides.append((zone, side))
    }

    /// The phone has stood at a place for long: the zones are those of the place.
    mutating func settle(at place: Distance?, _ zones: [Zone]) {
        for zone in zones {
            let before = side(of: zone)
            let now = place.map { Self.side(at: $0, of: zone, from: before) }
            set(now ?? .unknown, of: zone.name)
        }
    }

    /// Some time has passed, and nobody knows whether it was enough.
    mutating func blur(at place: Distance?, _ zones: [Zone]) {
        for zone in zones {
            let before = side(of: zone)
            let now = place.map { Self.side(at: $0, of: zone, from: before) }
            if now != before { set(.unknown, of: zone.name) }
        }
    }

    /// Where measurements at a place lead, coming from a side: inside of the radius and beyond the hysteresis it is
    /// clear, between them it stays as it is.
    static func side(at place: Distance, of zone: Zone, from side: Side) -> Side {
        if place < zone.radius - jitter { return .inside }
        if place > zone.leavingRadius + jitter { return .outside }
        if place <= zone.radius + jitter, side != .inside { return .unknown }
        if place >= zone.leavingRadius - jitter, side != .outside { return .unknown }
        return side
    }
}
