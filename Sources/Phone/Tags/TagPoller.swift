public import Ground
public import Links
public import NDEF

/// Background tag reading: looks into the field, reads tags that come into it, and reports when they leave.
///
/// One request to the reader at a time. A new tag is read immediately; torn away while being read, it gets one more
/// try from the beginning. A tag that stays is reported once and checked periodically; it counts as gone when two
/// looks in a row miss it, or when another tag is found instead (nfc.md 3.9 and 4.1, B17; when a phone
/// considers a tag *new* is not documented). While the phone does not read tags (B2 and B8) the reader is not used; a
/// tag in the field when reading resumes is new (inferred). A lost reader is reopened after increasing pauses, and
/// the tag it finds immediately is the previous one if it has the same UID. An exchange at which the reader itself
/// failed says nothing about the tag: the tag is read again, and if that fails too the reader is at fault. Silence
/// does not count against a tag that is absent at reselection.
public struct TagPoller: Sendable {
    /// The time between two looks into the field; Trammel's own choice.
    static let lookPeriod = Lapse.milliseconds(200)
    /// The time limit of one command to the tag.
    static let exchangeLimit = Lapse.milliseconds(500)
    static let looksBeforeGone = 2
    static let readings = 2
    /// The number of failed exchanges after which the reader is at fault.
    static let readerFailures = 2
    /// The number of readings of a tag that stays and does not answer.
    static let attempts = 5

    /// A tag that was reported as detected, and not yet as gone.
    struct Guest: Hashable, Sendable {
        let identity: Vocabulary.TagIdentity
        /// Whether it was read, or reported as one that is not read; if not, it is read when it reappears.
        var isDone = false
        var misses = 0
        /// The number of failed readings although the tag was present.
        var failures = 0
    }

    /// A reading under way.
    struct Reading: Sendable {
        var guest: Guest
        var reader: TagReader
        /// The number of further readings allowed.
        var readingsLeft: Int
        /// The number of commands sent to the tag since it was detected, including those of a failed reading.
        var commands: Int
        /// The number of exchanges at which the reader, not the tag, failed since the tag was detected.
        var readerFailures = 0
        /// Whether the last failure was the reader's, not the tag's.
        var isReadersFault = false
        /// The action after the tag is reselected.
        var afterwards = ReselectionPurpose.readsAnew
    }

    /// The purpose of reselecting a tag while it is read.
    enum ReselectionPurpose: Hashable, Sendable {
        case readsAnew
        /// The reading continues where it was.
        case goesOn
        /// The tag did not answer this command in its last reading: if it is present it counts as unreadable.
        case givesUp([UInt8])
    }

    enum State: Sendable {
        case closed
        case opening
        /// The reader went away; `next` is the time of the next attempt to reopen it.
        case lost(ReaderOutage, Guest?)
        case reopening(ReaderOutage, Guest?)
        /// The phone does not read tags.
        case off
        /// The reader's pending answer belongs to a request made before reading stopped or restarted.
        case draining
        case waiting
        case polling
        case reading(Reading)
        /// A tag torn away while being read is looked for a second time.
        case reselecting(Reading)
        /// The tag was present at the last look.
        case resting(Guest)
        case checking(Guest)
        /// The tag was absent at the last look.
        case missing(Guest)
        case searching(Guest)
    }

    var state = State.closed
    var next: Instant?
    /// Whether the phone looks for tags.
    var isOn: Bool
    /// The part of a tag that is read.
    var depth = ReadingDepth.message

    public init(isOn: Bool = true) { self.isOn = isOn }

    /// The time of the next call of `advance(to:)`.
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

    /// Turns reading of tags on or off.
    public mutating func setOn(_ isOn: Bool, at now: Instant) {
        guard isOn != self.isOn else { return }
        self.isOn = isOn
        startAnew(at: now)
    }

    /// Changes how much of every tag is read from now on, including one already in the field.
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
    /// Waits for the next look, in a state without a pending request.
    mutating func wait(at now: Instant, in state: State) {
        self.state = state
        next = now + Self.lookPeriod
    }

    /// Looks immediately, if the phone reads tags at all.
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

/// A request or report of the tag poller.
public enum TagPollerEffect: Hashable, Sendable {
    case request(ReaderRequest)
    case event(TagEvent)
    /// A finding about the reader.
    case finding(Finding)
    case fault(RigFault)
}

/// The start of the reader's absence, and the attempts to reopen it.
struct ReaderOutage: Hashable, Sendable {
    /// Long enough for a cable that is quickly plugged back in; a missing reader is reported within five seconds.
    /// Trammel's own choice.
    static let limit = TagEvent.readerPatience
    /// The pauses before each attempt; the last one applies to all further attempts.
    static let pauses: [Lapse] = [.milliseconds(250), .milliseconds(500), .seconds(1)]

    let why: String
    let since: Instant
    var tries = 0

    /// The pause before the next attempt.
    var pause: Lapse { Self.pauses.dropFirst(tries).first ?? .seconds(1) }
    var end: Instant { since + Self.limit }
}

// Reopening a reader that went away.
extension TagPoller {
    mutating func lose(_ why: String, at now: Instant) -> [TagPollerEffect] {
        let outage = ReaderOutage(why: why, since: now)
        state = .lost(outage, guest)
        next = now + outage.pause
        return [.event(.readerLost(reason: why))]
    }

    /// The tag believed to be in the field.
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
