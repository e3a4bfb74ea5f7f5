import Ground
import Links
public import Recordings

/// What a recorded phone did and was answered, to be done once more to an accessory that is there.
///
/// Bytes on the kit's line are put together to messages, because how they were cut is chance. Looks for a tag, and
/// looks whether it is still there, are taken as one for as long as nothing changes; ranging rounds, and what an
/// accessory tells unasked again and again, are counted and not waited for.
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
            case answer(Inbound, Strand)
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
        var firstNumber = 0
        var firstInstant = Instant.start
    }

    /// Where the recorded run had failed.
    struct Decision: Hashable, Sendable {
        let instant: Instant
        /// The number of the last frame before it.
        let number: Int
    }

    let items: [Item]
    private let streams: [Stream]
    private let tallies: [Stream: Tally]
    /// The characteristics whose notifications are a stream.
    private let talkative: Set<Stream>
    /// When the recording ends.
    let end: Instant
    /// When the recorded run had failed: what comes then is played, so that everything is closed down, but it is not
    /// compared.
    let decided: Decision?
    /// How many frames it has, streams included.
    public let frames: Int

    /// Takes a trace apart, up to the frame with this number.
    public init(_ events: some Sequence<TraceEvent>, until frame: Int? = nil) {
        var reading = ScriptReading(talkative: ScriptReading.talkativeCharacteristics(in: events))
        for event in events {
            guard reading.isGoingOn(before: event, until: frame ?? .max) else { break }
            reading.receive(event)
        }
        reading.finish()
        items = reading.items
        streams = reading.streams
        tallies = reading.tallies
        talkative = reading.talkative
        end = reading.lastInstant
        decided = reading.decided
        frames = reading.frames
    }

    /// The streams of the recording, in the order of their first frames.
    var recordedStreams: [(Stream, Tally)] {
        streams.map { ($0, tallies[$0] ?? Tally()) }
    }

    func tally(of stream: Stream) -> Tally? { tallies[stream] }

    func isStream(_ name: AccessoryName, handle: UInt16) -> Bool {
        talkative.contains(.notices(name, handle: handle))
    }
}
