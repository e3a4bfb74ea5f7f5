import Ground
import Links
import NetworkDriver
import OperatingSystem
import Synchronization

/// The agents of the companions, through the driver: one host for each, so that they are as separate as machines.
final class CompanionAgents: Sendable {
    fileprivate struct Entry {
        var line: AgentLine
        let host: NetworkHost
    }

    private let shared: Shared
    private let hosts: [String]
    private let interface: UInt32?
    private let bus: String?
    private let keyLog: KeyLog?
    private let mailbox: Mailbox
    private let clock: MonotonicClock

    /// Opens nothing yet. `hosts` are this host's addresses; they are published on that interface, or on all if it is
    /// nil. `bus` is the bus of Avahi's daemon, nil for the system bus.
    init(
        at hosts: [String], interface: UInt32?, bus: String? = nil, keyLog: KeyLog? = nil, mailbox: Mailbox,
        clock: MonotonicClock
    ) {
        (self.hosts, self.interface, self.bus, self.keyLog) = (hosts, interface, bus, keyLog)
        (self.mailbox, self.clock) = (mailbox, clock)
        shared = Shared(mailbox)
    }

    deinit { close() }

    /// Passes on a request and returns its instant. Never waits for the network.
    func send(_ request: DiscoveryRequest) -> Instant {
        let now = clock.now
        let name =
            switch request {
            case .publish(let name, _, _), .withdraw(let name), .impersonate(let name, _): name
            }
        do throws(RigFault) {
            try prepare(name)
            shared.change(name, at: now) { $0.ask(request) }
        } catch {
            mailbox.post(.fault(.discovery, error), at: now)
        }
        return now
    }

    func send(_ request: StreamRequest, on stream: StreamID) -> Instant {
        let now = clock.now
        if let name = stream.companion { shared.change(name, at: now) { $0.ask(request, on: stream) } }
        return now
    }

    private func prepare(_ name: CompanionName) throws(RigFault) {
        guard !shared.knows(name) else { return }
        let own: TLSIdentity
        let another: TLSIdentity
        do {
            own = try .make(named: name.rawValue)
            another = try .make(named: "\(name.rawValue) (another)")
        } catch {
            throw RigFault("no certificate for \(name): \(error)", remedy: "Look at this machine's source of chance")
        }
        let shared = shared
        let host = try NetworkHost(
            bus: bus, identities: [AgentLine.own: own, AgentLine.another: another], sharing: keyLog,
            settings: NetworkPhone.settings, clock: clock
        ) { [weak shared] arrival in shared?.change(name, at: arrival.instant) { $0.hear(arrival.event) } }
        let line = AgentLine(name, pin: own.pin, hosts: hosts, interface: interface)
        shared.add(Entry(line: line, host: host), as: name)
    }

    /// Withdraws everything and ends the driver's threads; safe to call again.
    func close() { for host in shared.takeHosts() { host.close() } }
}

/// The state shared by the driver's threads and the run loop.
private final class Shared: Sendable {
    private let entries = Mutex<[CompanionName: CompanionAgents.Entry]>([:])
    private let mailbox: Mailbox

    init(_ mailbox: Mailbox) { self.mailbox = mailbox }

    func knows(_ name: CompanionName) -> Bool { entries.withLock { $0[name] != nil } }

    func add(_ entry: CompanionAgents.Entry, as name: CompanionName) { entries.withLock { $0[name] = entry } }

    func takeHosts() -> [NetworkHost] {
        entries.withLock { entries in
            defer { entries = [:] }
            return entries.values.map(\.host)
        }
    }

    /// Posts the resulting events in order; requests go to the driver once the entries are unlocked.
    func change(_ name: CompanionName, at instant: Instant, _ body: (inout AgentLine) -> [AgentLine.Effect]) {
        let (requests, host) = entries.withLock { entries -> ([NetworkRequest], NetworkHost?) in
            guard var entry = entries[name] else { return ([], nil) }
            var requests: [NetworkRequest] = []
            for effect in body(&entry.line) {
                switch effect {
                case .request(let request): requests.append(request)
                case .inbound(let inbound): mailbox.post(inbound, at: instant)
                }
            }
            entries[name] = entry
            return (requests, entry.host)
        }
        for request in requests { host?.send(request) }
    }
}
