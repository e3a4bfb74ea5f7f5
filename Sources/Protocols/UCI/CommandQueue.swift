import Ground

/// The host's commands: one in flight with its time-out and tries, the others waiting for it (fact sheet 1.2).
///
/// A command that was not answered may have been heard all the same. Where that matters, the device is asked about it
/// before it gets the command again; meanwhile the question is in flight, and the command in doubt.
///
/// Every session has one command here at most, so that the queue is as long as there are sessions.
struct CommandQueue: Sendable {
    /// Whose command it is; sessions by the host's own serial number.
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

    /// What is in doubt while the device is asked about it.
    struct Doubted: Sendable {
        let exchange: Exchange
        /// Its own answer, which came late.
        var answer: UCIResponse?
    }

    /// Three tries of it stay below the five seconds in which a mute device is to be told of.
    static let responseTime = Span.milliseconds(1500)
    static let maximumTries = 3
    static let maximumWaiting = UCIHost.maximumSessions + 1

    private(set) var inFlight: Exchange?
    private(set) var doubted: Doubted?
    private var waiting: [Exchange] = []

    var deadline: Instant? { inFlight?.deadline }
    var isEmpty: Bool { inFlight == nil && waiting.isEmpty }

    mutating func add(_ command: UCICommand, for owner: Owner) {
        precondition(waiting.count < Self.maximumWaiting, "every session has one command under way at most")
        waiting.append(Exchange(command: command, owner: owner))
    }

    /// Takes a command out that was never sent; false when there is none.
    mutating func withdraw(_ owner: Owner) -> Bool {
        let count = waiting.count
        waiting.removeAll { $0.owner == owner }
        return waiting.count < count
    }

    /// The next command's bytes, when no other one is in flight.
    mutating func next(at now: Instant) -> [UInt8]? {
        guard inFlight == nil, !waiting.isEmpty else { return nil }
        inFlight = waiting.removeFirst()
        return resend(at: now)
    }

    /// The bytes of the command in flight once more; nil when it has had all its tries.
    mutating func resend(at now: Instant) -> [UInt8]? {
        guard var exchange = inFlight, exchange.tries < Self.maximumTries else { return nil }
        exchange.tries += 1
        exchange.deadline = now + Self.responseTime
        inFlight = exchange
        return exchange.command.packet.encoded
    }

    /// The bytes of a question about the command in flight, which is in doubt from now on.
    ///
    /// Both have their tries together: whoever says nothing is not listened to for longer.
    mutating func ask(_ question: UCICommand, at now: Instant) -> [UInt8]? {
        guard let exchange = doubted?.exchange ?? inFlight, exchange.tries < Self.maximumTries else { return nil }
        if doubted == nil { doubted = Doubted(exchange: exchange) }
        inFlight = Exchange(command: question, owner: exchange.owner, tries: exchange.tries)
        return resend(at: now)
    }

    /// Keeps the late answer to the command in doubt; false for every other one.
    mutating func keepLate(_ response: UCIResponse) -> Bool {
        guard let doubted, doubted.answer == nil, doubted.exchange.command.kind == response.kind else { return false }
        self.doubted?.answer = response
        return true
    }

    /// Has the command in doubt in flight again, as it was; gives its late answer, if it came.
    mutating func endDoubt() -> UCIResponse? {
        guard let doubted else { return nil }
        inFlight = doubted.exchange
        self.doubted = nil
        return doubted.answer
    }

    /// Ends the exchange; nil when no command of that kind is in flight.
    mutating func complete(_ kind: UCIKind) -> Exchange? {
        guard let exchange = inFlight, exchange.command.kind == kind else { return nil }
        inFlight = nil
        return exchange
    }
}
