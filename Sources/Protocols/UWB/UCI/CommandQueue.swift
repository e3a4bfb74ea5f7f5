import Ground

/// The host's commands: one in flight with its timeout and tries, the others queued behind it (uwb.md 1.2).
///
/// An unanswered command may nevertheless have been received. Where that matters, the host queries the device before
/// it repeats the command. Meanwhile the query is in flight and the command is in doubt.
///
/// Each session has at most one command here, so the queue's length is bounded by the number of sessions.
struct CommandQueue: Sendable {
    /// The owner of a command; a session is identified by the host's serial number.
    enum Owner: Hashable, Sendable {
        case device
        case session(UInt64)
    }

    struct Exchange: Sendable {
        let command: UCICommand
        let owner: Owner
        fileprivate(set) var tries = 0
        fileprivate(set) var deadline = Instant.never
    }

    /// A command in doubt while the device is being queried about it.
    struct UnconfirmedCommand: Sendable {
        let exchange: Exchange
        /// The late response to the command itself.
        var answer: UCIResponse?
    }

    /// The response time of one try. Three tries stay below the five seconds within which a mute device must be
    /// reported.
    static let responseTime = Lapse.milliseconds(1500)
    static let maximumTries = 3
    static let maximumWaiting = UCIHost.maximumSessions + 1

    private(set) var inFlight: Exchange?
    private(set) var doubted: UnconfirmedCommand?
    private var waiting: [Exchange] = []

    var deadline: Instant? { inFlight?.deadline }
    var isEmpty: Bool { inFlight == nil && waiting.isEmpty }

    mutating func add(_ command: UCICommand, for owner: Owner) {
        precondition(waiting.count < Self.maximumWaiting, "every session has one command under way at most")
        waiting.append(Exchange(command: command, owner: owner))
    }

    /// Removes the owner's unsent commands; returns false if there are none.
    mutating func withdraw(_ owner: Owner) -> Bool {
        let count = waiting.count
        waiting.removeAll { $0.owner == owner }
        return waiting.count < count
    }

    /// Returns the next command's bytes if none is in flight.
    mutating func next(at now: Instant) -> [UInt8]? {
        guard inFlight == nil, !waiting.isEmpty else { return nil }
        inFlight = waiting.removeFirst()
        return resend(at: now)
    }

    /// Returns the bytes of the command in flight for another try, or nil if it has used up its tries.
    mutating func resend(at now: Instant) -> [UInt8]? {
        guard var exchange = inFlight, exchange.tries < Self.maximumTries else { return nil }
        exchange.tries += 1
        exchange.deadline = now + Self.responseTime
        inFlight = exchange
        return exchange.command.packet.encoded
    }

    /// Returns the bytes of a query about the command in flight, which is now in doubt.
    ///
    /// Both share one budget of tries, so a silent device is not given more time.
    mutating func ask(_ question: UCICommand, at now: Instant) -> [UInt8]? {
        guard let exchange = doubted?.exchange ?? inFlight, exchange.tries < Self.maximumTries else { return nil }
        if doubted == nil { doubted = UnconfirmedCommand(exchange: exchange) }
        inFlight = Exchange(command: question, owner: exchange.owner, tries: exchange.tries)
        return resend(at: now)
    }

    /// Keeps the late response to the command in doubt; returns false for any other response.
    mutating func keepLate(_ response: UCIResponse) -> Bool {
        guard let doubted, doubted.answer == nil, doubted.exchange.command.kind == response.kind else { return false }
        self.doubted?.answer = response
        return true
    }

    /// Puts the command in doubt back in flight as it was; returns its late response if there is one.
    mutating func endDoubt() -> UCIResponse? {
        guard let doubted else { return nil }
        inFlight = doubted.exchange
        self.doubted = nil
        return doubted.answer
    }

    /// Ends the exchange; returns nil if no command of that kind is in flight.
    mutating func complete(_ kind: UCIKind) -> Exchange? {
        guard let exchange = inFlight, exchange.command.kind == kind else { return nil }
        inFlight = nil
        return exchange
    }
}
