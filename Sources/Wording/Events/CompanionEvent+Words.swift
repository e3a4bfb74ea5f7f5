import ApplicationServices
import Ground
import Vocabulary

extension CompanionEvent {
    /// The number of payload bytes shown to a person; the frame's own entry has all of them.
    private static let shownBytes = 64

    /// The event as a sentence without a full stop; text from a peer is not escaped.
    var words: String {
        switch self {
        case .published(let name, _): "screens can find it as \(name)"
        case .withdrawn: "screens can no longer find it"
        case .reached(let connection, let peer): "\(peer) opened connection \(connection)"
        case .notReached(let reason): "a screen's connection did not come up: \(reason)"
        case .invited(let service): "a screen asks for \(service)"
        case .prompted(let service): "the user is asked for \(service)"
        case .answered(let service, true): "the user allows \(service)"
        case .answered(let service, false): "the user refuses \(service)"
        case .launched(let bundle): "\(bundle) is launched"
        case .connectRequested(let connection, nil): "a screen asks for the app on connection \(connection)"
        case .connectRequested(let connection, let refusal?):
            "a screen asks for the app on connection \(connection) and is refused: \(refusal)"
        case .state(let object, let state): "\(object) is \(state)"
        case .parked(let connection): "connection \(connection) waits for the app"
        case .resumed(let connection, let listener): "\(connection) continues, with \(listener)"
        case .received(let type, let payload): "a frame of type \(type) came: \(payload.hex(atMost: Self.shownBytes))"
        case .sent(let type, let payload): "a frame of type \(type) was sent: \(payload.hex(atMost: Self.shownBytes))"
        case .unsent(let type, _): "a frame of type \(type) had no connection"
        case .acknowledged(let move): "move \(move) was acknowledged"
        case .moveLost(let move): "move \(move) was lost"
        case .moveDoubled(let move): "move \(move) was accepted twice"
        }
    }
}
