import Ground

/// A session as the host knows it, from the wish to range until the device has forgotten it.
struct HostSession: Sendable {
    /// Where the session is; a deadline stands where a notification is waited for.
    enum Stage: Sendable {
        /// For the device to be ready.
        case waiting
        /// SESSION_INIT is under way.
        case initializing
        /// SESSION_SET_APP_CONFIG is under way, these follow.
        case configuring(rest: [AppConfiguration])
        /// Everything is set, IDLE is missing.
        case settling(until: Instant)
        /// RANGE_START is under way, or answered and ACTIVE is missing.
        case starting(isAnswered: Bool, isActive: Bool, until: Instant?)
        case active
        /// RANGE_STOP is under way, or answered and IDLE is missing.
        case stopping(isAnswered: Bool, isIdle: Bool, until: Instant?)
        /// SESSION_DEINIT is under way; what to report afterwards, if anything.
        case ending(SessionReason?)
    }

    /// The host's own number: a session id may come back while its last session is still ending.
    let serial: UInt64
    let parameters: RangingParameters
    /// Known after SESSION_INIT_RSP.
    var token: SessionToken?
    var stage = Stage.waiting
    /// IDLE may come before the response that it belongs to.
    var isIdle = false
    /// The round that the device reported last.
    var lastRound: SessionInfo?
    /// Stop was asked for while a command was in flight.
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
