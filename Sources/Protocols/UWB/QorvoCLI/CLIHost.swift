public import Ground

/// The host's side of Qorvo's CLI firmware: brings it up, and starts, monitors and stops a ranging session on it.
///
/// STAT identifies the firmware; STOP ends ranging left over from before. INITF and RESPF start the only session the
/// firmware supports: it prints the session's parameters, `ok`, the session's states, and then two lines each round.
/// One line is in flight at a time. Its echo is not an answer: each command has its own answers (uwb.md 4.5).
///
/// Unverified on hardware: that `ok` follows the answer to STAT, the answer to STOP if nothing is ranging, and the
/// wording for a session that the peer ended.
public struct CLIHost: UWBHost {
    enum Phase: Sendable {
        case closed
        /// STAT is in flight, and nothing is known about the kit.
        case greeting
        /// The kit did not answer STAT; UCI's identification command was sent.
        case probing(until: Instant)
        /// STOP is in flight, in case ranging is left over from before.
        case quieting
        case ready
        case failed
    }

    /// The line in flight.
    struct Exchange: Sendable {
        enum Stage: Sendable {
            case sent(deadline: Instant)
            /// The line was answered; more output of the answer may still arrive.
            case settling(until: Instant)
        }

        let command: CLICommand
        var tries: Int
        var stage: Stage
    }

    static let responseTime = Lapse.milliseconds(1500)
    static let maximumTries = 3
    /// The wait for UCI firmware to answer the UCI command.
    static let probingTime = Lapse.milliseconds(200)
    /// The wait for the `ok` after an answer to STAT.
    static let settlingTime = Lapse.milliseconds(100)
    /// The time after the answer to STOP until the firmware accepts the next application.
    static let stoppingTime = Lapse.milliseconds(300)
    /// The wait for ACTIVE or the first round after `ok`.
    static let startingTime = Lapse.milliseconds(2000)

    var phase = Phase.closed
    var exchange: Exchange?
    /// The session on the kit, and the one waiting for its end.
    var sessions: [CLISession] = []
    /// Whether STOP is due without a session, because the application outlived the session that ended.
    var mustStop = false
    /// The kit's description of itself, once known.
    var name = "CLI firmware"
    private var lines = TextLineReader()
    private var reader = CLIReader(code: "cli.malformed")
    /// The bytes received before the kit was identified, from which its dialect is detected.
    private var head: [UInt8] = []
    private static let headBound = 64

    public init() {}

    public var dialect: String { "CLI" }
    public var patience: Lapse { Self.responseTime * Self.maximumTries + Self.probingTime }
    public var triesInFlight: Int { exchange?.tries ?? 0 }
    public var awaitsAnswer: Bool { isOpen && exchange != nil }
    public var isClosingSessions: Bool { isOpen && (mustStop || sessions.contains { $0.isEnding }) }
    public let mostSessions = 1
    public let tellsAngles = false

    public func obstacle(to parameters: RangingParameters) -> String? { parameters.obstacle }

    public var deadline: Instant? {
        guard isOpen else { return nil }
        var earliest = sessions.first?.deadline ?? .never
        switch exchange?.stage {
        case .sent(let deadline): earliest = min(earliest, deadline)
        case .settling(let until): earliest = min(earliest, until)
        case nil: break
        }
        if case .probing(let until) = phase { earliest = min(earliest, until) }
        return earliest == .never ? nil : earliest
    }

    var isOpen: Bool {
        switch phase {
        case .closed, .failed: false
        case .greeting, .probing, .quieting, .ready: true
        }
    }

    public mutating func begin(at now: Instant) -> [UWBHostEffect] {
        let lost = sessions.filter { !$0.isWaiting }.map { session -> UWBHostEffect in
            session.isEnding
                ? .sessionStopped(session.id, .hostCommand) : .sessionFailed(session.id, "the device was reset")
        }
        sessions.removeAll { !$0.isWaiting }
        lines = TextLineReader()
        reader = CLIReader(code: "cli.malformed")
        head = []
        mustStop = false
        phase = .greeting
        return lost + send(.status, at: now)
    }

    public mutating func startSession(_ parameters: RangingParameters, at now: Instant) -> [UWBHostEffect] {
        let id = parameters.sessionID
        if case .failed = phase { return [.sessionFailed(id, "the device failed before")] }
        if let obstacle = parameters.obstacle { return [.sessionFailed(id, obstacle)] }
        guard sessions.allSatisfy(\.isEnding) else {
            return [.sessionFailed(id, "CLI firmware ranges in one session at a time")]
        }
        sessions.append(CLISession(parameters))
        return pump(at: now)
    }

