public import Ground

/// Why a connection failed or waits, by the name that a device's log has: numbers differ between systems.
///
/// ECONNABORTED is only what was told in band: a bare reset, a clean end and silence have names of their own (network
/// fact sheet, section 8.2).
public enum ConnectionFailure: Hashable, Codable, Sendable {
    /// ECONNABORTED: the other side said that its app went to the background.
    case aborted
    /// ECONNRESET.
    case reset
    /// ECONNREFUSED: nobody listens at the agent's port.
    case nobodyListens
    /// ETIMEDOUT: silence, or an own limit.
    case timedOut
    /// The stream ended as it should.
    case endOfStream
    /// ENETDOWN: our own network.
    case networkDown
    /// The handshake or a record of TLS.
    case security
    /// EBADMSG: what came cannot be read, or cannot come now.
    case badMessage
    /// The agent says why.
    case refused(reason: ServiceRefusal)

    public var name: String {
        switch self {
        case .aborted: "ECONNABORTED"
        case .reset: "ECONNRESET"
        case .nobodyListens: "ECONNREFUSED"
        case .timedOut: "ETIMEDOUT"
        case .endOfStream: "EOF"
        case .networkDown: "ENETDOWN"
        case .security: "TLS"
        case .badMessage: "EBADMSG"
        case .refused: "refused"
        }
    }
}

extension ConnectionFailure: CustomStringConvertible {
    public var description: String {
        if case .refused(let reason) = self { "\(name) (\(reason))" } else { name }
    }
}

/// How a transport ended, as a driver sees it: it knows of no ECONNABORTED.
public enum TransportEnd: String, Hashable, Codable, Sendable, CaseIterable {
    case reset, refused, timedOut, endOfStream, networkDown, security

    public var failure: ConnectionFailure {
        switch self {
        case .reset: .reset
        case .refused: .nobodyListens
        case .timedOut: .timedOut
        case .endOfStream: .endOfStream
        case .networkDown: .networkDown
        case .security: .security
        }
    }
}

/// How a transport is to be closed.
public enum TransportClose: String, Hashable, Codable, Sendable {
    /// All is sent first, then the stream ends.
    case orderly
    case reset
}

/// The states of a connection, and of a listener, which is never preparing (network fact sheet, section 5).
public enum ConnectionState: Hashable, Codable, Sendable {
    /// Made, and not started.
    case setup
    /// It cannot go on now, and goes on by itself when the cause is gone.
    case waiting(ConnectionFailure)
    /// On its way: network, TLS, or the other app.
    case preparing
    case ready
    /// It is over; a new one must be made.
    case failed(ConnectionFailure)
    /// The last state of all.
    case cancelled

    private enum WaitingCodingKeys: String, CodingKey { case _0 = "failure" }
    private enum FailedCodingKeys: String, CodingKey { case _0 = "failure" }

    public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
        case setup, waiting, preparing, ready, failed, cancelled
    }

    public var kind: Kind {
        switch self {
        case .setup: .setup
        case .waiting: .waiting
        case .preparing: .preparing
        case .ready: .ready
        case .failed: .failed
        case .cancelled: .cancelled
        }
    }
}

extension ConnectionState: CustomStringConvertible {
    public var description: String {
        switch self {
        case .waiting(let failure), .failed(let failure): "\(kind.rawValue)(\(failure))"
        case .setup, .preparing, .ready, .cancelled: kind.rawValue
        }
    }
}

/// A connection or a listener of one side. A new one has a new number, also after a kill.
public struct ServiceObject: Hashable, Codable, Sendable {
    public enum Kind: String, Hashable, Codable, Sendable {
        case connection, listener
    }

    public enum Side: String, Hashable, Codable, Sendable {
        case screen, companion
    }

    public let side: Side
    public let kind: Kind
    /// From 1, counted for its side and kind.
    public let number: Int

    public init(_ side: Side, _ kind: Kind, _ number: Int) {
        self.side = side
        self.kind = kind
        self.number = number
    }
}

extension ServiceObject: CustomStringConvertible {
    public var description: String { "\(kind.rawValue) \(number) of the \(side.rawValue)" }
}

/// One change of state: which object, into what, when, and as the how manieth of its side.
public struct ServiceTransition: Hashable, Codable, Sendable {
    public let object: ServiceObject
    public let state: ConnectionState
    public let instant: Instant
    public let sequence: Int

    public init(_ object: ServiceObject, _ state: ConnectionState, at instant: Instant, sequence: Int) {
        self.object = object
        self.state = state
        self.instant = instant
        self.sequence = sequence
    }
}

/// Numbers the objects and transitions of one side.
struct TransitionLog: Hashable, Sendable {
    let side: ServiceObject.Side
    private var sequence = 0
    private var connections = 0
    private var listeners = 0

    init(_ side: ServiceObject.Side) { self.side = side }

    mutating func object(_ kind: ServiceObject.Kind) -> ServiceObject {
        switch kind {
        case .connection:
            connections += 1
            return ServiceObject(side, kind, connections)
        case .listener:
            listeners += 1
            return ServiceObject(side, kind, listeners)
        }
    }

    mutating func note(_ object: ServiceObject, _ state: ConnectionState, at now: Instant) -> ServiceTransition {
        sequence += 1
        return ServiceTransition(object, state, at: now, sequence: sequence)
    }
}
