public import Ground
public import UWB

/// One session of Nearby Interaction, as the system keeps it for an app (NISession).
///
/// The app runs it with a configuration; for an accessory it makes shareable configuration data, which the app must
/// forward, and ranges. Without measurements the peer is removed and updates stop until the app runs it again. The
/// system suspends it, and it must be run again once the suspension has ended, not before. An invalid session stays
/// invalid (nearby-interaction.md, sections 5.1 to 5.5). What the app does about all this is not decided here.
public struct NISession: Sendable {
    /// A run, from the moment at which it was admitted.
    struct Run: Hashable, Sendable {
        let configuration: NIConfiguration
        let token: DiscoveryToken
        /// The peer's address over UWB.
        let peer: ShortMACAddress
        var samples = SampleWindow()
        /// Whether the kit measured somebody else in this run, which is told once.
        var hasMetStranger = false
    }

    enum State: Hashable, Sendable {
        /// Never run, or run no more because the peer is gone.
        case idle
        /// Run, while the system asks the person.
        case awaitingPermission(NIConfiguration)
        case running(Run)
        case paused
        case suspended(NIConfiguration)
        /// The suspension is over, the app may run it.
        case resumable(NIConfiguration)
        /// Nil: the app itself made it invalid.
        case invalid(NIErrorCode?)
    }

    enum Timer: Hashable, Sendable {
        case silence
        case resources
    }

    let settings: SystemSettings
    let rangingTimeout: Span
    /// The session's own token, which the app hands to another phone.
    public let discoveryToken: DiscoveryToken
    var state = State.idle
    var causes: SuspensionCauses
    var timers = DeadlineTable<Timer>()

    /// A session that was not run yet; `causes` hold at this moment.
    public init(
        settings: SystemSettings, rangingTimeout: Span, token: DiscoveryToken, causes: SuspensionCauses = []
    ) {
        self.settings = settings
        self.rangingTimeout = rangingTimeout
        self.discoveryToken = token
        self.causes = causes
    }

    public var deadline: Instant? { timers.next }

    public var isRunning: Bool { run != nil }

    /// Whether it counts against the number of sessions at once.
    public var isActive: Bool {
        switch state {
        case .running, .suspended, .resumable: true
        case .idle, .awaitingPermission, .paused, .invalid: false
        }
    }

    public var isInvalid: Bool { if case .invalid = state { true } else { false } }

    var run: Run? { if case .running(let run) = state { run } else { nil } }

    /// What it is run with, is to be run with, or was when it was suspended.
    var configuration: NIConfiguration? {
        switch state {
        case .running(let run): run.configuration
        case .awaitingPermission(let configuration), .suspended(let configuration), .resumable(let configuration):
            configuration
        case .idle, .paused, .invalid: nil
        }
    }

    /// The app runs the session; `admission` is the system's word on it.
    public mutating func run(
        _ configuration: NIConfiguration, _ admission: Admission, using generator: inout ShareableDataGenerator,
        at now: Instant
    ) -> [NISessionEffect] {
        switch state {
        case .invalid(let code):
            // Apple says that it errs, not with what: the error that it had, or its failure.
            return [.callback(.didInvalidate(code: code ?? .sessionFailed))]
        case .suspended:
            let meaning = "the app ran a session that is suspended, which does nothing before the suspension ends"
            return [.callback(.finding(finding: Finding("session.notRun", .note, meaning)))]
        case .idle, .awaitingPermission, .running, .paused, .resumable:
            let stopped = halt(.idle)
            switch admission {
            case .granted: return stopped + begin(configuration, using: &generator, at: now)
            case .refused(let code): return stopped + invalidate(code)
            case .asking:
                state = .awaitingPermission(configuration)
                return stopped
            }
        }
    }

    /// The app pauses the session: ranging and updates end, and it may be run again.
    public mutating func pause() -> [NISessionEffect] {
        switch state {
        case .running, .awaitingPermission: return halt(.paused) + [.callback(.paused)]
        case .idle, .paused, .suspended, .resumable, .invalid: return []
        }
    }

    /// The app makes the session invalid.
    public mutating func invalidateByApp() -> [NISessionEffect] {
        if isInvalid { return [] }
        return halt(.invalid(nil)) + [.callback(.invalidatedByApp)]
    }

    /// The app lets go of the session without a word.
    mutating func abandon() -> [NISessionEffect] { isInvalid ? [] : halt(.invalid(nil)) }

    /// The system makes the session invalid.
    public mutating func invalidate(_ code: NIErrorCode) -> [NISessionEffect] {
        if isInvalid { return [] }
        let known = code.since <= settings.version ? code : .sessionFailed
        return halt(.invalid(known)) + [.callback(.didInvalidate(code: known))]
    }

    /// Ends what goes on and takes another state.
    mutating func halt(_ next: State) -> [NISessionEffect] {
        let wasRunning = isRunning
        timers.clearAll()
        state = next
        return wasRunning ? [.stopRanging] : []
    }
}

/// What a session wants done.
public enum NISessionEffect: Hashable, Sendable {
    /// A word to the session's delegate.
    case callback(NearbyEvent)
    /// What is wrong with the kit, or with what is asked of it.
    case doubt(Finding)
    /// Range with these parameters.
    case startRanging(RangingParameters)
    case stopRanging
}

/// Why the system holds a session up; the suspension ends when no cause is left.
public struct SuspensionCauses: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The app is in the background.
    public static let background = SuspensionCauses(rawValue: 1)
    /// The phone is locked.
    public static let lock = SuspensionCauses(rawValue: 2)
    /// A call, another app, or any other reason of the system's own.
    public static let system = SuspensionCauses(rawValue: 4)

    /// Those that hold up a session with this configuration.
    func affecting(_ configuration: NIConfiguration) -> SuspensionCauses {
        configuration.isForBackground ? intersection(.system) : self
    }
}
