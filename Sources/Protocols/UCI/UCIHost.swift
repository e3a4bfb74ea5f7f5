public import Ground

/// The host's side of UCI: brings a device up, and starts, follows and stops ranging sessions on it.
///
/// A device is reset with CORE_DEVICE_RESET, says READY, and introduces itself with CORE_GET_DEVICE_INFO. A session is
/// then made in five steps: SESSION_INIT, SESSION_SET_APP_CONFIG until the device says IDLE, RANGE_START, one
/// SESSION_INFO_NTF each round, RANGE_STOP, SESSION_DEINIT. One command is in flight at a time; notifications come
/// whenever they like, also before the response that they belong to (fact sheet 1.2, 1.9). A session's token is its
/// id on FiRa 1.x and the handle out of SESSION_INIT_RSP on FiRa 2.x; the length of that response tells them apart,
/// because version words cannot be trusted.
public struct UCIHost: Sendable {
    enum Phase: Sendable {
        case closed
        /// CORE_DEVICE_RESET is in flight; READY may come before its response.
        case resetting(attempt: Int, sawReady: Bool)
        /// The reset was answered, READY is waited for.
        case restarting(attempt: Int, sawReady: Bool, until: Instant)
        case identifying
        case ready
        case failed(String)
    }

    /// The most sessions at once, those that are still ending among them; devices have fewer.
    public static let maximumSessions = 16
    static let notificationTime = Span.milliseconds(2000)
    /// For a second READY, after one that may be of power-up and not of the reset.
    static let settlingTime = Span.milliseconds(200)
    static let maximumResets = 2

    var phase = Phase.closed
    var queue = CommandQueue()
    var sessions: [HostSession] = []
    /// How the device names sessions; nil before the first session.
    public internal(set) var generation: FiRaGeneration?
    private var framer = UCIFramer(side: .host)
    private var lastSerial: UInt64 = 0

    public init() {}

    /// When `advance(to:)` has something to do; nil while nothing is waited for.
    public var deadline: Instant? {
        guard isOpen else { return nil }
        var earliest = Instant.never
        if let due = framer.deadline { earliest = min(earliest, due) }
        if let due = queue.deadline { earliest = min(earliest, due) }
        if case .restarting(_, _, let until) = phase { earliest = min(earliest, until) }
        for session in sessions { if let due = session.deadline { earliest = min(earliest, due) } }
        return earliest == .never ? nil : earliest
    }

