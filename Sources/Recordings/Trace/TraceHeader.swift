public import Ground
public import Traces
public import Vocabulary

/// The identity of a traced run, with everything apart from the frames that the run depended on.
public struct TraceHeader: Hashable, Sendable {
    /// The version of the format that this program writes and reads.
    public static let formatVersion: UInt8 = 5

    /// The scenario's identifier: `fullFlow`.
    public var scenario: String
    /// The rig's identifier: `simulated`.
    public var rig: String
    public var seed: UInt64
    /// The name and version of the program that recorded the trace.
    public var program: String
    /// The wall clock's reading at `start`.
    public var wallClock: WallInstant
    /// The rig's time when the recording began.
    public var start: Instant
    /// The accessories that the phone knew, in the rig's order.
    public var accessories: [AccessoryName]
    /// Whether the phone was built with a UWB kit.
    public var hasKit: Bool
    /// Whether the phone was built with an NFC reader.
    public var hasReader: Bool
    /// The scenario itself as ScenarioKit's JSON; empty if unknown.
    public var scenarioText: String
    /// The rig itself as JSON; empty if unknown.
    public var rigText: String
    /// The data channels of accessories with a vendor-specific one, and those to other phones.
    public var channels: [AccessoryName: DataChannelProfile]
    /// The attributes of data channels that an import recognised by their content.
    public var handles: [AccessoryName: ChannelHandles] = [:]

    public init(
        scenario: String, rig: String, seed: UInt64, program: String,
        wallClock: WallInstant, start: Instant, accessories: [AccessoryName], hasKit: Bool, hasReader: Bool,
        scenarioText: String, rigText: String,
        channels: [AccessoryName: DataChannelProfile] = [:]
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
        self.channels = channels
    }

    /// The wall clock's reading at an instant of the rig's time, as far as the trace can determine it.
    public func wallInstant(at instant: Instant) -> WallInstant { wallClock + (instant - start) }

    /// The rig's time at a reading of the wall clock.
    public func instant(at wall: WallInstant) -> Instant { start + (wall - wallClock) }
}