    public mutating func stopSession(_ sessionID: UInt32, at now: Instant) -> [UWBHostEffect] {
        guard let index = sessions.firstIndex(where: { $0.id == sessionID && !$0.isEnding }) else { return [] }
        switch sessions[index].stage {
        case .waiting:
            sessions.remove(at: index)
            return [.sessionStopped(sessionID, .hostCommand)]
        case .starting(isAnswered: false, _, _): sessions[index].isStopWanted = true
        case .starting, .active: sessions[index].stage = .stopping
        case .stopping: break
        }
        return pump(at: now)
    }

    public mutating func receive(_ bytes: [UInt8], at now: Instant) -> [UWBHostEffect] {
        guard isOpen else { return [] }
        if case .ready = phase {} else if let foreign = take(head: bytes) { return foreign }
        var ended: [TextLine] = []
        lines.receive(bytes[...], into: &ended)
        var effects: [UWBHostEffect] = []
        for line in ended where isOpen { receive(line, at: now, into: &effects) }
        return effects + pump(at: now)
    }

    public mutating func advance(to now: Instant) -> [UWBHostEffect] {
        guard isOpen else { return [] }
        var effects: [UWBHostEffect] = []
        if case .probing(let until) = phase, until <= now {
            phase = .greeting
            effects += resend(at: now)
        }
        switch exchange?.stage {
        case .sent(let deadline) where deadline <= now: effects += goOnWithoutAnswer(at: now)
        case .settling(let until) where until <= now: effects += settle(at: now)
        case .sent, .settling, nil: break
        }
        if let due = sessions.first?.deadline, due <= now { effects += giveUpStart(at: now) }
        return effects + pump(at: now)
    }

    public mutating func ask(at now: Instant) -> [UWBHostEffect] {
        guard case .ready = phase, exchange == nil else { return [] }
        let due = pump(at: now)
        return due.isEmpty ? send(.status, at: now) : due
    }

    public mutating func abandon() {
        phase = .failed
        exchange = nil
        sessions = []
        mustStop = false
    }

    /// Returns a failure if the answering kit speaks UCI: the third byte of its packets is zero, which text never
    /// contains.
    private mutating func take(head bytes: [UInt8]) -> [UWBHostEffect]? {
        head = Array((head + bytes).suffix(Self.headBound))
        guard head.count >= 3 else { return nil }
        let isUCI = (0..<head.count - 2).contains { place in
            [0x40, 0x60].contains(head[place] & 0xF0) && head[place + 1] < 0x40 && head[place + 2] == 0
        }
        guard isUCI else { return nil }
        return fail("it speaks UCI and not the text of CLI firmware; write its port as usb:… or serial:…")
    }

    private mutating func receive(_ line: TextLine, at now: Instant, into effects: inout [UWBHostEffect]) {
        guard line.bytes.allSatisfy({ $0 == 0x09 || (0x20...0x7E).contains($0) }) else {
            // Before the kit is identified, such bytes come from its buffers or another baud rate.
            let weight: Finding.Weight = if case .ready = phase { .warning } else { .note }
            let meaning = "line \(line.number) of the kit has bytes that are no text"
            return effects.append(.finding(Finding("cli.framing", weight, meaning, offset: line.offset)))
        }
        var items: [CLIReader.Item] = []
        let text = String(decoding: line.bytes, as: UTF8.self)
        let place = CLIReader.Place(offset: line.offset, line: line.number)
        reader.receive(Substring(text), at: place, dropped: line.dropped, into: &items)
        for item in items where isOpen {
            switch item.content {
            case .finding(let finding): effects.append(.finding(finding))
            case .entry(let message): effects += receive(message, at: now)
            }
        }
    }
}

/// The current or the next session of a CLI kit.
struct CLISession: Sendable {
    enum Stage: Sendable {
        /// Waiting for the kit, or for the end of the previous session.
        case waiting
        /// INITF or RESPF was sent; once it is answered, ACTIVE or a first round is due by `until`.
        case starting(isAnswered: Bool, isActive: Bool, until: Instant?)
        case active
        /// STOP is pending or in flight.
        case stopping
    }

    let parameters: RangingParameters
    var stage = Stage.waiting
    /// Whether a stop was requested before the start was answered.
    var isStopWanted = false
    /// The difference between the command's parameters and those the kit reported.
    var contradiction: String?
    /// The last round that the kit reported.
    var lastRound: CLIMessage.Round?

    init(_ parameters: RangingParameters) { self.parameters = parameters }

    var id: UInt32 { parameters.sessionID }

    var isWaiting: Bool { if case .waiting = stage { true } else { false } }

    var isEnding: Bool { if case .stopping = stage { true } else { isStopWanted } }

    var deadline: Instant? { if case .starting(_, _, let until) = stage { until } else { nil } }
}
