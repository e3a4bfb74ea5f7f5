public import Ground

/// What one step does: a stimulus, a check, or a block of further steps.
public indirect enum Action: Codable, Hashable, Sendable {
    /// Find the accessory, connect and discover its service.
    case connect(AccessoryName, within: Span)
    /// From Initialize until the accessory says that its UWB did start.
    case exchange(ExchangeKind, with: AccessoryName, within: Span)
    /// The phone moves; zones are crossed on the way.
    case walk(Course)
    /// Nothing moves for a span; the checks count what happens in it.
    case stay(Span, checks: [Expectation])
    /// The first `times` such messages within the steps never arrive.
    case losing(MessageName, times: Int, steps: [Step])
    /// Present the tag, read it, route what it says, remove it; `within` bounds presenting and reading.
    case tap(TagName, within: Span, checks: [Expectation])
    case expect(Expectation)
    /// Send Stop and wait until the accessory says that its UWB did stop.
    case stop(AccessoryName, within: Span)
    case disconnect(AccessoryName, within: Span)
    /// The steps, so many times over; counts begin anew each round.
    case `repeat`(Int, steps: [Step])
}

/// What two sides exchange before they range.
public enum ExchangeKind: String, Codable, Hashable, Sendable, CaseIterable {
    /// The accessory's configuration data against the phone's shareable configuration.
    case configuration
}

/// A message between phone and accessory on the data channel.
public enum MessageName: String, Codable, Hashable, Sendable, CaseIterable {
    /// Phone to accessory, 0x0A.
    case initialize
    /// Accessory to phone, 0x01: the accessory configuration data.
    case configuration
    /// Phone to accessory, 0x0B: configure and start, with the shareable configuration data.
    case shareableConfiguration
    /// Accessory to phone, 0x02.
    case didStart
    /// Phone to accessory, 0x0C.
    case stop
    /// Accessory to phone, 0x03.
    case didStop

    /// Only what the phone sends can be withheld: `Losing` takes nothing else.
    public var isSentByPhone: Bool {
        switch self {
        case .initialize, .shareableConfiguration, .stop: true
        case .configuration, .didStart, .didStop: false
        }
    }
}

/// The course of a walk: a straight line toward an accessory or away from it, at one speed.
public struct Course: Codable, Hashable, Sendable {
    /// Which way the scenario says that it goes; a check before the run compares it with the distances.
    public enum Direction: String, Codable, Hashable, Sendable {
        case toward
        case away
    }

    public let direction: Direction
    public let accessory: AccessoryName
    public let from: Distance
    public let to: Distance
    public let speed: Speed
    /// What must happen on the way, in this order.
    public let crossings: [Crossing]

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

    public var isToward: Bool { direction == .toward }

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
    public let spot: SourceSpot

    public init(_ kind: Kind, _ zone: ZoneName, at: Distance, give: Distance, spot: SourceSpot) {
        self.kind = kind
        self.zone = zone
        self.at = at
        self.give = give
        self.spot = spot
    }
}
