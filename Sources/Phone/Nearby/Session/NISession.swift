public import Ground
public import UWB

/// One session of Nearby Interaction, as the system keeps it for an app (NISession).
///
/// The app runs it with a configuration; for an accessory it creates shareable configuration data, which the app must
/// forward, and ranges. Without measurements the peer is removed, and updates stop until the app runs the session
/// again. The system may suspend it, and it must be run again once the suspension has ended, not before. An invalid
/// session stays invalid (nearby-interaction.md, sections 5.1 to 5.5). The app's reactions are not decided here.
public struct NISession: Sendable {
    /// A run, from the moment at which it was admitted.
    struct Run: Hashable, Sendable {
        let configuration: NIConfiguration
        let token: DiscoveryToken
        /// The peer's address over UWB.
        let peer: ShortMACAddress
        var samples = SampleWindow()
        /// Whether the kit measured another station in this run, which is reported once.
        var hasMetStranger = false
    }

    enum State: Hashable, Sendable {
        /// Never run, or no longer run because the peer is gone.
        case idle
        /// Run, while the system asks the user.
        case awaitingPermission(NIConfiguration)
        case running(Run)
        case paused
        case suspended(NIConfiguration)
        /// The suspension is over, and the app may run it.
        case resumable(NIConfiguration)
        /// Invalid for this reason; nil if the app itself invalidated it.
        case invalid(NIErrorCode?)
    }

    enum Timer: Hashable, Sendable {
        case silence
        case resources
    }

    let settings: SystemSettings
    let rangingTimeout: Lapse
    /// The session's own token, which the app hands to another phone.
    public let discoveryToken: DiscoveryToken
    var state = State.idle
    var causes: SuspensionCauses
    var timers = DeadlineTable<Timer>()

    /// Creates a session that was not run yet; `causes` hold at this moment.
    public init(
        settings: SystemSettings, rangingTimeout: Lapse, token: DiscoveryToken, causes: SuspensionCauses = []
    ) {
        self.settings = settings
        self.rangingTimeout = rangingTimeout
        self.discoveryToken = token
        self.causes = causes
    }

    public var deadline: Instant? { timers.next }

    public var isRunning: Bool { run != nil }

    /// Whether it counts against the limit on active sessions.
    public var isActive: Bool {
        switch state {
        case .running, .suspended, .resumable: true
        case .idle, .awaitingPermission, .paused, .invalid: false
        }
    }

    public var isInvalid: Bool { if case .invalid = state { true } else { false } }

    var run: Run? { if case .running(let run) = state { run } else { nil } }

    /// The configuration it runs with, is waiting to run with, or was suspended with.
    var configuration: NIConfiguration? {
        switch state {
        case .running(let run): run.configuration
        case .awaitingPermission(let configuration), .suspended(let configuration), .resumable(let configuration):
            configuration
        case .idle, .paused, .invalid: nil
        }
    }

    /// Runs the session; `admission` is the system's decision.
    public mutating func run(
        _ configuration: NIConfiguration, _ admission: Admission, using generator: inout ShareableDataGenerator,
        at now: Instant
    ) -> [NISessionEffect] {
        switch state {
        case .invalid(let code):
            // Apple says that it fails, but not with which error: its original error, or a session failure.
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

    /// Pauses the session: ranging and updates end, and it may be run again.
    public mutating func pause() -> [NISessionEffect] {
        switch state {
        case .running, .awaitingPermission: return halt(.paused) + [.callback(.paused)]
        case .idle, .paused, .suspended, .resumable, .invalid: return []
        }
    }

    /// Invalidates the session on behalf of the app.
    public mutating func invalidateByApp() -> [NISessionEffect] {
        if isInvalid { return [] }
        return halt(.invalid(nil)) + [.callback(.invalidatedByApp)]
    }

    /// Discards the session without a callback.
    mutating func abandon() -> [NISessionEffect] { isInvalid ? [] : halt(.invalid(nil)) }

    /// Invalidates the session on behalf of the system.
    public mutating func invalidate(_ code: NIErrorCode) -> [NISessionEffect] {
        if isInvalid { return [] }
        let known = code.since <= settings.version ? code : .sessionFailed
        return halt(.invalid(known)) + [.callback(.didInvalidate(code: known))]
    }

    /// Stops ranging and changes to another state.
    mutating func halt(_ next: State) -> [NISessionEffect] {
        let wasRunning = isRunning
        timers.clearAll()
        state = next
        return wasRunning ? [.stopRanging] : []
    }
}

/// A request or report of a session.
public enum NISessionEffect: Hashable, Sendable {
    /// A call of the session's delegate.
    case callback(NearbyEvent)
    /// A problem of the kit, or of the request to it.
    case doubt(Finding)
    /// Range with these parameters.
    case startRanging(RangingParameters)
    case stopRanging
}

/// The reasons for which the system holds up a session; the suspension ends when none is left.
public struct SuspensionCauses: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The app is in the background.
    public static let background = SuspensionCauses(rawValue: 1)
    /// The phone is locked.
    public static let lock = SuspensionCauses(rawValue: 2)
    /// A call, another app, or any other reason of the system.
    public static let system = SuspensionCauses(rawValue: 4)

    /// Returns the causes that hold up a session with this configuration.
    func affecting(_ configuration: NIConfiguration) -> SuspensionCauses {
        configuration.isForBackground ? intersection(.system) : self
    }
}
