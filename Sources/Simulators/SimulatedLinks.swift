public import Ground
public import Links

/// A bench in memory and in virtual time: every byte is encoded and decoded, and nothing waits.
///
/// The clock jumps between arrivals. Frames take the times of a quiet bench: up to a connection interval on
/// Bluetooth, a millisecond on USB, a few on NFC. These figures are Trammel's own.
public final class SimulatedLinks: LinkSet {
    static let kitDelay = Lapse.milliseconds(1)
    static let consoleDelay = Lapse.milliseconds(1)

    enum Due: Sendable {
        case inbound(Inbound)
        case bluetooth(AccessoryName, BluetoothDue)
        case network(AccessoryName, NetworkDue)
        case toKit([UInt8])
        case toConsole(AccessoryName, [UInt8])
        case kitOpened
    }

    public internal(set) var now = Instant.start
    var surroundings: SimulatedEnvironment { didSet { surroundingsDue = nil } }
    /// The next deadline of the surroundings, cached until they change.
    private var surroundingsDue: Instant?
    var agenda = Agenda<Due>()
    var peers: [SimulatedPeer]
    /// The accessories on the network.
    var connections: [SimulatedConnection]
    /// The source of Bluetooth's random delays.
    var radio: SeededGenerator
    var reader: ReaderInMemory
    /// The screens, and the network between them and the companions.
    var network: CompanionNetwork
    private let consoles: [AccessoryName]
    private var isClosed = false

    /// Creates a bench; only the named accessories' consoles are read, by default all.
    public init(_ model: EnvironmentModel, seed: UInt64, consoles: [AccessoryName]? = nil) {
        surroundings = SimulatedEnvironment(model, seed: seed)
        radio = SeededGenerator(seed: seed ^ 0x5261_6469_6F20_4C45)
        reader = ReaderInMemory(tags: model.tags)
        network = CompanionNetwork(screens: model.screens, consoles: model.screenConsoles, seed: seed)
        connections = model.accessories.filter(\.model.isOnNetwork).map { SimulatedConnection(name: $0.name) }
        peers = (model.accessories.filter { !$0.model.isOnNetwork }.map(\.name) + model.phones.map(\.name)).map {
            SimulatedPeer(name: $0)
        }
        self.consoles = consoles ?? model.accessories.map(\.name)
    }

    public func send(_ outbound: Outbound) -> Instant {
        guard !isClosed else { return now }
        switch outbound {
        case .bluetooth(let name, let request): send(request, to: name)
        case .kit(.open): agenda.add(.kitOpened, at: now + Self.kitDelay)
        case .kit(.bytes(let bytes)): agenda.add(.toKit(bytes), at: now + Self.kitDelay)
        case .kit(.close): break
        case .reader(let request): ask(request)
        case .stream(let stream, let request): send(request, on: stream)
        case .discovery(let request): network.receive(request, at: now)
        case .console(let name, .write(let bytes)):
            if consoles.contains(name) { agenda.add(.toConsole(name, bytes), at: now + Self.consoleDelay) }
        case .stage(.screen(let name, let act)): network.perform(act, at: name, at: now)
        case .stage(.network(let trouble, let begins)): network.receive(trouble, begins, at: now)
        case .stage(let request):
            carryOut(surroundings.stage(request, at: now) + reader.stage(request).map { .stage($0) })
        }
        return now
    }

    public func receive(until deadline: Instant) -> Reception {
        while !isClosed {
            let around = min(nextAround(), network.deadline ?? .never)
            let next = min(agenda.next ?? .never, around)
            guard next <= deadline, next != .never else {
                // With nothing due and no deadline, nothing will ever happen: the caller must end.
                if deadline != .never { now = max(now, deadline) }
                return .deadline
            }
            now = max(now, next)
            if let due = agenda.next, due <= now, let (_, item) = agenda.popDue(at: now) {
                if case .inbound(let inbound) = item { return .arrival(Arrival(inbound, at: now)) }
                happen(item)
            } else if let due = network.deadline, due <= now {
                if let inbound = network.advance(to: now) { return .arrival(Arrival(inbound, at: now)) }
            } else {
                carryOut(surroundings.advance(to: now))
            }
        }
        return .deadline
    }

    public func prove(_ link: LinkID) -> RigFault? { nil }

    public func close() {
        isClosed = true
        agenda = Agenda()
        network = CompanionNetwork(screens: [], seed: 0)
    }

    /// Returns the next deadline of the surroundings, computed once per change because it copies them.
    private func nextAround() -> Instant {
        if let surroundingsDue { return surroundingsDue }
        let due = surroundings.deadline ?? .never
        surroundingsDue = due
        return due
    }

    private func happen(_ due: Due) {
        switch due {
        case .inbound: break
        case .bluetooth(let name, let due): happen(due, with: name)
        case .network(let name, let due): happen(due, with: name)
        case .toKit(let bytes): carryOut(surroundings.kitReceives(bytes, at: now))
        case .toConsole(let name, let bytes): carryOut(surroundings.receive(typed: bytes, for: name, at: now))
        case .kitOpened:
            agenda.add(.inbound(.kit(.opened("a simulated kit"))), at: now)
            carryOut(surroundings.kitOpened(at: now))
        }
    }

    func carryOut(_ outputs: [EnvironmentOutput]) {
        for output in outputs {
            switch output {
            case .frame(let name, let bytes):
                if isOnNetwork(name) { carry(bytes, from: name) } else { bring(bytes, from: name) }
            case .hangUp(let name): if isOnNetwork(name) { finish(name) } else { hangUp(name) }
            case .loseLink(let name): if isOnNetwork(name) { silence(name) } else { loseLink(name) }
            case .advertise(let name, _): listen(for: name)
            case .stopAdvertising(let name): falsify(name)
            case .requestSecurity(let name): encrypt(name, forAccessory: true)
            case .requestParameters(let name, let wanted):
                post(.connectionParametersRequested(ConnectionParameters(wanted)), of: name)
            case .console(let name, let line):
                guard consoles.contains(name) else { continue }
                agenda.add(.inbound(.console(name, line)), at: now + Self.consoleDelay)
            case .kit(let bytes): agenda.add(.inbound(.kit(.bytes(bytes))), at: now + Self.kitDelay)
            case .stage(let event): agenda.add(.inbound(.stage(event)), at: now)
            }
        }
    }
}

/// The NFC reader of a simulated bench.
extension SimulatedLinks {
    func ask(_ request: ReaderRequest) {
        // Pending answers are lost with the reader.
        if request == .close {
            agenda.removeAll { if case .inbound(let inbound) = $0 { inbound.link == .reader } else { false } }
        }
        if let (answer, delay) = reader.receive(request) { agenda.add(.inbound(answer), at: now + delay) }
        for name in reader.takeTorn() { agenda.add(.inbound(.stage(.removed(name))), at: now) }
    }
}
