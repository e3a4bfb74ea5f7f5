import ApplicationServices
import Ground

/// A check that the rig's own screen follows the rules, judged by its traffic and not by its implementation, so that
/// no app is blamed for the screen's faults.
struct ScreenConduct: Sendable {
    private struct Transport {
        var stream = ControlStream()
        var framer = ServiceFramer()
        var isOpen = true
    }

    /// The state of the half frame that the examination makes the screen send. Any bytes sent after it would be read
    /// as the frame's rest.
    private enum HalfFrame { case none, due, left }

    private static let move: UInt32 = 1
    private static let acknowledgement: UInt32 = 2
    private static let resumption: UInt32 = 3

    /// The screen's first violation.
    private(set) var violation: ScreenMistake?
    /// The numbers of invitations and connections that are due and that were made.
    private var invitations = (due: 0, made: 0)
    private var connections = (due: 0, made: 0)
    private var transports: [TransportID: Transport] = [:]
    private var invited: ParametersDigest?
    private var token: ServiceToken?
    private var connecting: TransportID?
    private var ready: TransportID?
    /// The screen's outstanding answers in the game, and the number of the last move that it received.
    private var owed: [ServiceFrame] = []
    private(set) var last = 0
    private var mustClose: TransportID?
    /// Whether the screen was ordered to break the rules with a connection.
    private var isProbing = false
    private var half = HalfFrame.none

    /// A violation, or an act that is overdue; nil if there is neither.
    var omission: ScreenMistake? {
        if let violation { return violation }
        if invitations.made < invitations.due { return .invitedNobody }
        if connections.made < connections.due { return .didNotConnect }
        if !owed.isEmpty { return .didNotAnswer }
        return mustClose == nil ? nil : .didNotClose
    }

    mutating func chooses() { invitations.due += 1 }

    /// Records that the screen is about to reconnect to the same endpoint in violation of the rules.
    mutating func probes() {
        connections.due += 1
        isProbing = true
    }

    /// Records that the screen is about to send half a frame, after which it must send nothing.
    mutating func leavesHalfFrame() { half = .due }

    mutating func cancels() { mustClose = ready ?? connecting }

    mutating func hear(_ effect: ScreenEffect) {
        switch effect {
        case .open(let id, _): transports[id] = Transport()
        case .close(let id, _): close(id)
        case .send(let id, let bytes): send(bytes, on: id)
        case .picked(let endpoint):
            (token, last) = (endpoint.token, 0)
            connections.due += 1
        case .hello:
            ready = connecting
            owed.append(Self.frame(Self.resumption, last))
        case .frame(_, let frame): play(frame)
        case .transition(let transition): follow(transition.state)
        case .pickerEnded(.dismissed): note(.leftPicker)
        case .offered, .prompting, .pickerEnded, .parked, .unsent, .finding: break
        }
    }

    private mutating func note(_ what: ScreenMistake) { violation = violation ?? what }

    private mutating func close(_ id: TransportID) {
        transports[id]?.isOpen = false
        if mustClose == id { mustClose = nil }
    }

    private mutating func follow(_ state: ConnectionState) {
        guard case .failed(let failure) = state else { return }
        if failure == .timedOut, let connecting, transports[connecting]?.isOpen == false {
            note(.gaveUp)
        }
        if failure == .aborted { connections.due += 1 }
        // Without a certificate the connection may fail before the screen presents its token.
        if isProbing { (isProbing, connections.made) = (false, connections.due) }
        (ready, connecting, mustClose, owed, half) = (nil, nil, nil, [], .none)
    }

    private mutating func send(_ bytes: [UInt8], on id: TransportID) {
        var messages: [ControlMessage] = []
        guard var transport = transports[id], (try? transport.stream.receive(bytes, into: &messages)) != nil else {
            return note(.sentUnreadable)
        }
        transports[id] = transport
        for message in messages {
            switch message {
            case .invite(_, _, let digest):
                invited = digest
                invitations.made += 1
                if invitations.made > invitations.due { note(.invitedAgain) }
            case .connect(let shown, let digest):
                connecting = id
                connections.made += 1
                if shown != token { note(.foreignToken) }
                if digest != invited, !isProbing { note(.otherParameters) }
                if connections.made > connections.due { note(.connectedAgain) }
            case .data(let data):
                guard ready == id else { return note(.sentEarly) }
                guard half != .left else { return note(.answeredWrongly) }
                for output in transports[id]?.framer.receive(data) ?? [] { answer(output) }
                if half == .due, transports[id]?.framer.waitingCount != 0 { (half, owed) = (.left, []) }
            case .prompting, .denied, .notInstalled, .noListener, .granted, .parked, .hello, .aborted, .busy, .refused:
                note(.sentForAgent)
            }
        }
    }

    // MARK: The game

    private mutating func play(_ frame: ServiceFrame) {
        guard frame.type == Self.move, let number = Int(String(decoding: frame.payload, as: UTF8.self)), number > 0
        else { return }
        let isNext = number == last + 1
        if isNext { last = number }
        guard half != .left else { return }
        owed.append(Self.frame(isNext ? Self.acknowledgement : Self.resumption, last))
    }

    private mutating func answer(_ output: ServiceFramer.Output) {
        guard case .frame(let frame) = output, frame == owed.first else {
            return note(.answeredWrongly)
        }
        owed.removeFirst()
    }

    private static func frame(_ type: UInt32, _ number: Int) -> ServiceFrame {
        ServiceFrame(type: type, payload: Array("\(number)".utf8))
    }
}
