public import ApplicationServices

extension EventKind {
    /// All that happens to a companion but the frames that it sends.
    public static let ofCompanions: [EventKind] = [
        .published, .withdrawn, .reached, .invited, .prompted, .answered, .launched, .connectRequested, .serviceState,
        .parked, .resumed, .frameReceived, .move,
    ]
}

/// Something that a companion's system or app did, or saw of a screen.
public enum CompanionEvent: Hashable, Codable, Sendable {
    /// It can be found in the network, under a name that may be another than its own.
    case published(name: String, pin: String)
    case withdrawn
    /// A screen's connection to its agent came up, counted from 1.
    case reached(connection: Int, peer: String)
    /// A screen's connection did not come up, or went before it said anything; the text says why.
    case notReached(reason: String)
    case invited(service: ServiceIdentifier)
    case prompted(service: ServiceIdentifier)
    case answered(service: ServiceIdentifier, isAllowed: Bool)
    case launched(bundle: String)
    /// A screen sent `connect` on a connection. `refusal` is why the agent refused it; nil if it took or parked the
    /// connection.
    case connectRequested(connection: Int, refusal: ServiceRefusal?)
    /// A listener or a connection of the app's is in a new state.
    case state(object: ServiceObject, state: ConnectionState)
    /// A screen's connection waits for the app.
    case parked(connection: Int)
    /// A connection of the app's goes on where the background ended one: to the same endpoint, with the same listener.
    case resumed(connection: ServiceObject, listener: ServiceObject)
    case received(type: UInt32, payload: [UInt8])
    case sent(type: UInt32, payload: [UInt8])
    /// The app had no connection that could take it.
    case unsent(type: UInt32, payload: [UInt8])
    /// In the rig's game: a move was acknowledged, in its order.
    case acknowledged(move: Int)
    /// The screen does not know a move that it had acknowledged, or acknowledged one before the one that was due.
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

    /// What a scenario can ask for that this is.
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
        // What failed is cancelled next: a connection is over once.
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
