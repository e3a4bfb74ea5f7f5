public import Ground
public import Links
public import NDEF

/// Background tag reading: looks into the field, reads what comes into it, and tells when it left.
///
/// One request to the reader at a time. A new tag is read at once; torn away while it is read, it gets one more try
/// from the beginning. A tag that stays is told once and looked for every so often; it counts as gone when two looks in
/// a row miss it, or when another tag is found in its place (NFC fact sheet 3.9 and 4.1, B17; when a phone calls a tag
/// *new* is not documented). While the phone does not read tags (B2 and B8) nothing is asked of the reader; what lies
/// in the field when it reads again is new to it (inferred). A reader that is lost is opened again, later each time,
/// and the tag that it finds at once is the one from before if it has the same UID. An exchange at which the reader
/// itself failed says nothing about the tag: the tag is read again, and where that fails too the reader is at fault. No
/// silence counts against a tag that is not there when it is selected again.
public struct TagPoller: Sendable {
    /// Between two looks into the field; the rig's own choice.
    static let lookPeriod = Span.milliseconds(200)
    /// For one command to the tag.
    static let exchangeLimit = Span.milliseconds(500)
    static let looksBeforeGone = 2
    static let readings = 2
    /// How often the reader may fail at an exchange until it is at fault.
    static let readerFailures = 2
    /// How often a tag that stays and does not answer is read in all.
    static let attempts = 5

    /// A tag that was told as detected, and not yet as gone.
    struct Guest: Hashable, Sendable {
        let identity: Vocabulary.TagIdentity
        /// Whether it was read, or told as one that is not read; if not, it is read when it shows itself again.
        var isDone = false
        var misses = 0
        /// How many readings of it came to nothing although it was there.
        var failures = 0
    }

    /// A reading under way.
    struct Reading: Sendable {
        var guest: Guest
        var reader: TagReader
        /// How many more there may be after this one.
        var readingsLeft: Int
        /// Sent to the tag since it was detected, those of a reading that failed included.
        var commands: Int
        /// How often the reader, and not the tag, failed at an exchange since the tag was detected.
        var readerFailures = 0
        /// Whether it was the reader that failed last, and not the tag.
        var isReadersFault = false
        /// What is done when the tag was selected again and is there.
        var afterwards = Afterwards.readsAnew
    }

    /// What a tag is selected again for while it is read.
    enum Afterwards: Hashable, Sendable {
        case readsAnew
        /// The reading goes on where it was.
        case goesOn
        /// The tag did not answer this, in its last reading: it counts as unreadable if it is there.
        case givesUp([UInt8])
    }

    enum State: Sendable {
        case closed
        case opening
        /// The reader went away; `next` says when it is asked to come back.
        case lost(ReaderOutage, Guest?)
        case reopening(ReaderOutage, Guest?)
        /// The phone does not read tags.
        case off
        /// What the reader is about to answer was asked before the phone ceased to read, or began anew.
        case draining
        case waiting
        case polling
        case reading(Reading)
        /// A tag torn away while it was read is looked for once more.
        case reselecting(Reading)
        /// The tag was there at the last look.
        case resting(Guest)
        case checking(Guest)
        /// The tag was not there at the last look.
        case missing(Guest)
        case searching(Guest)
    }

    var state = State.closed
    var next: Instant?
    /// Whether the phone looks for tags.
    var isOn: Bool
    /// How much is read of a tag.
    var depth = ReadingDepth.message

    public init(isOn: Bool = true) { self.isOn = isOn }

    /// When `advance(to:)` must be called next.
    public var deadline: Instant? { next }

    public mutating func open() -> [TagPollerEffect] {
        guard case .closed = state else { return [] }
        state = .opening
        return [.request(.open)]
    }

    public mutating func close() -> [TagPollerEffect] {
        if case .closed = state { return [] }
        state = .closed
        next = nil
        return [.request(.close)]
    }

    /// The phone begins or ceases to read tags.
    public mutating func setOn(_ isOn: Bool, at now: Instant) {
        guard isOn != self.isOn else { return }
        self.isOn = isOn
        startAnew(at: now)
    }

    /// Reads so much of every tag from now on, also of one that is in the field already.
    public mutating func setDepth(_ depth: ReadingDepth, at now: Instant) {
        guard depth != self.depth else { return }
        self.depth = depth
        startAnew(at: now)
    }

    /// Forgets the tag in the field.
    private mutating func startAnew(at now: Instant) {
        switch state {
        case .closed, .opening, .draining: break
        case .lost(let outage, _): state = .lost(outage, nil)
        case .reopening(let outage, _): state = .reopening(outage, nil)
        case .off, .waiting, .resting, .missing: lookSoon(at: now)
        case .polling, .reading, .reselecting, .checking, .searching:
            next = nil
            state = .draining
        }
    }

