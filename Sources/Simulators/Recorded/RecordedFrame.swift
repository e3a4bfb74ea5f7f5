public import Ground
public import Links
public import NearbyInteraction

/// One frame on a link of a bench, as recorded by the phone's side.
public struct RecordedFrame: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        case sent(Outbound)
        case received(Inbound)
    }

    public let content: Content
    /// The time at which it left the phone's side, or arrived there.
    public let instant: Instant
    /// Its number in the recording, by which differences are named.
    public let number: Int

    public init(_ content: Content, at instant: Instant, number: Int) {
        self.content = content
        self.instant = instant
        self.number = number
    }
}

/// The acts of one accessory in a recorded run, and the acts on it: enough to replay it without the accessory.
public struct AccessoryRecording: Sendable {
    public let name: AccessoryName
    let script: AccessoryScript

    /// Creates the accessory's part of a recording that began at `start`.
    ///
    /// It advertises `advertisedName` if the recording does not show a name. With `playsStage` it loses its link and
    /// its power by itself if they were cut in the recording, for a bench on which they are not cut. `channel` is its
    /// data channel if that is vendor-specific.
    public init(
        of name: AccessoryName, in frames: some Sequence<RecordedFrame>, since start: Instant, advertisedName: String,
        channel: DataChannelProfile? = nil, playsStage: Bool = false
    ) {
        self.name = name
        var reader = ScriptReader(
            of: name, channel: channel, since: start, advertisedName: advertisedName, playsStage: playsStage)
        for frame in frames { reader.read(frame) }
        script = reader.end()
    }

    /// The phone's messages on the data channel, in order.
    public var messages: [RecordedMessage] { script.messages }

    /// Whether its data channel was a network connection.
    public var isOnNetwork: Bool { script.isOnNetwork }

    /// The properties that are assumed rather than recorded, one sentence each, without a full stop.
    public var assumptions: [String] { script.assumptions }
}

/// A message of the recorded phone on the data channel.
public struct RecordedMessage: Hashable, Sendable {
    /// The number of the frame that carried it, or its last part.
    public let frame: Int
    public let instant: Instant
    /// The time since the previous message, or since the first connection.
    public let wait: Lapse
    public let value: [UInt8]
    /// The handle that was written.
    let handle: UInt16

    /// Returns the content, except for values that phones draw at random.
    func meaning(_ ids: MessageIdentifiers) -> WrittenValue { WrittenValue(value, ids: ids) }
}

/// All accessories and ranging of a recorded bench.
public struct BenchRecording: Sendable {
    public let accessories: [AccessoryRecording]
    public let ranging: RecordedRanging

    /// Creates a recording of these accessories, without any measurement.
    public init(_ accessories: [AccessoryRecording]) {
        self.accessories = accessories
        ranging = .none
    }

    /// Creates the named accessories of a recording that began at `start`, each with its default advertised name and,
    /// if vendor-specific, its data channel.
    ///
    /// The frames are read once for each accessory, and another time for the ranging; they need not be in memory.
    public init(
        of names: [(name: AccessoryName, advertised: String, channel: DataChannelProfile?)],
        in frames: some Sequence<RecordedFrame>,
        since start: Instant
    ) {
        accessories = names.map { name, advertised, channel in
            AccessoryRecording(of: name, in: frames, since: start, advertisedName: advertised, channel: channel)
        }
        ranging = RecordedRanging(of: accessories, in: frames)
    }
}
