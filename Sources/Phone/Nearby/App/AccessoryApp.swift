import Ground
import NearbyInteraction

/// The app's part of a session with one accessory: what it writes on the data channel, and when it tries again.
///
/// The app writes *initialize*; the accessory answers with its configuration data; running a session with it makes
/// shareable configuration data, which goes back at once as *configureAndStart*; the accessory says that it started.
/// There is no error message in this protocol: silence is the only sign of failure. What the app does when its session
/// is removed, suspended or invalid is a policy (nearby-interaction.md, sections 2.2 to 2.4 and 5.3).
struct AccessoryApp: Sendable {
    enum AfterStop: Hashable, Sendable {
        case rest
        case startAgain
    }

    enum State: Hashable, Sendable {
        case idle
        case awaitingConfiguration
        /// The session was run.
        case engaged
        case awaitingStop(AfterStop)
        /// A session that ended is tried again when the back-off is over.
        case backingOff(RetryPolicy.Cycle)
    }

    enum Timer: Hashable, Sendable {
        case configuration
        case didStart
        case didStop
        case backOff
    }

    /// Accessory configuration data, and whether they still hold.
    ///
    /// They do as long as the session on the accessory was not terminated, as far as the app can know: it was not told
    /// to stop, and did not say that it stopped (nearby-interaction.md, section 5.3). The end of the link forgets them.
    struct CachedConfiguration: Hashable, Sendable {
        let data: AccessoryConfigurationData
        var isVoid = false
    }

    let settings: NearbySettings
    let identifiers: MessageIdentifiers
    var state = State.idle
    var timers = DeadlineTable<Timer>()
    /// Timers of messages that have not left: their lateness is not the accessory's.
    var unsent: [Timer] = []
    var attempts = 0
    /// What was measured last, in this session of the app.
    var lastDistance: Distance?
    /// What the session runs with, and what a run again would take.
    var cached: CachedConfiguration?
    /// What the accessory sent last, whoever asked for it.
    var lastConfiguration: [UInt8]?
    /// The configureAndStart that was written last.
    var lastShareable: [UInt8]?
    var replies = OutstandingReplies()
    /// Whether the accessory was configured on this link, and has not said since that it stopped.
    var mayRange = false
    var saysItRanges = false
    /// Whether it said that it stopped since the session was run.
    var saidItStopped = false
    /// Since when the accessory ought not to range any more: its own word, or the end of the link.
    var quietSince: Instant?
    var isLinked = false
    /// The session was suspended, and the app goes by its policy when that ends.
    var isSuspended = false

    init(settings: NearbySettings, identifiers: MessageIdentifiers) {
        self.settings = settings
        self.identifiers = identifiers
    }

    var deadline: Instant? { timers.next }

    /// Whether the accessory was told to stop and has not yet said that it did.
    var isBusy: Bool { if case .awaitingStop = state { true } else { false } }

    /// The app asks for a session: a full cycle from *initialize*, whatever went before.
    mutating func start(at now: Instant) -> [AccessoryAppEffect] {
        attempts = 0
        lastDistance = nil
        isSuspended = false
        return [.renewSession(lingers: false)] + initialize(at: now)
    }

    /// The app ends the session.
    mutating func stop(at now: Instant) -> [AccessoryAppEffect] {
        isSuspended = false
        return awaitStop(then: .rest, at: now) + [.renewSession(lingers: true)]
    }

    /// The app runs its session again with what it has.
    mutating func runAgain() -> [AccessoryAppEffect] {
        guard let cached else {
            let meaning = "there is no accessory configuration data on this link to run a session with"
            return [.event(.finding(finding: Finding("session.notRun", .note, meaning)))]
        }
        clearTimers()
        return engage(cached.data)
    }

    /// The app paused its session, or made it invalid: nothing is written.
    mutating func letGo() {
        clearTimers()
        state = .idle
        isSuspended = false
    }

