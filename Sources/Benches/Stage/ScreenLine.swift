public import ApplicationServices
import Ground
import Links
public import NetworkDriver
import Simulators

/// A simulated screen on a real network, as a value: it finds agents by DNS-SD and connects to them by TCP and TLS.
struct ScreenLine: Sendable {
    enum Effect: Hashable, Sendable {
        case request(NetworkRequest)
        case tell(ScreenNews)
        /// Print a line on its console.
        case print(String)
    }

    static let identity = "screen"
    /// The time between two looks at a record, because the daemon does not report changes.
    private static let refresh = Lapse.milliseconds(500)

    private struct Device {
        /// The maximum number of addresses kept for one instance.
        private static let mostAddresses = 16

        var instances: Set<ServiceInstance> = []
        var record: TXTRecord?
        /// The addresses that each instance was resolved to.
        private var places: [ServiceInstance: [NetworkAddress]] = [:]
        /// The address that answered last; others may be stale.
        var reached: NetworkAddress?
        private var port: UInt16?

        /// The instance whose record counts: another one may still have an older record.
        var first: ServiceInstance? { instances.min { $0.isBefore($1) } }

        /// All addresses: the one that answered, then IPv6, then IPv4.
        var addresses: [NetworkAddress] {
            var all: [NetworkAddress] = []
            for instance in places.keys.sorted(by: { $0.isBefore($1) }) {
                for address in places[instance] ?? [] where !all.contains(address) { all.append(address) }
            }
            all = all.filter { $0.host.contains(":") } + all.filter { !$0.host.contains(":") }
            guard let reached, reached.port == port else { return all }
            return [reached] + all.filter { $0 != reached }
        }

        /// Keeps known addresses while the port stays the same: an answer omits a family whose own answer was late.
        mutating func learn(_ service: ResolvedService) {
            let port = service.addresses.first?.port
            if port != self.port { (places, self.port) = ([:], port) }
            if record == nil || service.instance == first { record = service.txt }
            let known = places[service.instance] ?? []
            let new = service.addresses + known.filter { !service.addresses.contains($0) }
            places[service.instance] = Array(new.prefix(Self.mostAddresses))
        }

        mutating func forget(_ instance: ServiceInstance) {
            instances.remove(instance)
            places[instance] = nil
        }
    }

    let name: ScreenName
    private var app: SimulatedScreen
    private var devices: [String: Device] = [:]
    private var questions: [UInt32: ServiceInstance] = [:]
    private var look = Instant.never
    /// The number of questions and connections; never reused.
    private var number: UInt32 = 0
    private var transports: [NetworkConnection: TransportID] = [:]
    private var pins: [NetworkConnection: CertificatePin] = [:]
    /// The device at the other end of each connection.
    private var names: [NetworkConnection: String] = [:]
    /// The addresses of each connection that the driver has not ended.
    private var ways: [NetworkConnection: [NetworkAddress]] = [:]
    /// The addresses of the newest connection, even if it has ended.
    private(set) var newestWay: [NetworkAddress] = []
    private var waiting: [(id: TransportID, device: String)] = []

    init(_ name: ScreenName, _ build: ScreenBuild) {
        self.name = name
        app = SimulatedScreen(build)
    }

    var begin: [Effect] { [.request(.search(1, type: AgentLine.type))] }

    /// When `advance` has something to do.
    var deadline: Instant { min(app.deadline ?? .never, look) }

    /// Whether all connections have ended.
    var isQuiet: Bool { ways.isEmpty }

    mutating func perform(_ act: ScreenAct, at now: Instant) -> [Effect] {
        carryOut(app.perform(act, at: now))
    }

    mutating func perform(_ probe: ScreenProbe, at now: Instant) -> [Effect] { carryOut(app.perform(probe, at: now)) }

    mutating func advance(to now: Instant) -> [Effect] {
        var effects: [Effect] = []
        if let due = app.deadline, due <= now { effects += carryOut(app.advance(to: now)) }
        if look <= now {
            look = devices.isEmpty ? .never : now + Self.refresh
            for device in devices.keys.sorted() {
                if let instance = devices[device]?.first { effects += ask(for: instance) }
            }
        }
        return effects
    }

    mutating func hear(_ event: NetworkEvent, at now: Instant) -> [Effect] {
        switch event {
        case .found(1, let instance):
            devices[instance.name, default: Device()].instances.insert(instance)
            tellWays(to: instance.name)
            look = min(look, now + Self.refresh)
            return ask(for: instance)
        case .vanished(1, let instance): return lose(instance, at: now)
        case .resolved(let question, let service): return resolve(question, service, at: now)
        case .unresolved(let question):
            questions[question] = nil
            return []
        case .shown(let connection, let pin):
            pins[connection] = pin
            return []
        case .opened(let connection, let peer):
            guard let id = transports[connection] else { return [] }
            if let name = names[connection] { devices[name]?.reached = peer }
            return carryOut(app.opened(id, pin: pins[connection]?.short ?? "", at: now))
        case .bytes(let connection, let bytes):
            let taken = Effect.request(.taken(connection, bytes: bytes.count))
            guard let id = transports[connection] else { return [taken] }
            return [taken] + carryOut(app.received(id, bytes, at: now))
        case .closed(let connection, let end):
            (pins[connection], names[connection]) = (nil, nil)
            let way = ways.removeValue(forKey: connection) ?? []
            guard let id = transports.removeValue(forKey: connection) else { return [] }
            return [.tell(.lost(way, end))] + carryOut(app.ended(id, end.forScreen, at: now))
        case .found, .vanished, .published, .renamed, .listening, .notListening, .accepted, .turnedAway, .fault:
            return []
        }
    }

