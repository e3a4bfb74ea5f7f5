public import Ground
public import Traces

/// What a trace is of, and everything that its run was a function of beside the frames.
public struct TraceHeader: Hashable, Sendable {
    /// The version of the records that this program writes, and the only one that it reads.
    public static let formatVersion: UInt8 = 1

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

    public init(
        scenario: String, rig: String, seed: UInt64, program: String, wallClock: WallInstant, start: Instant,
        accessories: [AccessoryName], hasKit: Bool, hasReader: Bool, scenarioText: String, rigText: String
    ) {
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
    }

    /// What the wall clock showed at an instant of the rig's time, as far as the trace can tell.
    public func wallInstant(at instant: Instant) -> WallInstant { wallClock + (instant - start) }

    /// The rig's time when the wall clock showed this.
    public func instant(at wall: WallInstant) -> Instant { start + (wall - wallClock) }
}