    /// The end of the run: nothing is begun any more, and an accessory that may range is told to stop.
    mutating func windDown(at now: Instant) -> [AccessoryAppEffect] {
        isSuspended = false
        if case .awaitingStop = state, !unsent.contains(.didStop) {
            state = .awaitingStop(.rest)
            return []
        }
        if mayRange || (state == .engaged && isLinked) || isBusy {
            return awaitStop(then: .rest, at: now) + [.renewSession(lingers: false)]
        }
        letGo()
        return [.renewSession(lingers: false)]
    }

    mutating func channelOpened() { isLinked = true }

    /// The data channel is gone; the accessory must be initialized anew. Its session is left to its timeout, unless
    /// the settings say otherwise.
    mutating func channelLost(at now: Instant) -> [AccessoryAppEffect] {
        clearTimers()
        cached = nil
        lastConfiguration = nil
        lastShareable = nil
        replies = OutstandingReplies()
        mayRange = false
        saysItRanges = false
        isLinked = false
        if quietSince == nil { quietSince = now }
        switch state {
        case .engaged where !settings.endsWithLink: return []
        case .engaged:
            state = .idle
            return [.renewSession(lingers: true)]
        case .backingOff, .awaitingStop(.startAgain):
            return giveUp(.noChannel)
        case .idle, .awaitingConfiguration, .awaitingStop(.rest):
            state = .idle
            return []
        }
    }

    /// The app quits and starts again; what its old self wrote may still be answered.
    mutating func relaunch() {
        let old = self
        self = AccessoryApp(settings: settings, identifiers: identifiers)
        isLinked = old.isLinked
        replies = old.replies
        mayRange = old.mayRange
    }

    /// A message left for the accessory; `isHeard` is whether its answer can be heard.
    mutating func wrote(_ bytes: [UInt8], by asker: OutstandingReplies.Asker, isHeard: Bool, at now: Instant) {
        replies.note(bytes, by: asker, isHeard: isHeard, at: now, using: identifiers)
        guard let message = try? PhoneMessage(decoding: bytes, using: identifiers) else { return }
        switch message {
        case .configureAndStart(let payload) where OutstandingReplies.isAnswered(payload):
            mayRange = true
            quietSince = nil
        case .configureAndStart, .initialize, .stop, .getDeviceStructure, .setDeviceStructure, .other: break
        }
        if asker == .app { rearm(message.kind, at: now) }
    }

    /// The accessory refused to take a message: nothing can be expected of it.
    mutating func refused(_ kind: MessageKind) {
        replies.withdraw(kind)
        guard let timer = Timer(answering: kind) else { return }
        if timers[timer] != nil, !unsent.contains(timer) { unsent.append(timer) }
    }

    /// The accessory's time counts from when the message left.
    private mutating func rearm(_ kind: MessageKind, at now: Instant) {
        guard let timer = Timer(answering: kind) else { return }
        unsent.removeAll { $0 == timer }
        if timers[timer] != nil { timers.set(timer, at: now + limit(of: timer)) }
    }

    func limit(of timer: Timer) -> Span {
        switch timer {
        case .configuration: settings.configurationLimit
        case .didStart: settings.didStartLimit
        case .didStop: settings.didStopLimit
        case .backOff: settings.retry.backOff
        }
    }

    mutating func clearTimers() {
        timers.clearAll()
        unsent.removeAll()
    }

    /// Waits for the answer to a message that is yet to leave.
    mutating func expect(_ timer: Timer, at now: Instant) {
        timers.set(timer, at: now + limit(of: timer))
        if !unsent.contains(timer) { unsent.append(timer) }
    }
}

extension AccessoryApp.Timer {
    /// The wait for the answer to a message; nil for a message that is not answered.
    fileprivate init?(answering kind: MessageKind) {
        switch kind {
        case .initialize: self = .configuration
        case .shareableConfiguration: self = .didStart
        case .stop: self = .didStop
        case .configuration, .didStart, .didStop, .paired, .deviceStructure, .notification, .token, .distance, .other:
            return nil
        }
    }
}

/// What the app wants done.
enum AccessoryAppEffect: Hashable, Sendable {
    case write(PhoneMessage)
    case run(AccessoryConfigurationData)
    /// A new session takes the place of the old one; whether the kit may listen on.
    case renewSession(lingers: Bool)
    case event(NearbyEvent)
}
