public import Ground

/// The host's side of UCI: brings a device up, and starts, monitors and stops ranging sessions on it.
///
/// A device is reset with CORE_DEVICE_RESET, reports READY, and identifies itself through CORE_GET_DEVICE_INFO. A
/// session then goes through these steps: SESSION_INIT, SESSION_SET_APP_CONFIG until the device reports IDLE,
/// RANGE_START, one SESSION_INFO_NTF each round, RANGE_STOP, SESSION_DEINIT. One command is in flight at a time;
/// notifications may arrive at any time, even before the response they belong to (uwb.md 1.2, 1.9). A session's
/// token is its id on FiRa 1.x and the handle from SESSION_INIT_RSP on FiRa 2.x; the length of that response
/// distinguishes the two, because version words are unreliable.
public struct UCIHost: UWBHost {
    enum Phase: Sendable {
        case closed
        /// CORE_DEVICE_RESET is in flight; READY may precede its response.
        case resetting(attempt: Int, sawReady: Bool)
        /// The reset was answered; waiting for READY.
        case restarting(attempt: Int, sawReady: Bool, until: Instant)
        case identifying
        /// The device never answered; checking whether it speaks the text protocol of CLI firmware.
        case probing(failure: String, until: Instant)
        case ready
        case failed(String)
    }

    /// The maximum number of concurrent sessions, including those still ending; devices support fewer.
    public static let maximumSessions = 16
    static let notificationTime = Lapse.milliseconds(2000)
    /// The wait for a second READY, because the first may result from power-up rather than the reset.
    static let settlingTime = Lapse.milliseconds(200)
    static let maximumResets = 2
    /// The wait for the text of CLI firmware after UCI went unanswered.
    static let probingTime = Lapse.milliseconds(400)

    var phase = Phase.closed
    var queue = CommandQueue()
    var sessions: [HostSession] = []
    /// The FiRa generation, which determines the device's tokens; nil before the first session.
    public internal(set) var generation: FiRaGeneration?
    /// The number of letters received since the text query.
    var letters = 0
    private var framer = UCIFramer(side: .host)
    private var lastSerial: UInt64 = 0

    public init() {}

    public var deadline: Instant? {
        guard isOpen else { return nil }
        var earliest = Instant.never
        if let due = framer.deadline { earliest = min(earliest, due) }
        if let due = queue.deadline { earliest = min(earliest, due) }
        switch phase {
        case .restarting(_, _, let until), .probing(_, let until): earliest = min(earliest, until)
        case .closed, .resetting, .identifying, .ready, .failed: break
        }
        for session in sessions { if let due = session.deadline { earliest = min(earliest, due) } }
        return earliest == .never ? nil : earliest
    }

    public mutating func begin(at now: Instant) -> [UWBHostEffect] {
        var effects: [UWBHostEffect] = []
        for session in sessions {
            switch session.stage {
            case .waiting, .ending(nil): break
            case .ending(let reason?): effects.append(.sessionStopped(session.id, SessionEnd(reason)))
            case _ where session.isEnding: effects.append(.sessionStopped(session.id, .hostCommand))
            case .initializing, .configuring, .settling, .starting, .active, .stopping:
                effects.append(.sessionFailed(session.id, "the device was reset"))
            }
        }
        sessions.removeAll { if case .waiting = $0.stage { false } else { true } }
        framer = UCIFramer(side: .host)
        queue = CommandQueue()
        generation = nil
        reset(attempt: 1)
        return effects + pump(at: now)
    }

    public mutating func startSession(_ parameters: RangingParameters, at now: Instant) -> [UWBHostEffect] {
        let id = parameters.sessionID
        if case .failed(let reason) = phase {
            return [.sessionFailed(id, "the device failed before: \(reason)")]
        }
        guard !sessions.contains(where: { $0.id == id && !$0.isEnding }) else {
            return [.sessionFailed(id, "session \(id) is there already")]
        }
        guard sessions.count < Self.maximumSessions else {
            return [.sessionFailed(id, "there are \(Self.maximumSessions) sessions already")]
        }
        lastSerial += 1
        sessions.append(HostSession(serial: lastSerial, parameters: parameters))
        initializeWaiting()
        return pump(at: now)
    }

    public mutating func stopSession(_ sessionID: UInt32, at now: Instant) -> [UWBHostEffect] {
        guard let index = sessions.firstIndex(where: { $0.id == sessionID && !$0.isEnding }) else { return [] }
        return stop(index) + pump(at: now)
    }

    public mutating func receive(_ bytes: [UInt8], at now: Instant) -> [UWBHostEffect] {
        guard isOpen else { return [] }
        if case .probing(let failure, _) = phase { return hear(bytes, instead: failure) }
        return take(framer.receive(bytes, at: now), at: now)
    }

