public import Ground
public import Links
public import Recordings

/// What a recorded phone did and was answered, to be done once more to an accessory that is there.
///
/// Bytes on the kit's line and of a connection are put together to messages, because how they were cut is chance. Looks
/// for a tag, and looks whether it is still there, are taken as one for as long as nothing changes; ranging rounds, and
/// what an accessory tells unasked again and again, are counted and not waited for.
public struct PhoneScript: Sendable {
    /// One thing on a link, with its number and its instant in the trace.
    struct Item: Hashable, Sendable {
        enum Content: Hashable, Sendable {
            /// Something that the phone or the director sends.
            case send(Outbound)
            /// The same look at the reader's field again and again, so long after each answer: until something changes,
            /// or for so long.
            case look(ReaderRequest, every: Span, lasting: Span?)
            /// Something that must come before what follows is sent.
            case answer(Inbound, OrderedStream)
        }

        let content: Content
        let instant: Instant
        let number: Int
        /// How many items stand before it up to the last one that was sent on the same link: before those an answer
        /// is early.
        var cause = 0
        /// What of a stream it followed at once, so that it is most likely the phone's answer to that.
        var trigger: Trigger?
    }

    /// Something in a stream that the phone seems to have waited for.
    struct Trigger: Hashable, Sendable {
        let stream: Stream
        /// The stream's count with it: all of it, and what had something to show.
        let tally: Tally
        /// How long after it the phone acted.
        let delay: Span
    }

    /// What is known of a stream: not each round, but whether there were any.
    struct Tally: Hashable, Sendable {
        var count = 0
        /// How many of them had something to show: a ranging round that measured a distance.
        var countFull = 0
    }

    /// Where the recorded run had failed.
    struct Decision: Hashable, Sendable {
        let instant: Instant
        /// The number of the last frame before it.
        let number: Int
    }

    /// How the look at the field ended that goes on over several frames.
    struct LookEnd: Hashable, Sendable {
        /// How long after each answer it was repeated.
        let pause: Span
        /// For how long; nil until something changed.
        let span: Span?
    }

    /// What the items are made of, each time that they are gone through.
    let trace: TraceStream
    /// The last frame that is played.
    let until: Int
    let looks: [LookEnd]
    /// How many items there are.
    let count: Int
    /// When the last one was; nil without any.
    let lastItem: Instant?
    /// How many answers each ordered stream has.
    let answers: [OrderedStream: Int]
    private let tallies: StreamTallies
    /// The data channels of accessories that have one of their maker's own.
    let channels: [AccessoryName: DataChannelProfile]
    /// The characteristics whose notifications are a stream.
    let talkative: Set<Stream>
    /// When the recording ends.
    let end: Instant
    /// When the recorded run had failed: what comes then is played, so that everything is closed down, but it is not
    /// compared.
    let decided: Decision?
    /// Over which links the phone reached each accessory.
    public let carriers: [AccessoryName: LinkID]
    /// Whether the network was given trouble: how that meets each packet is chance.
    public let hasNetworkTrouble: Bool
    /// How many frames it has, streams included.
    public let frames: Int

    /// A trace in memory.
    public init(_ events: [TraceEvent], until frame: Int? = nil) { self.init(TraceStream(events), until: frame) }

    /// Takes a trace apart, up to the frame with this number.
    ///
    /// It is gone through twice here, and once more when it is played; kept is what there is of each stream,
    /// which is some hundred bytes for each session of the kit.
    public init(_ trace: TraceStream, until frame: Int? = nil) {
        self.trace = trace
        until = frame ?? .max
        var reading = ScriptReading(talkative: ScriptReading.talkativeCharacteristics(in: trace))
        var answers: [OrderedStream: Int] = [:]
        var lastItem = Instant?.none
        var carriers: [AccessoryName: LinkID] = [:]
        var hasNetworkTrouble = false
        var channels: [AccessoryName: DataChannelProfile] = [:]
        for event in trace {
            guard reading.isGoingOn(before: event, until: until) else { break }
            if case .began(let header) = event { channels = header.channels }
            reading.receive(event)
            for item in reading.take() {
                lastItem = item.instant
                if case .answer(_, let stream) = item.content { answers[stream, default: 0] += 1 }
                if case .send(.stage(.network)) = item.content { hasNetworkTrouble = true }
                if case .send(let outbound) = item.content, let name = outbound.link.accessory {
                    carriers[name] = outbound.link
                }
            }
        }
        reading.finish()
        (self.answers, self.lastItem, self.carriers) = (answers, lastItem, carriers)
        self.channels = channels
        self.hasNetworkTrouble = hasNetworkTrouble
        looks = reading.looks
        count = reading.count
        tallies = reading.tallies
        talkative = reading.talkative
        end = reading.lastInstant
        decided = reading.decided
        frames = reading.frames
    }

    /// The streams of the recording, in the order of their first frames, each with the number of the last item then.
    var recordedStreams: [(stream: Stream, tally: Tally, item: Int)] { tallies.inOrder }

    func tally(of stream: Stream) -> Tally? { tallies[stream] }

    func isStream(_ name: AccessoryName, handle: UInt16) -> Bool {
        talkative.contains(.notices(name, handle: handle))
    }
}
