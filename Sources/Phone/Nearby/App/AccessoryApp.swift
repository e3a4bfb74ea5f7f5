import Ground
import NearbyInteraction

/// The app's part of a session with one accessory: its messages on the data channel, and its retries.
///
/// The app writes *initialize*; the accessory answers with its configuration data; running a session with it creates
/// shareable configuration data, which goes back immediately as *configureAndStart*; the accessory reports that it
/// started. This protocol has no error message: silence is the only sign of failure. The app's reaction to a removed,
/// suspended or invalid session is a policy (nearby-interaction.md, sections 2.2 to 2.4 and 5.3).
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
        /// A session that ended is retried after the back-off.
        case backingOff(RetryPolicy.Cycle)
    }

    enum Timer: Hashable, Sendable {
        case configuration
        case didStart
        case didStop
        case backOff
    }

    /// Accessory configuration data, and whether it is still valid.
    ///
    /// It is valid as long as, to the app's knowledge, the session on the accessory was not terminated: it was not
    /// asked to stop, and did not report that it stopped (nearby-interaction.md, section 5.3). The end of the link
    /// discards it.
    struct CachedConfiguration: Hashable, Sendable {
        let data: AccessoryConfigurationData
        var isVoid = false
    }

    let settings: NearbySettings
    let identifiers: MessageIdentifiers
    var state = State.idle
    var timers = DeadlineTable<Timer>()
    /// Timers of messages that have not left: if they expire, the accessory is not late.
    var unsent: [Timer] = []
    var attempts = 0
    /// The last distance measured in this session of the app.
    var lastDistance: Distance?
    /// The configuration that the session runs with, and that another run would use.
    var cached: CachedConfiguration?
    /// The last configuration the accessory sent, to the app or in reply to the scenario.
    var lastConfiguration: [UInt8]?
    /// The last configureAndStart that was written.
    var lastShareable: [UInt8]?
    var replies = OutstandingReplies()
    /// Whether the accessory was configured on this link, and has not reported since that it stopped.
    var mayRange = false
    var saysItRanges = false
    /// Whether it reported that it stopped since the session was run.
    var saidItStopped = false
    /// The time from which the accessory should not range: its own report, or the end of the link.
    var quietSince: Instant?
    var isLinked = false
    /// Whether the session was suspended, so that the app follows its policy when that ends.
    var isSuspended = false

    init(settings: NearbySettings, identifiers: MessageIdentifiers) {
        self.settings = settings
        self.identifiers = identifiers
    }

    var deadline: Instant? { timers.next }

    /// Whether the accessory was asked to stop and has not reported yet that it did.
    var isBusy: Bool { if case .awaitingStop = state { true } else { false } }

    /// Starts a session with a full cycle from *initialize*, whatever happened before.
    mutating func start(at now: Instant) -> [AccessoryAppEffect] {
        attempts = 0
        lastDistance = nil
        isSuspended = false
        return [.renewSession(lingers: false)] + initialize(at: now)
    }

    /// Ends the session.
    mutating func stop(at now: Instant) -> [AccessoryAppEffect] {
        isSuspended = false
        return awaitStop(then: .rest, at: now) + [.renewSession(lingers: true)]
    }

    /// Runs the session again with the data at hand.
    mutating func runAgain() -> [AccessoryAppEffect] {
        guard let cached else {
            let meaning = "there is no accessory configuration data on this link to run a session with"
            return [.event(.finding(finding: Finding("session.notRun", .note, meaning)))]
        }
        clearTimers()
        return engage(cached.data)
    }

    /// Abandons the session, which the app paused or invalidated, without writing anything.
    mutating func letGo() {
        clearTimers()
        state = .idle
        isSuspended = false
    }

    /// Ends the run: begins nothing further, and stops an accessory that may be ranging.
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

    /// Records that the data channel is lost; the accessory must be reinitialized. Its session is left to its timeout
    /// unless the settings differ.
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

    /// Resets the app, which quits and restarts. Messages written before may still be answered.
    mutating func relaunch() {
        let old = self
        self = AccessoryApp(settings: settings, identifiers: identifiers)
        isLinked = old.isLinked
        replies = old.replies
        mayRange = old.mayRange
    }

    /// Records that a message left for the accessory; `isHeard` is whether its answer can be received.
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

    /// Records that the accessory refused a message, so that no answer is expected.
    mutating func refused(_ kind: MessageKind) {
        replies.withdraw(kind)
        guard let timer = Timer(answering: kind) else { return }
        if timers[timer] != nil, !unsent.contains(timer) { unsent.append(timer) }
    }

    /// Restarts the accessory's timer at the time the message left.
    private mutating func rearm(_ kind: MessageKind, at now: Instant) {
        guard let timer = Timer(answering: kind) else { return }
        unsent.removeAll { $0 == timer }
        if timers[timer] != nil { timers.set(timer, at: now + limit(of: timer)) }
    }

    func limit(of timer: Timer) -> Lapse {
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

    /// Waits for the answer to a message that has not left yet.
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

/// An effect the app requests.
enum AccessoryAppEffect: Hashable, Sendable {
    case write(PhoneMessage)
    case run(AccessoryConfigurationData)
    /// Replace the session by a new one; `lingers` is whether the kit may listen on.
    case renewSession(lingers: Bool)
    case event(NearbyEvent)
}