    public mutating func advance(to now: Instant) -> [TagPollerEffect] {
        guard let due = next, due <= now else { return [] }
        next = nil
        switch state {
        case .waiting:
            state = .polling
            return [.request(.poll)]
        case .resting(let guest):
            state = .checking(guest)
            return [.request(.checkPresence)]
        case .missing(let guest):
            state = .searching(guest)
            return [.request(.poll)]
        case .lost(let outage, let guest): return reopen(outage, guest, at: now)
        case .reopening(let outage, _): return giveUp(outage)
        case .closed, .opening, .off, .draining, .polling, .reading, .reselecting, .checking, .searching: return []
        }
    }
}

extension TagPoller {
    /// Waits for the next look, in one of the states in which nothing is asked.
    mutating func wait(at now: Instant, in state: State) {
        self.state = state
        next = now + Self.lookPeriod
    }

    /// Looks at once, if the phone reads tags at all.
    mutating func lookSoon(at now: Instant) {
        state = isOn ? .waiting : .off
        next = isOn ? now : nil
    }

    mutating func rest(_ guest: Guest, at now: Instant) {
        var guest = guest
        guest.misses = 0
        wait(at: now, in: .resting(guest))
    }
}

/// What the tag poller wants done, or tells.
public enum TagPollerEffect: Hashable, Sendable {
    case request(ReaderRequest)
    case event(TagEvent)
    /// About the reader.
    case finding(Finding)
    case fault(RigFault)
}

/// Since when the reader is gone, and how often it was asked to come back.
struct ReaderOutage: Hashable, Sendable {
    /// Long enough for a cable that is put back in haste; whoever waits for a verdict is told of a reader that is gone
    /// within five seconds. The rig's own choice.
    static let limit = TagEvent.readerPatience
    /// How long to wait before each try; the last one for all that follow.
    static let pauses: [Span] = [.milliseconds(250), .milliseconds(500), .seconds(1)]

    let why: String
    let since: Instant
    var tries = 0

    /// How long to wait before the next try.
    var pause: Span { Self.pauses.dropFirst(tries).first ?? .seconds(1) }
    var end: Instant { since + Self.limit }
}

// A reader that went away is opened again.
extension TagPoller {
    mutating func lose(_ why: String, at now: Instant) -> [TagPollerEffect] {
        let outage = ReaderOutage(why: why, since: now)
        state = .lost(outage, guest)
        next = now + outage.pause
        return [.event(.readerLost(reason: why))]
    }

    /// The tag that was in the field as far as known.
    private var guest: Guest? {
        switch state {
        case .reading(let reading), .reselecting(let reading): reading.guest
        case .resting(let guest), .checking(let guest), .missing(let guest), .searching(let guest): guest
        case .lost(_, let guest), .reopening(_, let guest): guest
        case .closed, .opening, .off, .draining, .waiting, .polling: nil
        }
    }

    mutating func reopen(_ outage: ReaderOutage, _ guest: Guest?, at now: Instant) -> [TagPollerEffect] {
        guard now < outage.end else { return giveUp(outage) }
        var outage = outage
        outage.tries += 1
        state = .reopening(outage, guest)
        next = outage.end
        return [.request(.open)]
    }

    mutating func retry(_ outage: ReaderOutage, _ guest: Guest?, at now: Instant) -> [TagPollerEffect] {
        state = .lost(outage, guest)
        next = min(now + outage.pause, outage.end)
        return []
    }

    mutating func back(
        _ name: String, _ outage: ReaderOutage, _ guest: Guest?, at now: Instant
    ) -> [TagPollerEffect] {
        let told = TagPollerEffect.event(.readerBack(name: name, after: now - outage.since))
        guard var guest, isOn else {
            lookSoon(at: now)
            return [told]
        }
        guest.misses = 0
        state = .searching(guest)
        next = nil
        return [told, .request(.poll)]
    }

    mutating func giveUp(_ outage: ReaderOutage) -> [TagPollerEffect] {
        state = .closed
        next = nil
        let fault = RigFault(
            "the NFC reader went away (\(outage.why)) and did not come back within \(ReaderOutage.limit),"
                + " though it was opened again \(outage.tries) times",
            remedy: "Look at its cable and its power, and whether another program took it")
        return [.fault(fault)]
    }

    mutating func fail(_ why: String) -> [TagPollerEffect] {
        state = .closed
        next = nil
        return [.fault(RigFault("the NFC reader went away while it was opened: \(why)", remedy: "Look at its cable"))]
    }
}
