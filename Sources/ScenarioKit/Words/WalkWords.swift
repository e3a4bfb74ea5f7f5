public import Ground

/// Moves the phone along a straight line, and checks the zones that it crosses on the way.
public struct Walk: Word {
    /// The `Action.walk` step.
    public private(set) var step: Step

    /// Walks nearer. Exactly these crossings must occur on the way, in this order.
    public init(
        toward accessory: AccessoryName, from: Distance, to: Distance, at speed: Speed,
        file: StaticString = #filePath, line: UInt = #line, @CrossingBuilder _ crossings: () -> [Crossing]
    ) {
        let course = WalkPath(
            accessory: accessory, from: from, to: to, speed: speed, crossings: crossings(), direction: .toward)
        step = Step(.walk(course: course), spot: SourceSpot(file, line))
    }

    /// Walks farther away. Exactly these crossings must occur on the way, in this order.
    public init(
        awayFrom accessory: AccessoryName, from: Distance, to: Distance, at speed: Speed,
        file: StaticString = #filePath, line: UInt = #line, @CrossingBuilder _ crossings: () -> [Crossing]
    ) {
        let course = WalkPath(
            accessory: accessory, from: from, to: to, speed: speed, crossings: crossings(), direction: .away)
        step = Step(.walk(course: course), spot: SourceSpot(file, line))
    }

    /// Walks nearer without crossing the boundary of a zone. A change of zone on the way is a failure.
    public init(
        toward accessory: AccessoryName, from: Distance, to: Distance, at speed: Speed,
        file: StaticString = #filePath, line: UInt = #line
    ) {
        let course = WalkPath(accessory: accessory, from: from, to: to, speed: speed, crossings: [], direction: .toward)
        step = Step(.walk(course: course), spot: SourceSpot(file, line))
    }

    /// Walks farther away without crossing the boundary of a zone. A change of zone on the way is a failure.
    public init(
        awayFrom accessory: AccessoryName, from: Distance, to: Distance, at speed: Speed,
        file: StaticString = #filePath, line: UInt = #line
    ) {
        let course = WalkPath(accessory: accessory, from: from, to: to, speed: speed, crossings: [], direction: .away)
        step = Step(.walk(course: course), spot: SourceSpot(file, line))
    }
}

extension Walk {
    /// Walks until nothing is measured any more; the session may remove the accessory on the way. Requires simulated
    /// air, whose reach is known.
    public init(
        outOfReachOf accessory: AccessoryName, from: Distance, to: Distance, at speed: Speed,
        file: StaticString = #filePath, line: UInt = #line
    ) {
        self.init(.outOfReach, accessory, from, to, speed, SourceSpot(file, line))
    }

    /// Walks back from where nothing was measured, whether or not a session is running yet.
    public init(
        backTo accessory: AccessoryName, from: Distance, to: Distance, at speed: Speed,
        file: StaticString = #filePath, line: UInt = #line
    ) {
        self.init(.back, accessory, from, to, speed, SourceSpot(file, line))
    }

    private init(
        _ direction: WalkPath.Direction, _ accessory: AccessoryName, _ from: Distance, _ to: Distance, _ speed: Speed,
        _ spot: SourceSpot
    ) {
        let course = WalkPath(
            accessory: accessory, from: from, to: to, speed: speed, crossings: [], direction: direction)
        step = Step(.walk(course: course), spot: spot)
    }
}

extension Walk {
    /// Orients the phone so that the accessory is seen in this direction all the way: to the right, and up.
    public func seen(azimuth: Angle, elevation: Angle = .zero) -> Walk {
        guard case .walk(var course) = step.action else { return self }
        course.seen = SeenDirection(azimuth: azimuth, elevation: elevation)
        var walk = self
        walk.step = Step(.walk(course: course), spot: step.spot)
        return walk
    }
}

/// Turns the phone to the right, and up, without moving it: `TurnPhone(by: .degrees(90), over: .seconds(2))`.
///
/// Everything is then seen that much farther to the left. Negative angles turn the phone to the left, and down.
public struct TurnPhone: Word {
    /// The `Action.turn` step.
    public let step: Step

    /// Turns the phone during `span`, which must be positive.
    public init(
        by azimuth: Angle, elevation: Angle = .zero, over span: Lapse, file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let turn = SeenDirection(azimuth: azimuth, elevation: elevation)
        step = Step(.turn(by: turn, over: span), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension TurnPhone {
    @available(*, unavailable, message: "a turn takes time: TurnPhone(by: .degrees(90), over: .seconds(2))")
    public init(by azimuth: Angle, elevation: Angle = .zero) { fatalError() }
}

/// The phone must enter a zone at a distance, give or take: `Enter(.near, at: .metres(1.5), give: .metres(0.8))`.
public struct Enter: Sendable {
    /// The crossing as data.
    public let crossing: Crossing

    /// Requires the phone to enter the zone at a distance that differs from `distance` by at most `give`.
    public init(
        _ zone: ZoneName, at distance: Distance, give: Distance, file: StaticString = #filePath, line: UInt = #line
    ) {
        crossing = Crossing(.enter, zone, at: distance, give: give, spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Enter {
    @available(*, unavailable, message: "write it after the whole walk: Walk(...) { }.otherwise(...)")
    public func otherwise(_ words: String, code: FailureCode? = nil, when causes: SeenCause...) -> Enter {
        fatalError()
    }

    @available(
        *, unavailable, message: "Enter needs a tolerance: Enter(.near, at: .metres(1.5), give: .metres(0.8))"
    )
    public init(_ zone: ZoneName, at distance: Distance) { fatalError() }
}

/// The phone must leave a zone at a distance, give or take: `Leave(.near, at: .metres(1.7), give: .metres(0.8))`.
public struct Leave: Sendable {
    /// The crossing as data.
    public let crossing: Crossing

    /// Requires the phone to leave the zone at a distance that differs from `distance` by at most `give`.
    public init(
        _ zone: ZoneName, at distance: Distance, give: Distance, file: StaticString = #filePath, line: UInt = #line
    ) {
        crossing = Crossing(.leave, zone, at: distance, give: give, spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Leave {
    @available(*, unavailable, message: "write it after the whole walk: Walk(...) { }.otherwise(...)")
    public func otherwise(_ words: String, code: FailureCode? = nil, when causes: SeenCause...) -> Leave {
        fatalError()
    }

    @available(
        *, unavailable, message: "Leave needs a tolerance: Leave(.near, at: .metres(1.7), give: .metres(0.8))"
    )
    public init(_ zone: ZoneName, at distance: Distance) { fatalError() }
}
