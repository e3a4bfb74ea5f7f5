import ApplicationServices
import Ground
import Links
import Simulators

/// A simulated bench with one screen, and a phone that consists only of companions' agents and their game.
final class CompanionBench {
    enum Seen: Hashable {
        case opened, closed
        case message(ControlMessage)
        case ended(DisconnectReason)
    }

    struct Entry: Hashable {
        let connection: UInt32
        let seen: Seen
        /// Whether hello had been sent on it.
        let isGreeted: Bool
    }

    static let screen: ScreenName = "tv"
    static let bundle = "com.example.game"

    let links: SimulatedLinks
    private var agents: [(name: CompanionName, agent: CompanionAgent)] = []
    private var streams: [StreamID: ControlStream] = [:]
    private var greeted: Set<StreamID> = []
    private(set) var arrivals: [Arrival] = []
    /// The lines that the screen printed, which are not among the arrivals.
    private(set) var printed: [String] = []
    private(set) var seen: [Entry] = []
    private(set) var frames: [ServiceFrame] = []
    /// The game: the moves to play, those sent since the last resumption, and the screen's reports.
    private var target = 0
    private var sent: Int?
    private(set) var acknowledged: [Int] = []
    private(set) var resumed: [Int] = []

    init(_ defects: Set<ScreenDefect> = [], seed: UInt64 = 1) {
        var model = EnvironmentModel(accessories: [])
        model.screens = [(Self.screen, ScreenBuild(defects: defects))]
        model.screenConsoles = [Self.screen]
        links = SimulatedLinks(model, seed: seed)
    }

    func publish(
        _ name: CompanionName = "pad", platform: CompanionPlatform = .iOS, services: [ServiceIdentifier] = ["game"],
        limit: Int = 1, consent: ConsentPolicy.Answer = .allows
    ) {
        if let known = agents.first(where: { $0.name == name }) { return publish(name, known.agent.record) }
        let agent = CompanionAgent(
            platform: platform, pin: String(repeating: "0", count: AgentRecord.pinLength),
            apps: [CompanionApp(Self.bundle, services: services, connectionLimit: limit)],
            settings: AgentSettings(consent: ConsentPolicy(consent)))
        agents.append((name, agent))
        publish(name, agent.record)
    }

    private func publish(_ name: CompanionName, _ record: AgentRecord) {
        let strings = ((try? record.strings()) ?? []).map { String(decoding: $0, as: UTF8.self) }
        _ = links.send(
            .discovery(.publish(name, shownAs: name.rawValue, strings: strings.filter { !$0.hasPrefix("id=") })))
    }

    func perform(_ act: ScreenAct) { _ = links.send(.stage(.screen(Self.screen, act))) }
    func trouble(_ trouble: NetworkDisturbance, _ begins: Bool) { _ = links.send(.stage(.network(trouble, begins))) }
    func request(_ request: StreamRequest, _ connection: UInt32) {
        _ = links.send(.stream(.agent(of: "pad", connection: connection), request))
    }
    func app(_ event: AgentInput.AppEvent) { tell("pad", .app(Self.bundle, event)) }

    /// Opens the picker, chooses, and waits until a game can be played.
    func choose(_ name: String = "pad") {
        perform(.openPicker(service: "game", platforms: [.iOS]))
        perform(.pick(name: name))
        run(.seconds(4))
    }

    func begin() {
        publish()
        run(.seconds(1))
        choose()
    }

    /// Plays this many more moves.
    func play(_ count: Int, for span: Lapse = .seconds(1)) {
        target += count
        if let object = agents.first?.agent.connections.last { sendMoves(on: object, of: "pad") }
        run(span)
    }

    func leave(for span: Lapse = .milliseconds(300)) {
        app(.background)
        run(span)
    }

    func comeBack(for span: Lapse = .milliseconds(500)) {
        app(.resume)
        run(span)
    }

    func run(_ span: Lapse) {
        let end = links.now + span
        while true {
            let deadlines = agents.compactMap(\.agent.deadline)
            switch links.receive(until: min(end, deadlines.min() ?? end)) {
            case .arrival(let arrival): take(arrival)
            case .deadline, .stoodStill, .interrupted:
                guard links.now < end else { return }
                for name in agents.map(\.name) { tell(name, .timePasses) }
            }
        }
    }

