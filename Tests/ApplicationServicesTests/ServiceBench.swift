import ApplicationServices
import Ground

/// Screens and agents connected directly in virtual time, with the order of all their states checked along the way.
struct ServiceBench {
    enum Event: Sendable {
        case toScreen(Int, ScreenInput)
        case toAgent(String, AgentInput)
        case open(screen: Int, TransportID, device: String)
    }

    static let pin = "0123456789abcdef0123456789abcdef"
    static let app = "com.example.game"
    static let latency = Lapse.milliseconds(1)

    var now = Instant.start
    var screens: [ServiceScreen]
    var agents: [String: CompanionAgent]
    private var agenda = Agenda<Event>()
    /// The agent that each open transport leads to.
    private var routes: [TransportID: String] = [:]
    private(set) var screenEffects: [(instant: Instant, screen: Int, effect: ScreenEffect)] = []
    private(set) var agentEffects: [(instant: Instant, device: String, effect: AgentEffect)] = []
    private(set) var faults: [TransitionOrder.Fault] = []
    private var screenOrders: [Int: TransitionOrder] = [:]
    private var agentOrders: [String: TransitionOrder] = [:]
    /// Whether to connect to an endpoint as soon as the picker returns it.
    var connectsAtOnce = true
    /// Whether all traffic on the network is dropped.
    var isSilent = false

    init(
        _ app: CompanionApp = CompanionApp(Self.app, services: ["game"]), missing: Set<String> = [],
        settings: AgentSettings = AgentSettings(), policies: [ScreenPolicy] = [ScreenPolicy()]
    ) {
        screens = policies.map { ServiceScreen(policy: $0) }
        agents = [
            "Phone": CompanionAgent(platform: .iOS, pin: Self.pin, apps: [app], missing: missing, settings: settings)
        ]
    }

    mutating func screen(_ input: ScreenInput, _ screen: Int = 0) { take(.toScreen(screen, input)) }
    mutating func agent(_ input: AgentInput, _ device: String = "Phone") { take(.toAgent(device, input)) }
    mutating func app(_ event: AgentInput.AppEvent) { agent(.app(Self.app, event)) }

    /// Finds the phone, opens the picker and chooses.
    mutating func choose(_ screen: Int = 0, device: String = "Phone", service: ServiceIdentifier = "game") {
        guard let agent = agents[device] else { return }
        self.screen(.picker(.found(CompanionDevice(device, agent.record))), screen)
        self.screen(.picker(.open(service, [.iOS])), screen)
        self.screen(.picker(.choose(name: device)), screen)
    }

    mutating func run(for span: Lapse) {
        let end = now + span
        while let due = next, due <= end {
            now = max(now, due)
            if let (_, event) = agenda.popDue(at: now) { take(event) } else { passTime() }
        }
        now = end
    }

    private var next: Instant? {
        let deadlines = screens.map(\.deadline) + agents.keys.sorted().map { agents[$0]?.deadline }
        return ([agenda.next] + deadlines).compactMap(\.self).min()
    }

    private mutating func passTime() {
        for index in screens.indices { take(.toScreen(index, .timePasses)) }
        for name in agents.keys.sorted() { take(.toAgent(name, .timePasses)) }
    }

    private mutating func take(_ event: Event) {
        switch event {
        case .toScreen(let index, let input):
            for effect in screens[index].receive(input, at: now) { carryOut(effect, of: index) }
        case .toAgent(let name, let input):
            for effect in agents[name]?.receive(input, at: now) ?? [] { carryOut(effect, of: name) }
        case .open(let index, let id, let device):
            let wire = Self.wire(index, id)
            guard agents[device] != nil, !isSilent else { return }
            routes[wire] = device
            take(.toAgent(device, .accepted(wire)))
            agenda.add(.toScreen(index, .opened(id)), at: now + Self.latency)
        }
    }

    /// Returns an agent's number for a screen's transport; agents number the transports of all screens together.
    private static func wire(_ screen: Int, _ id: TransportID) -> TransportID {
        TransportID(screen * 100_000 + id.rawValue)
    }