    public mutating func advance(to now: Instant) -> [UWBHostEffect] {
        guard isOpen else { return [] }
        var effects = take(framer.advance(to: now), at: now)
        if let due = queue.deadline, due <= now { effects += goOnWithoutAnswer(at: now) }
        if case .restarting(let attempt, let sawReady, let until) = phase, until <= now {
            effects += giveUpReady(attempt: attempt, sawReady: sawReady)
        }
        if case .probing(let failure, let until) = phase, until <= now { effects += fail(failure) }
        for serial in sessions.filter({ ($0.deadline ?? .never) <= now }).map(\.serial) {
            if let index = index(of: serial) { effects += giveUpNotification(index) }
        }
        return effects + pump(at: now)
    }

    public mutating func ask(at now: Instant) -> [UWBHostEffect] {
        guard case .ready = phase else { return [] }
        if queue.isEmpty { queue.add(.getDeviceInfo, for: .device) }
        return pump(at: now)
    }

    public var dialect: String { "UCI" }
    public var mostSessions: Int { Self.maximumSessions }
    public var tellsAngles: Bool { true }

    public func obstacle(to parameters: RangingParameters) -> String? { nil }

    public var patience: Lapse { CommandQueue.responseTime * CommandQueue.maximumTries }

    public var triesInFlight: Int { queue.inFlight?.tries ?? 0 }

    public var awaitsAnswer: Bool { isOpen && !queue.isEmpty }

    public var isClosingSessions: Bool { isOpen && sessions.contains { $0.isEnding } }

    public mutating func abandon() { _ = fail("its line is gone") }

    private var isOpen: Bool {
        switch phase {
        case .closed, .failed: false
        case .resetting, .restarting, .identifying, .probing, .ready: true
        }
    }

    private mutating func take(_ outputs: [UCIFramer.Output], at now: Instant) -> [UWBHostEffect] {
        var effects: [UWBHostEffect] = []
        for output in outputs {
            switch output {
            case .finding(let finding): effects.append(.finding(finding))
            case .packet(let packet): if isOpen { take(packet, at: now, into: &effects) }
            }
        }
        return effects + pump(at: now)
    }

    private mutating func take(_ packet: UCIPacket, at now: Instant, into effects: inout [UWBHostEffect]) {
        do throws(Malformed) {
            if packet.type == .notification {
                receive(try UCINotification(decoding: packet, generation: generation), at: now, into: &effects)
            } else {
                receive(try UCIResponse(decoding: packet), at: now, into: &effects)
            }
        } catch {
            let kind = UCIKind(packet.group, packet.opcode)
            let what = packet.type == .notification ? "notification" : "response"
            effects.append(.finding(Finding("uci.malformed", error.shifted(by: 4), in: "\(what) of \(kind)")))
        }
    }

    func index(of serial: UInt64) -> Int? { sessions.firstIndex { $0.serial == serial } }

    /// Sends the next command if there is one and none is in flight.
    mutating func pump(at now: Instant) -> [UWBHostEffect] {
        guard let bytes = queue.next(at: now) else { return [] }
        return [.send(bytes)]
    }

    /// Repeats the command in flight, or gives up on the device.
    mutating func resend(_ trouble: String, at now: Instant) -> [UWBHostEffect] {
        guard let exchange = queue.inFlight else { return [] }
        if let bytes = queue.resend(at: now) { return [.send(bytes)] }
        guard let doubted = queue.doubted?.exchange else {
            return giveUp("the device \(trouble) to \(exchange.command.kind), sent \(exchange.tries) times", at: now)
        }
        let questions = exchange.tries - doubted.tries
        let kinds = "\(doubted.command.kind), nor to \(exchange.command.kind)"
        return giveUp("the device \(trouble) to \(kinds), sent \(questions) times", at: now)
    }

    /// Gives up on a silent device.
    private mutating func giveUp(_ reason: String, at now: Instant) -> [UWBHostEffect] {
        if case .resetting(attempt: 1, sawReady: false) = phase { return probe(instead: reason, at: now) }
        return fail(reason)
    }

    /// Fails all sessions. Resets the device if it may have a session, because after an error or a lost response the
    /// host may not even know the session's handle.
    mutating func fail(_ reason: String) -> [UWBHostEffect] {
        let mayHaveSession = sessions.contains { if case .waiting = $0.stage { false } else { true } }
        phase = .failed(reason)
        queue = CommandQueue()
        sessions = []
        let reset = UWBHostEffect.send(UCICommand.deviceReset(configuration: 0).packet.encoded)
        return (mayHaveSession ? [reset] : []) + [.failed(reason)]
    }
}
