public import ApplicationServices

extension EventKind {
    /// The kinds of a companion's events, except the frames that it sends.
    public static let ofCompanions: [EventKind] = [
        .published, .withdrawn, .reached, .invited, .prompted, .answered, .launched, .connectRequested, .serviceState,
        .parked, .resumed, .frameReceived, .move,
    ]
}

/// An event of a companion's system or app, or one it observed of a screen.
public enum CompanionEvent: Hashable, Codable, Sendable {
    /// It can be found on the network, under a name that may differ from its own.
    case published(name: String, pin: String)
    case withdrawn
    /// A screen's connection to its agent came up, counted from 1.
    case reached(connection: Int, peer: String)
    /// A screen's connection failed, or closed before sending anything; the text gives the reason.
    case notReached(reason: String)
    case invited(service: ServiceIdentifier)
    case prompted(service: ServiceIdentifier)
    case answered(service: ServiceIdentifier, isAllowed: Bool)
    case launched(bundle: String)
    /// A screen sent `connect` on a connection. `refusal` is the agent's reason for refusing it; nil if it accepted
    /// or parked the connection.
    case connectRequested(connection: Int, refusal: ServiceRefusal?)
    /// A listener or connection of the app changed state.
    case state(object: ServiceObject, state: ConnectionState)
    /// A screen's connection waits for the app.
    case parked(connection: Int)
    /// A new connection of the app continues one that the background ended: to the same endpoint, from the same
    /// listener.
    case resumed(connection: ServiceObject, listener: ServiceObject)
    case received(type: UInt32, payload: [UInt8])
    case sent(type: UInt32, payload: [UInt8])
    /// The app had no connection on which to send the frame.
    case unsent(type: UInt32, payload: [UInt8])
    /// A move of the rig's game was acknowledged, in order.
    case acknowledged(move: Int)
    /// The screen lost a move that it had acknowledged, or acknowledged one out of turn.
    case moveLost(move: Int)
    /// The screen acknowledged a move twice, or one that was never made.
    case moveDoubled(move: Int)

    public var kind: EventKind {
        switch self {
        case .published: .published
        case .withdrawn: .withdrawn
        case .reached, .notReached: .reached
        case .invited: .invited
        case .prompted: .prompted
        case .answered: .answered
        case .launched: .launched
        case .connectRequested: .connectRequested
        case .state: .serviceState
        case .parked: .parked
        case .resumed: .resumed
        case .received: .frameReceived
        case .sent, .unsent: .frameSent
        case .acknowledged, .moveLost, .moveDoubled: .move
        }
    }

    /// Returns whether the event is the outcome that a scenario asked for.
    public func isWanted(as outcome: CompanionOutcome) -> Bool {
        switch outcome {
        case .offered: kind == .published
        case .reached: if case .reached = self { true } else { false }
        case .invited: kind == .invited
        case .prompted: kind == .prompted
        case .allowed: if case .answered(_, isAllowed: true) = self { true } else { false }
        case .refused: if case .answered(_, isAllowed: false) = self { true } else { false }
        case .launched: kind == .launched
        case .connectRequested: kind == .connectRequested
        case .parked: kind == .parked
        case .resumed: kind == .resumed
        case .acknowledged: if case .acknowledged = self { true } else { false }
        case .moveLost: if case .moveLost = self { true } else { false }
        case .moveDoubled: if case .moveDoubled = self { true } else { false }
        case .listening: if case .state(let object, .ready) = self { object.kind == .listener } else { false }
        case .connected: if case .state(let object, .ready) = self { object.kind == .connection } else { false }
        // A failed connection is cancelled next, and counts as closed only then.
        case .closed: if case .state(let object, .cancelled) = self { object.kind == .connection } else { false }
        case .failed(let failure):
            if case .state(let object, .failed(let seen)) = self {
                object.kind == .connection && failure.rawValue == seen.name
            } else {
                false
            }
        case .frame(let type, let text):
            if case .received(let one, let payload) = self {
                (type ?? one) == one && (text.map { Array($0.utf8) } ?? payload) == payload
            } else {
                false
            }
        }
    }
}
