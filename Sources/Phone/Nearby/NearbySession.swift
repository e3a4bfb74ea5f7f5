public import Ground
import NearbyInteraction

/// One app's Nearby Interaction session with one accessory, together with the app's part of the data channel.
///
/// The app writes *initialize*; the accessory answers with its configuration data; running a session with it makes
/// shareable configuration data, which goes back at once as *configureAndStart*; the accessory says that it started,
/// and distances stream in. Without measurements the accessory is removed for a timeout, and the retry rule decides
/// what follows. There is no error message in this protocol: silence is the only sign of failure
/// (nearby-interaction.md, sections 2.2 to 2.4 and 5.1 to 5.3).
public struct NearbySession: Sendable {
    /// A session that ranges, or has asked to.
    struct Running: Hashable, Sendable {
        let configuration: AccessoryConfigurationData
        var saysItRanges = false
    }

    enum AfterStop: Hashable, Sendable {
        case rest
        case startAgain
    }

    enum State: Hashable, Sendable {
        case idle
        case awaitingConfiguration
        case running(Running)
        case awaitingStop(AfterStop)
        /// A removed accessory is tried again when the back-off is over.
        case backingOff
        case invalidated
    }

    enum Timer: Hashable, Sendable {
        case configuration
        case didStart
        case didStop
        case silence
        case backOff
    }

    /// Answers that may still come on this link. An answer can cross the next message on its way, and is no fault then.
    struct Owed: Hashable, Sendable {
        var configurations = 0
        var starts = 0
        var stops = 0
    }

    let settings: NearbySettings
    var state = State.idle
    var timers = DeadlineTable<Timer>()
    var generator: SeededGenerator
    var attempts = 0
    /// What the accessory sent last; good for a cached retry as long as it keeps its address.
    var cached: AccessoryConfigurationData?
    var owed = Owed()
    /// Whether the accessory was configured on this link, and has not said since that it stopped.
    var mayRange = false

    public init(settings: NearbySettings, generator: SeededGenerator) {
        self.settings = settings
        self.generator = generator
    }

    public var deadline: Instant? { timers.next }

    public var isRunning: Bool {
        if case .running = state { true } else { false }
    }

    /// Whether the accessory was told to stop and has not yet said that it did.
    public var isBusy: Bool {
        if case .awaitingStop = state { true } else { false }
    }

    /// The short address of the accessory that a running session ranges with.
    var peer: ShortAddress? {
        if case .running(let running) = state { running.configuration.address } else { nil }
    }

    /// The app asks for a session: a full cycle from *initialize*, whatever went before.
    public mutating func start(at now: Instant) -> [NearbyEffect] {
        attempts = 0
        return (isRunning ? [.stopRanging] : []) + initialize(at: now)
    }

    /// The app ends the session.
    public mutating func stop(at now: Instant) -> [NearbyEffect] {
        let stopped: [NearbyEffect] = isRunning ? [.stopRanging] : []
        return awaitStop(then: .rest, at: now) + stopped
    }

    /// The end of the run: nothing is begun any more, and an accessory that may range is told to stop.
    public mutating func windDown(at now: Instant) -> [NearbyEffect] {
        switch state {
        case .awaitingStop:
            state = .awaitingStop(.rest)
            return []
        case .running:
            return stop(at: now)
        case .idle, .awaitingConfiguration, .backingOff, .invalidated:
            if mayRange { return stop(at: now) }
            timers.clearAll()
            state = .idle
            return []
        }
    }

    /// The data channel is gone; the accessory must be initialized anew.
    public mutating func loseChannel() -> [NearbyEffect] {
        let wasRunning = isRunning
        timers.clearAll()
        state = .idle
        cached = nil
        owed = Owed()
        mayRange = false
        return wasRunning ? [.stopRanging] : []
    }

    /// A message of the accessory.
    public mutating func receive(_ bytes: [UInt8], at now: Instant) -> [NearbyEffect] {
        let message: AccessoryMessage
        do {
            message = try AccessoryMessage(decoding: bytes, using: settings.identifiers)
        } catch {
            return [.event(.finding(Finding(error, in: "accessory message")))]
        }
        let findings = AccessoryMessage.findings(in: bytes, using: settings.identifiers)
        return receive(message, at: now) + findings.map { .event(.finding($0)) }
    }

    /// A ranging round of the kit; nil when it gave no distance.
    public mutating func measured(_ distance: Distance?, at now: Instant) -> [NearbyEffect] {
        guard case .running = state else { return [] }
        if distance != nil { timers.set(.silence, at: now + settings.rangingTimeout) }
        return [.event(.didUpdate(distance))]
    }

    /// The accessory ended the ranging session over UWB.
    public mutating func peerEnded(at now: Instant) -> [NearbyEffect] {
        isRunning ? remove(.peerEnded, at: now) : []
    }

    /// Everything that is due by now.
    public mutating func advance(to now: Instant) -> [NearbyEffect] {
        var effects: [NearbyEffect] = []
        while let timer = timers.popDue(at: now) { effects += expire(timer, at: now) }
        return effects
    }
}