    private mutating func carryOut(_ effect: ScreenEffect, of index: Int) {
        screenEffects.append((now, index, effect))
        switch effect {
        case .open(let id, let device): agenda.add(.open(screen: index, id, device: device), at: now + Self.latency)
        case .send(let id, let bytes):
            guard let device = routes[Self.wire(index, id)], !isSilent else { return }
            agenda.add(.toAgent(device, .received(Self.wire(index, id), bytes)), at: now + Self.latency)
        case .close(let id, let how):
            guard let device = routes.removeValue(forKey: Self.wire(index, id)), !isSilent else { return }
            let end: TransportEnd = how == .reset ? .reset : .endOfStream
            agenda.add(.toAgent(device, .ended(Self.wire(index, id), end)), at: now + Self.latency)
        case .picked(let endpoint): if connectsAtOnce { screen(.connect(endpoint), index) }
        case .transition(let transition):
            faults += screenOrders[index, default: TransitionOrder()].receive(transition)
        case .hello(let object): screenOrders[index, default: TransitionOrder()].receiveHello(of: object)
        case .offered, .prompting, .pickerEnded, .parked, .frame, .unsent, .finding: break
        }
    }

    private mutating func carryOut(_ effect: AgentEffect, of device: String) {
        agentEffects.append((now, device, effect))
        switch effect {
        case .send(let wire, let bytes): toScreen(wire, { .received($0, bytes) })
        case .close(let wire, let how):
            toScreen(wire, { .ended($0, how == .reset ? .reset : .endOfStream) })
            routes[wire] = nil
        case .transition(let transition):
            faults += agentOrders[device, default: TransitionOrder()].receive(transition)
        case .hello(let object): agentOrders[device, default: TransitionOrder()].receiveHello(of: object)
        case .advertise, .invited, .connectRequested, .prompted, .answered, .launched, .delivered, .resumed, .parked,
            .frame, .unsent, .finding:
            break
        }
    }

    private mutating func toScreen(_ wire: TransportID, _ input: (TransportID) -> ScreenInput) {
        guard routes[wire] != nil, !isSilent else { return }
        let (index, id) = wire.rawValue.quotientAndRemainder(dividingBy: 100_000)
        agenda.add(.toScreen(index, input(TransportID(id))), at: now + Self.latency)
    }
}

/// Queries for tests.
extension ServiceBench {
    /// Returns the states of a screen's connections in order, such as `1 ready`.
    func states(_ screen: Int = 0) -> [String] {
        screenEffects.filter { $0.screen == screen }.compactMap { entry in
            guard case .transition(let transition) = entry.effect else { return nil }
            return "\(transition.object.number) \(transition.state)"
        }
    }

    func ends(_ screen: Int = 0) -> [PickerEnd] {
        screenEffects.filter { $0.screen == screen }.compactMap { entry in
            if case .pickerEnded(let end) = entry.effect { end } else { nil }
        }
    }

    var endpoint: ServiceEndpoint? {
        screenEffects.lazy.compactMap { entry -> ServiceEndpoint? in
            if case .picked(let endpoint) = entry.effect { endpoint } else { nil }
        }.last
    }

    func isReady(_ screen: Int = 0) -> Bool { screens[screen].connections.contains { $0.state == .ready } }

    /// Returns the number of transports that a screen opened, including that of the invitation.
    func opened(_ screen: Int = 0) -> Int {
        screenEffects.count { if case .open = $0.effect { $0.screen == screen } else { false } }
    }

    /// The connections that resumed after the background ended one, each with its listener, by number.
    var resumptions: [[Int]] {
        agentEffects.compactMap {
            if case .resumed(let one, let listener) = $0.effect { [one.number, listener.number] } else { nil }
        }
    }

    var deliveries: [Int] {
        agentEffects.compactMap { if case .delivered(_, let listener) = $0.effect { listener.number } else { nil } }
    }

    var framesAtScreen: [ServiceFrame] {
        screenEffects.compactMap { if case .frame(_, let frame) = $0.effect { frame } else { nil } }
    }

    var framesAtApp: [ServiceFrame] {
        agentEffects.compactMap { if case .frame(_, let frame) = $0.effect { frame } else { nil } }
    }

    var findings: [Finding] {
        let ours = screenEffects.compactMap { if case .finding(let finding) = $0.effect { finding } else { nil } }
        return ours + agentEffects.compactMap { if case .finding(let finding) = $0.effect { finding } else { nil } }
    }

    /// The app's newest connection.
    var appConnection: ServiceObject? { agents["Phone"]?.connections.last }
}
