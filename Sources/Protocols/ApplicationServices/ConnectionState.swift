public import Ground

/// The reason why a connection failed or waits, by its name in a device's log, because numbers differ between
/// systems.
///
/// ECONNABORTED occurs only if reported in band: a bare reset, a clean end and silence have their own names (network
/// network.md, section 8.2).
public enum ConnectionFailure: Hashable, Codable, Sendable {
    /// ECONNABORTED: the other side reported that its app went to the background.
    case aborted
    /// ECONNRESET.
    case reset
    /// ECONNREFUSED: there is no listener at the agent's port.
    case nobodyListens
    /// ETIMEDOUT: silence, or this side's own limit.
    case timedOut
    /// The stream ended gracefully.
    case endOfStream
    /// ENETDOWN: the local network.
    case networkDown
    /// An error in the TLS handshake or a TLS record.
    case security
    /// EBADMSG: a message that was malformed or not allowed at this point.
    case badMessage
    /// The agent refused with this reason.
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

/// The end of a transport as a driver sees it, for which ECONNABORTED does not exist.
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

/// The way to close a transport.
public enum TransportClose: String, Hashable, Codable, Sendable {
    /// Send everything, then end the stream.
    case orderly
    case reset
}

/// The states of a connection, and of a listener, which is never `preparing` (network.md, section 5).
public enum ConnectionState: Hashable, Codable, Sendable {
    /// Created but not started.
    case setup
    /// Blocked for now; continues by itself once the cause is gone.
    case waiting(ConnectionFailure)
    /// In progress: network, TLS, or the other app.
    case preparing
    case ready
    /// Ended; a new one must be created.
    case failed(ConnectionFailure)
    /// The final state.
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

/// A connection or a listener of one side. New objects get new numbers, even after a kill.
public struct ServiceObject: Hashable, Codable, Sendable {
    public enum Kind: String, Hashable, Codable, Sendable {
        case connection, listener
    }

    public enum Side: String, Hashable, Codable, Sendable {
        case screen, companion
    }

    public let side: Side
    public let kind: Kind
    /// The number, from 1, counted per side and kind.
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

/// A change of state: the object, its new state, the instant, and the sequence number on its side.
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

/// The numbers of one side's objects and transitions.
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
