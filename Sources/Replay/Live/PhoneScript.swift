public import Ground
public import Links
public import Recordings

/// A recorded phone's actions and the answers to them, for replay to a live accessory.
///
/// Bytes on the kit's line and on a connection are reassembled into messages, because segmentation varies. Looks for
/// a tag, and checks that it is still present, form one item for as long as nothing changes. Ranging rounds and an
/// accessory's repeated unsolicited notifications are counted and not awaited.
public struct PhoneScript: Sendable {
    /// One action or answer on a link, with its number and instant in the trace.
    struct Item: Hashable, Sendable {
        enum Content: Hashable, Sendable {
            /// A frame that the phone or the director sends.
            case send(Outbound)
            /// The same look at the reader's field, repeated at an interval after each answer, until something
            /// changes or for the given time.
            case look(ReaderRequest, every: Lapse, lasting: Lapse?)
            /// An arrival that must precede whatever is sent after it.
            case answer(Inbound, OrderedStream)
        }

        let content: Content
        let instant: Instant
        let number: Int
        /// The number of items up to the last one sent on the same link. Before those are through, an answer is
        /// early.
        var cause = 0
        /// The stream arrival that this item immediately followed, and to which it is probably the phone's answer.
        var trigger: Trigger?
    }

    /// An arrival in a stream that the phone seems to have waited for.
    struct Trigger: Hashable, Sendable {
        let stream: Stream
        /// The stream's counts up to and including this arrival.
        let tally: Tally
        /// The time from the arrival to the phone's action.
        let delay: Lapse
    }

    /// The counts of a stream; its individual arrivals are not kept.
    struct Tally: Hashable, Sendable {
        var count = 0
        /// The number of ranging rounds that measured a distance.
        var countFull = 0
    }

    /// The point at which the recorded run failed.
    struct Decision: Hashable, Sendable {
        let instant: Instant
        /// The number of the last frame before the failure.
        let number: Int
    }

    /// The end of a look at the field that spans several frames.
    struct LookEnd: Hashable, Sendable {
        /// The delay from each answer to the next look.
        let pause: Lapse
        /// The duration of the look; nil if it lasted until something changed.
        let span: Lapse?
    }

    /// The source of the items, read on each pass.
    let trace: TraceStream
    /// The number of the last frame to play.
    let until: Int
    let looks: [LookEnd]
    /// The number of items.
    public let count: Int
    /// The instant of the last item; nil if there is none.
    let lastItem: Instant?
    /// The number of answers on each ordered stream.
    let answers: [OrderedStream: Int]
    private let tallies: StreamTallies
    /// The data channels of accessories with a vendor-specific one.
    let channels: [AccessoryName: DataChannelProfile]
    /// The characteristics whose notifications form a stream.
    let talkative: Set<Stream>
    /// The instant at which the recording ends.
    let end: Instant
    /// The point at which the recorded run failed. Later items are played, so that everything is closed, but not
    /// compared.
    let decided: Decision?
    /// The link over which the phone reached each accessory.
    public let carriers: [AccessoryName: LinkID]
    /// Whether the trace is a capture made by another program, which does not show what the phone asked its system for.
    let isCapture: Bool
    /// The frame at which a capture loses an accessory to the air, and the script ends; nil if it loses none.
    public let lossAtFrame: Int?
    /// The accessories whose advertisements were recorded. Captures of connections often have none.
    let advertised: Set<AccessoryName>
    /// Whether the network was disturbed, which affects individual packets differently in each run.
    public let hasNetworkTrouble: Bool
    /// The number of frames, streams included.
    public let frames: Int

    /// Creates a script from a trace in memory.
    public init(_ events: [TraceEvent], until frame: Int? = nil) { self.init(TraceStream(events), until: frame) }

    /// Creates a script from a trace, up to the frame with the given number.
    ///
    /// The trace is read twice here and again during playback. Only the counts of each stream are kept, some hundred
    /// bytes for each of the kit's sessions.
    public init(_ trace: TraceStream, until frame: Int? = nil) {
        self.trace = trace
        until = frame ?? .max
        var reading = ScriptReading(talkative: ScriptReading.talkativeCharacteristics(in: trace))
        var answers: [OrderedStream: Int] = [:]
        var lastItem = Instant?.none
        var carriers: [AccessoryName: LinkID] = [:]
        var advertised: Set<AccessoryName> = []
        var hasNetworkTrouble = false
        var channels: [AccessoryName: DataChannelProfile] = [:]
        for event in trace {
            guard reading.isGoingOn(before: event, until: until) else { break }
            if case .began(let header) = event { channels = header.channels }
            reading.receive(event)
            for item in reading.take() {
                lastItem = item.instant
                if case .answer(_, let stream) = item.content { answers[stream, default: 0] += 1 }
                if case .answer(.bluetooth(let name, .discovered), _) = item.content { advertised.insert(name) }
                if case .send(.stage(.network)) = item.content { hasNetworkTrouble = true }
                if case .send(let outbound) = item.content, let name = outbound.link.accessory {
                    carriers[name] = outbound.link
                }
            }
        }
        reading.finish()
        (self.answers, self.lastItem, self.carriers) = (answers, lastItem, carriers)
        self.channels = channels
        self.advertised = advertised
        (isCapture, lossAtFrame) = (reading.isCapture, reading.lossAtFrame)
        self.hasNetworkTrouble = hasNetworkTrouble
        looks = reading.looks
        count = reading.count
        tallies = reading.tallies
        talkative = reading.talkative
        end = reading.lastInstant
        decided = reading.decided
        frames = reading.frames
    }

    /// The streams of the recording in the order of their first frames, each with the number of the last item at that
    /// time.
    var recordedStreams: [(stream: Stream, tally: Tally, item: Int)] { tallies.inOrder }

    func tally(of stream: Stream) -> Tally? { tallies[stream] }

    func isStream(_ name: AccessoryName, handle: UInt16) -> Bool {
        talkative.contains(.notices(name, handle: handle))
    }
}