    // MARK: Discovery

    /// Resolves one instance; each may have other addresses.
    private mutating func ask(for instance: ServiceInstance) -> [Effect] {
        guard !questions.values.contains(instance) else { return [] }
        number += 1
        questions[number] = instance
        return [.request(.resolve(number, instance))]
    }

    private mutating func resolve(_ question: UInt32, _ service: ResolvedService, at now: Instant) -> [Effect] {
        guard let instance = questions.removeValue(forKey: question), var device = devices[instance.name],
            device.instances.contains(instance)
        else { return [] }
        let name = instance.name
        let before = device.record
        device.learn(service)
        devices[name] = device
        var effects: [Effect] = []
        if let record = device.record, record != before {
            effects = [.tell(.found(name, record))] + carryOut(app.found(name, strings: record.strings, at: now))
        }
        let ready = waiting.filter { $0.device == name }
        waiting.removeAll { $0.device == name }
        for entry in ready { effects += connect(entry.id, to: device, named: name) }
        return effects
    }

    private mutating func lose(_ instance: ServiceInstance, at now: Instant) -> [Effect] {
        guard devices[instance.name]?.instances.contains(instance) == true else { return [] }
        devices[instance.name]?.forget(instance)
        tellWays(to: instance.name)
        guard devices[instance.name]?.instances.isEmpty == true else { return [] }
        devices[instance.name] = nil
        return [.tell(.vanished(instance.name))] + carryOut(app.lost(instance.name, at: now))
    }

    private mutating func tellWays(to device: String) {
        let interfaces = Set((devices[device]?.instances ?? []).map(\.interface))
        app.reaches(device, byInterfaces: interfaces.count)
    }

    // MARK: Connections

    private mutating func carryOut(_ wishes: [ScreenRequest]) -> [Effect] {
        var effects: [Effect] = []
        for wish in wishes {
            if let seen = wish.seen { effects.append(.tell(.screen(seen))) }
            switch wish {
            case .open(let id, let name):
                if let device = devices[name], device.record != nil {
                    effects += connect(id, to: device, named: name)
                } else {
                    waiting.append((id, name))
                }
            case .send(let id, let bytes):
                if let connection = connection(of: id) { effects.append(.request(.send(connection, bytes))) }
            case .close(let id, let how):
                waiting.removeAll { $0.id == id }
                guard let connection = connection(of: id) else { continue }
                transports[connection] = nil
                effects.append(.request(how == .reset ? .reset(connection) : .close(connection)))
            case .refuse(let id):
                guard let connection = connection(of: id) else { continue }
                transports[connection] = nil
                effects.append(.request(.reset(connection)))
            case .tell: continue  // it is seen
            case .print(let line): effects.append(.print(line))
            }
        }
        return effects
    }

    /// Returns the addresses that the screen tries; if it knows none, one at which nothing listens.
    private func addresses(of device: Device) -> [NetworkAddress] {
        guard app.ignoresIPv6 else { return device.addresses }
        let known = device.addresses.filter { !$0.host.contains(":") }
        let port = device.addresses.first?.port ?? 1
        return known.isEmpty ? [NetworkAddress("255.255.255.255", port)] : known
    }

    private func connection(of id: TransportID) -> NetworkConnection? { transports.first { $0.value == id }?.key }

    /// TLS checks the pin in the device's record; a screen that trusts any pin accepts any certificate.
    private mutating func connect(_ id: TransportID, to device: Device, named name: String) -> [Effect] {
        number += 1
        transports[.opened(number)] = id
        names[.opened(number)] = name
        let pin = device.record?.value(of: "id").map { CertificatePin(digest: $0) }
        let peer: PeerCertificate = app.trustsAnyPin ? .any : pin.map { .pinned($0) } ?? .any
        let security = StreamSecurity.certified(
            identity: app.showsNoCertificate(on: id) ? nil : Self.identity, peer: peer,
            protocol: AgentLine.applicationProtocol)
        let addresses = addresses(of: device)
        ways[.opened(number)] = addresses
        newestWay = addresses
        return [.request(.connect(number, ConnectionSettings(addresses, security: security)))]
    }
}

/// An event at a simulated screen on a real network, for the caller that plays the screen.
public enum ScreenNews: Hashable, Sendable {
    /// An agent's record was resolved, or has changed; it has not been parsed yet.
    case found(String, TXTRecord)
    case vanished(String)
    /// A transport to these addresses was ended by the other side, or by the network.
    case lost([NetworkAddress], StreamEnd)
    case screen(ScreenEffect)
}

extension ServiceInstance {
    /// A fixed order for the instances of one service.
    fileprivate func isBefore(_ other: ServiceInstance) -> Bool {
        (interface, family.rawValue, domain) < (other.interface, other.family.rawValue, other.domain)
    }
}

extension [ScreenLine.Effect] {
    /// The requests to the driver.
    var requests: [NetworkRequest] { compactMap { if case .request(let request) = $0 { request } else { nil } } }
}

extension StreamEnd {
    /// The end as a screen's system sees it.
    fileprivate var forScreen: TransportEnd {
        switch self {
        case .closedHere, .ended, .truncated: .endOfStream
        case .reset, .peerTooSlow: .reset
        case .timedOut: .timedOut
        case .refused: .refused
        case .unreachable, .failed: .networkDown
        case .untrusted, .noCertificate, .alert, .noCommonProtocol, .handshakeFailed: .security
        }
    }
}
