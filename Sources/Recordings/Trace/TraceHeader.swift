public import Ground
public import Traces
public import Vocabulary

/// What a trace is of, and everything that its run was a function of beside the frames.
public struct TraceHeader: Hashable, Sendable {
    /// The version of the format that this program writes; it reads this one and all before.
    public static let formatVersion: UInt8 = 4

    /// The version of the format that the trace has.
    public var format: UInt8
    /// The scenario's identifier: `fullFlow`.
    public var scenario: String
    /// The rig's identifier: `simulated`.
    public var rig: String
    public var seed: UInt64
    /// Name and version of the program that recorded.
    public var program: String
    /// What the wall clock showed at `start`.
    public var wallClock: WallInstant
    /// The rig's time when the recording began.
    public var start: Instant
    /// The accessories that the phone knew, in the rig's order.
    public var accessories: [AccessoryName]
    /// Whether the phone was built with a UWB kit.
    public var hasKit: Bool
    /// Whether the phone was built with an NFC reader.
    public var hasReader: Bool
    /// The scenario itself as ScenarioKit's JSON; empty where it is not known.
    public var scenarioText: String
    /// The rig itself as JSON; empty where it is not known.
    public var rigText: String
    /// The data channels of accessories that have one of their maker's own; older formats know of none.
    public var channels: [AccessoryName: DataChannelProfile]

    public init(
        format: UInt8 = Self.formatVersion, scenario: String, rig: String, seed: UInt64, program: String,
        wallClock: WallInstant, start: Instant, accessories: [AccessoryName], hasKit: Bool, hasReader: Bool,
        scenarioText: String, rigText: String,
        channels: [AccessoryName: DataChannelProfile] = [:]
    ) {
        precondition((1...Self.formatVersion).contains(format), "a trace has a format that this program knows")
        self.format = format
        self.scenario = scenario
        self.rig = rig
        self.seed = seed
        self.program = program
        self.wallClock = wallClock
        self.start = start
        self.accessories = accessories
        self.hasKit = hasKit
        self.hasReader = hasReader
        self.scenarioText = scenarioText
        self.rigText = rigText
        self.channels = channels
    }

    /// Whether the loop's deadlines and its readings of the clock are in the trace, as they are from format 2 on.
    public var hasDeadlines: Bool { format >= 2 }

    /// What the wall clock showed at an instant of the rig's time, as far as the trace can tell.
    public func wallInstant(at instant: Instant) -> WallInstant { wallClock + (instant - start) }

    /// The rig's time when the wall clock showed this.
    public func instant(at wall: WallInstant) -> Instant { start + (wall - wallClock) }
}
