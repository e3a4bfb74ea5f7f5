import Ground

/// The host's commands: one in flight with its time-out and tries, the others waiting for it (fact sheet 1.2).
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

    static let responseTime = Span.milliseconds(2000)
    static let maximumTries = 3
    static let maximumWaiting = UCIHost.maximumSessions + 1

    private(set) var inFlight: Exchange?
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

    /// Ends the exchange; nil when no command of that kind is in flight.
    mutating func complete(_ kind: UCIKind) -> Exchange? {
        guard let exchange = inFlight, exchange.command.kind == kind else { return nil }
        inFlight = nil
        return exchange
    }
}
