public import Ground
public import Links
public import NearbyInteraction

/// One thing that went over a link of a bench, as the phone's side of it recorded it.
public struct RecordedFrame: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        case sent(Outbound)
        case received(Inbound)
    }

    public let content: Content
    /// When it left the phone's side, or was in its hand.
    public let instant: Instant
    /// Its number in the recording, by which differences are named.
    public let number: Int

    public init(_ content: Content, at instant: Instant, number: Int) {
        self.content = content
        self.instant = instant
        self.number = number
    }
}

/// What one accessory did in a recorded run, and what was done to it: enough to play it again without it.
public struct AccessoryRecording: Sendable {
    public let name: AccessoryName
    /// What the phone wrote on the data channel, in order.
    public let messages: RecordedMessages
    let script: AccessoryScript

    /// The accessory's part of a recording that began at `start`.
    ///
    /// It advertises `advertisedName` where the recording does not tell a name. `playsStage` has it lose its link and
    /// its power by itself where somebody cut them in the recording: for a bench on which nobody does so again.
    /// `channel` is its data channel where that is its maker's own. What is long about it lies with `storage`, or in
    /// memory where there is none.
    public init(
        of name: AccessoryName, in frames: some Sequence<RecordedFrame>, since start: Instant, advertisedName: String,
        channel: DataChannelProfile? = nil, playsStage: Bool = false, storedIn storage: (any ByteStorage)? = nil
    ) {
        self.name = name
        var reader = ScriptReader(
            of: name, channel: channel, since: start, advertisedName: advertisedName, playsStage: playsStage,
            storedIn: storage)
        for frame in frames { reader.read(frame) }
        script = reader.end()
        messages = RecordedMessages(script.messages)
    }

    /// Whether its data channel was a connection on the network.
    public var isOnNetwork: Bool { script.isOnNetwork }

    /// What is not as the recording has it but assumed, a sentence each without its full stop.
    public var assumptions: [String] { script.assumptions }
}

/// The messages that the recorded phone wrote on the data channel, in order, each read when it is asked for.
public struct RecordedMessages: Sequence, Sendable {
    private let list: StoredList<RecordedMessage>

    init(_ list: StoredList<RecordedMessage>) { self.list = list }

    public var isEmpty: Bool { list.count == 0 }

    public func makeIterator() -> AnyIterator<RecordedMessage> { list.makeIterator() }
}

/// A message that the recorded phone wrote on the data channel.
public struct RecordedMessage: Hashable, Sendable {
    /// The number of the frame that carried it, or its last part.
    public let frame: Int
    public let instant: Instant
    /// How long after the message before it came, or after the first connection.
    public let wait: Span
    public let value: [UInt8]
    /// Where it was written.
    let handle: UInt16

    /// What it says, but for what phones draw by chance.
    func meaning(_ ids: MessageIdentifiers) -> WrittenValue { WrittenValue(value, ids: ids) }
}

/// Everything that a recorded bench had of accessories and ranging.
public struct BenchRecording: Sendable {
    public let accessories: [AccessoryRecording]
    public let ranging: RecordedRanging

    /// These accessories, without any measurement.
    public init(_ accessories: [AccessoryRecording]) {
        self.accessories = accessories
        ranging = .none
    }

    /// The named accessories of a recording that began at `start`, each with the name that it advertises by default and
    /// its data channel where that is its maker's own.
    ///
    /// The frames are gone through once for each, and once more for the ranging; they need not be in memory. What is
    /// long about it lies with `storage`, or in memory where there is none.
    public init(
        of names: [(name: AccessoryName, advertised: String, channel: DataChannelProfile?)],
        in frames: some Sequence<RecordedFrame>,
        since start: Instant, storedIn storage: (any ByteStorage)? = nil
    ) {
        accessories = names.map { name, advertised, channel in
            AccessoryRecording(
                of: name, in: frames, since: start, advertisedName: advertised, channel: channel, storedIn: storage)
        }
        ranging = RecordedRanging(of: accessories, in: frames, storedIn: storage)
    }
}