    /// The line to the device is open: resets it and asks what it is. Sessions of before are gone.
    public mutating func begin(at now: Instant) -> [UCIHostEffect] {
        var effects: [UCIHostEffect] = []
        for session in sessions {
            switch session.stage {
            case .waiting, .ending(nil): break
            case .ending(let reason?): effects.append(.sessionStopped(session.id, reason))
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

    /// Makes a session of these parameters and starts it, when the device is ready.
    public mutating func startSession(_ parameters: RangingParameters, at now: Instant) -> [UCIHostEffect] {
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

    /// Stops a session that ranges or is about to, and makes the device forget it; nothing for an unknown one.
    public mutating func stopSession(_ sessionID: UInt32, at now: Instant) -> [UCIHostEffect] {
        guard let index = sessions.firstIndex(where: { $0.id == sessionID && !$0.isEnding }) else { return [] }
        return stop(index) + pump(at: now)
    }

    /// Takes bytes of the device in whatever pieces they come.
    public mutating func receive(_ bytes: [UInt8], at now: Instant) -> [UCIHostEffect] {
        guard isOpen else { return [] }
        return take(framer.receive(bytes, at: now), at: now)
    }

    /// Does what is due: resends commands, gives up what did not come.
    public mutating func advance(to now: Instant) -> [UCIHostEffect] {
        guard isOpen else { return [] }
        var effects = take(framer.advance(to: now), at: now)
        if let due = queue.deadline, due <= now { effects += goOnWithoutAnswer(at: now) }
        if case .restarting(let attempt, let sawReady, let until) = phase, until <= now {
            effects += giveUpReady(attempt: attempt, sawReady: sawReady)
        }
        for serial in sessions.filter({ ($0.deadline ?? .never) <= now }).map(\.serial) {
            if let index = index(of: serial) { effects += giveUpNotification(index) }
        }
        return effects + pump(at: now)
    }

    /// Asks a device that is ready what it is, only to have an answer. See `awaitsAnswer`.
    public mutating func ask(at now: Instant) -> [UCIHostEffect] {
        guard case .ready = phase else { return [] }
        if queue.isEmpty { queue.add(.getDeviceInfo, for: .device) }
        return pump(at: now)
    }

    /// How long a device that is silent is listened for.
    public static var patience: Span { CommandQueue.responseTime * CommandQueue.maximumTries }

    /// How often the command in flight, or what it is about, was sent; 0 where none is.
    public var triesInFlight: Int { queue.inFlight?.tries ?? 0 }

    /// Whether the device owes the answer to a command.
    public var awaitsAnswer: Bool { isOpen && !queue.isEmpty }

    /// Whether the device may have a session that it was told to forget, or is yet to be told.
    public var isClosingSessions: Bool { isOpen && sessions.contains { $0.isEnding } }

    /// The line to the device is gone, and with it all sessions.
    public mutating func abandon() { _ = fail("its line is gone") }

    private var isOpen: Bool {
        switch phase {
        case .closed, .failed: false
        case .resetting, .restarting, .identifying, .ready: true
        }
    }

    private mutating func take(_ outputs: [UCIFramer.Output], at now: Instant) -> [UCIHostEffect] {
        var effects: [UCIHostEffect] = []
        for output in outputs {
            switch output {
            case .finding(let finding): effects.append(.finding(finding))
            case .packet(let packet): if isOpen { take(packet, at: now, into: &effects) }
            }
        }
        return effects + pump(at: now)
    }

    private mutating func take(_ packet: UCIPacket, at now: Instant, into effects: inout [UCIHostEffect]) {
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

    /// Sends the next command, when there is one and none is in flight.
    mutating func pump(at now: Instant) -> [UCIHostEffect] {
        guard let bytes = queue.next(at: now) else { return [] }
        return [.send(bytes)]
    }

    /// Sends the command in flight again, or gives the device up.
    mutating func resend(_ trouble: String, at now: Instant) -> [UCIHostEffect] {
        guard let exchange = queue.inFlight else { return [] }
        if let bytes = queue.resend(at: now) { return [.send(bytes)] }
        guard let doubted = queue.doubted?.exchange else {
            return giveUp("the device \(trouble) to \(exchange.command.kind), sent \(exchange.tries) times")
        }
        let questions = exchange.tries - doubted.tries
        return giveUp(
            "the device \(trouble) to \(doubted.command.kind), nor to \(exchange.command.kind), sent \(questions) times"
        )
    }

    /// Gives up a device that is silent, and tells it to forget what it may have, in case that it hears.
    private mutating func giveUp(_ reason: String) -> [UCIHostEffect] {
        let left = sessions.compactMap(\.token).map { UCIHostEffect.send(UCICommand.sessionDeinit($0).packet.encoded) }
        return left + fail(reason)
    }

    mutating func fail(_ reason: String) -> [UCIHostEffect] {
        phase = .failed(reason)
        queue = CommandQueue()
        sessions = []
        return [.failed(reason)]
    }
}

/// What the host wants done or has to tell; sessions are named by their id, never by the device's handle.
public enum UCIHostEffect: Hashable, Sendable {
    /// Bytes for the device: one command with all its segments.
    case send([UInt8])
    /// The device was reset and has introduced itself.
    case ready(DeviceInfo)
    /// The session ranges.
    case sessionStarted(UInt32)
    /// The result of one ranging round; empty when the device heard of nobody.
    case measurements(UInt32, [TWRMeasurement])
    /// The session is over: by `stopSession`, by the peer over the air, or by the device's own decision.
    case sessionStopped(UInt32, SessionReason)
    /// The session never came to range, and why; a part of a sentence.
    case sessionFailed(UInt32, String)
    /// Offsets count from the first byte of the packet's header.
    case finding(Finding)
    /// The device is of no use until `begin(at:)`, and why; all sessions are gone. A part of a sentence.
    case failed(String)
}
