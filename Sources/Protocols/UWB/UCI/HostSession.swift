import Ground

/// A session on the host's side, from the request to range until the device has deleted it.
struct HostSession: Sendable {
    /// The stage of the session; a deadline limits the wait for a notification.
    enum Stage: Sendable {
        /// Waiting for the device to become ready.
        case waiting
        /// SESSION_INIT is in flight.
        case initializing
        /// SESSION_SET_APP_CONFIG is in flight, and `rest` is still to be sent.
        case configuring(rest: [AppConfiguration])
        /// The configuration is complete; waiting for IDLE.
        case settling(until: Instant)
        /// RANGE_START is in flight, or answered while ACTIVE is outstanding.
        case starting(isAnswered: Bool, isActive: Bool, until: Instant?)
        case active
        /// RANGE_STOP is in flight, or answered while IDLE is outstanding.
        case stopping(isAnswered: Bool, isIdle: Bool, until: Instant?)
        /// SESSION_DEINIT is in flight; carries the reason to report afterwards, if any.
        case ending(SessionReason?)
    }

    /// The host's serial number, since a session id may be reused while its previous session is still ending.
    let serial: UInt64
    let parameters: RangingParameters
    /// The token; known after SESSION_INIT_RSP.
    var token: SessionToken?
    var stage = Stage.waiting
    /// Whether IDLE was received; it may precede the response it belongs to.
    var isIdle = false
    /// The last round that the device reported.
    var lastRound: SessionInfo?
    /// Whether a stop was requested while a command was in flight.
    var isStopWanted = false

    init(serial: UInt64, parameters: RangingParameters) {
        self.serial = serial
        self.parameters = parameters
    }

    var id: UInt32 { parameters.sessionID }
    var owner: CommandQueue.Owner { .session(serial) }

    var isActive: Bool { if case .active = stage { true } else { false } }

    var isEnding: Bool {
        switch stage {
        case .stopping, .ending: true
        case .waiting, .initializing, .configuring, .settling, .starting, .active: isStopWanted
        }
    }

    var deadline: Instant? {
        switch stage {
        case .settling(let until): until
        case .starting(_, _, let until), .stopping(_, _, let until): until
        case .waiting, .initializing, .configuring, .active, .ending: nil
        }
    }
}
