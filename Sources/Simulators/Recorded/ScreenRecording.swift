public import Ground
public import Links

/// The acts of the screens and the phone in a recorded run: enough to replay the screens without them.
///
/// Bytes are joined to messages, because their division is random. Each act of a screen is attributed to the last
/// thing the phone or the director had sent before it.
public struct ScreenRecording: Sendable {
    /// Something that was sent, counted from 1 on its link; 0 for the beginning of the run.
    struct Cue: Hashable, Sendable {
        let link: LinkID
        let number: Int

        static let beginning = Cue(link: .stage, number: 0)
    }

    /// An event from a screen or the network, with its delay after the cue.
    struct Act: Sendable {
        let inbound: Inbound
        let delay: Lapse
        /// Its position among all events on its link.
        let place: Int
    }

    /// Something that the phone sent on a link to the screens.
    struct Sending: Sendable {
        let outbound: Outbound
        let frame: Int
        let instant: Instant
    }

    /// The most bytes of a recording in memory; a longer one is not played.
    private static let mostBytes = 64 << 20

    private(set) var acts: [Cue: [Act]] = [:]
    private(set) var sendings: [LinkID: [Sending]] = [:]
    /// Whether the recording is too long to be played.
    public private(set) var isTooLong = false
    private var bytes = 0
    private var counts: [LinkID: Int] = [:]
    private var arrived: [LinkID: Int] = [:]
    private var last: (cue: Cue, instant: Instant)
    private var sent: [LinkID: MessagePieces] = [:]
    private var received: [LinkID: MessagePieces] = [:]

    /// Creates the screens' part of a recording that began at `start`.
    public init(in frames: some Sequence<RecordedFrame>, since start: Instant) {
        last = (.beginning, start)
        for frame in frames where !isTooLong {
            switch frame.content {
            case .sent(let outbound): take(outbound, frame)
            case .received(let inbound): take(inbound, at: frame.instant)
            }
        }
        (sent, received) = ([:], [:])
    }

    /// Whether no companion was connected to.
    public var isEmpty: Bool { arrived.isEmpty }

    private mutating func take(_ outbound: Outbound, _ frame: RecordedFrame) {
        for unit in Self.units(of: outbound, &sent) {
            let number = (counts[unit.link] ?? 0) + 1
            counts[unit.link] = number
            last = (Cue(link: unit.link, number: number), frame.instant)
            guard unit.link != .stage else { continue }
            sendings[unit.link, default: []].append(
                Sending(outbound: unit, frame: frame.number, instant: frame.instant))
        }
    }

    private mutating func take(_ inbound: Inbound, at instant: Instant) {
        switch inbound {
        case .stream(let stream, .bytes(let bytes)) where stream.companion != nil:
            self.bytes += bytes.count
            isTooLong = self.bytes > Self.mostBytes
            for message in received[inbound.link, default: MessagePieces()].receive(bytes) {
                add(.stream(stream, .bytes(message.frame)), at: instant)
            }
        case .stream(let stream, let event) where stream.companion != nil:
            let rest = received.removeValue(forKey: inbound.link).map { pieces in
                var pieces = pieces
                return pieces.takeRest()
            }
            if let rest, !rest.isEmpty { add(.stream(stream, .bytes(rest)), at: instant) }
            add(.stream(stream, event), at: instant)
        case .discovery, .finding(.stream, _): add(inbound, at: instant)
        case .bluetooth, .kit, .reader, .stage, .stream, .console, .fault, .finding: break
        }
    }

    private mutating func add(_ inbound: Inbound, at instant: Instant) {
        let place = arrived[inbound.link] ?? 0
        arrived[inbound.link] = place + 1
        acts[last.cue, default: []].append(Act(inbound: inbound, delay: instant - last.instant, place: place))
    }

    /// Returns the separately counted parts of something sent: each message, and each request that carries none.
    static func units(of outbound: Outbound, _ pieces: inout [LinkID: MessagePieces]) -> [Outbound] {
        switch outbound {
        case .stream(let stream, .bytes(let bytes)) where stream.companion != nil:
            pieces[outbound.link, default: MessagePieces()].receive(bytes).map { .stream(stream, .bytes($0.frame)) }
        case .stream(let stream, _) where stream.companion != nil: [outbound]
        case .discovery, .stage: [outbound]
        case .bluetooth, .kit, .reader, .stream, .console: []
        }
    }
}

/// The first difference between our phone's output to the screens and the recorded one's.
public struct ScreenDifference: Hashable, Sendable {
    /// The output of our phone; nil for none.
    public let now: Outbound?
    /// The recorded output instead; nil if there was nothing further.
    public let then: Outbound?
    /// The number of the recorded frame; of the last one on the link if none was left, 0 for none at all.
    public let frame: Int
    public let instant: Instant
}