    private func take(_ arrival: Arrival) {
        if case .console(Self.screen.printer, let line) = arrival.inbound { return printed.append(line) }
        arrivals.append(arrival)
        guard case .stream(let stream, let event) = arrival.inbound, let name = stream.companion else { return }
        let id = TransportID(Int(stream.connection))
        switch event {
        case .opened:
            note(.opened, stream)
            tell(name, .accepted(id))
        case .service: break
        case .closed: note(.closed, stream)
        case .bytes(let bytes):
            var messages: [ControlMessage] = []
            try? streams[stream, default: ControlStream()].receive(bytes, into: &messages)
            for message in messages { note(.message(message), stream) }
            tell(name, .received(id, bytes))
        case .ended(let reason):
            note(.ended(reason), stream)
            switch reason {
            case .local: tell(name, .ended(id, .reset))  // nothing new to it, unless it was withdrawn
            case .reset: tell(name, .ended(id, .reset))
            case .unacknowledged: tell(name, .ended(id, .timedOut))
            case .remote, .supervisionTimeout, .authentication, .other: tell(name, .ended(id, .endOfStream))
            }
        }
    }

    private func note(_ what: Seen, _ stream: StreamID) {
        seen.append(Entry(connection: stream.connection, seen: what, isGreeted: greeted.contains(stream)))
    }

    private func tell(_ name: CompanionName, _ input: AgentInput) {
        guard let place = agents.firstIndex(where: { $0.name == name }) else { return }
        for effect in agents[place].agent.receive(input, at: links.now) {
            switch effect {
            case .send(let id, let bytes):
                let stream = StreamID.agent(of: name, connection: UInt32(id.rawValue))
                if bytes == ControlMessage.hello.encoded { greeted.insert(stream) }
                _ = links.send(.stream(stream, .bytes(bytes)))
            case .close(let id, let how):
                let stream = StreamID.agent(of: name, connection: UInt32(id.rawValue))
                _ = links.send(.stream(stream, how == .reset ? .reset : .close))
            case .advertise(let record): publish(name, record)
            case .frame(let object, let frame): receive(frame, on: object, of: name)
            case .transition(let transition): if transition.state.kind == .setup { sent = nil }
            case .invited, .connectRequested, .prompted, .answered, .launched, .hello, .delivered, .resumed, .parked,
                .unsent, .finding:
                break
            }
        }
    }

    private func receive(_ frame: ServiceFrame, on object: ServiceObject, of name: CompanionName) {
        frames.append(frame)
        guard let number = Int(String(decoding: frame.payload, as: UTF8.self)) else { return }
        if frame.type == 2 { acknowledged.append(number) }
        guard frame.type == 3 else { return }
        resumed.append(number)
        sent = number
        sendMoves(on: object, of: name)
    }

    /// Sends moves, but none before the screen has reported its position.
    private func sendMoves(on object: ServiceObject, of name: CompanionName) {
        while let last = sent, last < target {
            sent = last + 1
            tell(name, .send(object, Self.move(last + 1)))
        }
    }

    static func move(_ number: Int) -> ServiceFrame { ServiceFrame(type: 1, payload: Array("\(number)".utf8)) }
}

/// Queries for tests.
extension CompanionBench {
    var messages: [ControlMessage] {
        seen.compactMap { if case .message(let message) = $0.seen { message } else { nil } }
    }

    var invitations: [(platform: CompanionPlatform, digest: ParametersDigest)] {
        messages.compactMap { if case .invite(_, let platform, let digest) = $0 { (platform, digest) } else { nil } }
    }

    var connects: [(token: ServiceToken, digest: ParametersDigest)] {
        messages.compactMap { if case .connect(let token, let digest) = $0 { (token, digest) } else { nil } }
    }

    var opened: Int { seen.count { $0.seen == .opened } }

    func ends(_ connection: UInt32) -> [DisconnectReason] {
        seen.compactMap { entry in
            if entry.connection == connection, case .ended(let reason) = entry.seen { reason } else { nil }
        }
    }
}
