import ApplicationServices
import Ground
import Links
import NetworkDriver

/// The agent of one companion on the network, as a value: it turns the phone's requests into requests to the driver,
/// and the driver's events into those of the simulated network.
///
/// It listens first, on each of its addresses with the same port, and is published afterwards, so that a client
/// that finds it can connect.
public struct AgentLine: Sendable {
    enum Effect: Hashable, Sendable {
        case request(NetworkRequest)
        case inbound(Inbound)
    }

    /// The type under which agents are published.
    public static let type = "_trammel-agent._tcp"
    static let applicationProtocol = ServiceParameters.standard.applicationProtocol
    /// The names of its identities: the one that its record pins, and another.
    static let own = "own"
    static let another = "another"
    /// More than any healthy screen opens; further connections are rejected, which is a finding about the screen.
    private static let most = 256

    let name: CompanionName
    private let pin: CertificatePin
    private let hosts: [String]
    private let interface: UInt32?

    private var publication = Publication()
    private var listening = Listening()
    private var connections = Connections()

    /// The agent's service on the network.
    private struct Publication {
        enum State: Hashable {
            case withdrawn
            /// The agent does not listen at all of its addresses yet.
            case wanted
            case requested
            case published(as: String)
        }

        var state = State.withdrawn
        var shownAs = ""
        var strings: [String] = []
        /// The number of the publication; never reused.
        var round: UInt32 = 0

        var isRequested: Bool {
            switch state {
            case .withdrawn, .wanted: false
            case .requested, .published: true
            }
        }
    }

    private struct Listening {
        /// The port shared by all addresses; 0 until the kernel has chosen one.
        var port: UInt16 = 0
        var numbers: Set<UInt32> = []
        /// The number of addresses at which the agent listens.
        var ready = 0
        var last: UInt32 = 0
        /// Whether it shows the identity that its record does not pin.
        var showsAnother = false
    }

    private struct Connections {
        /// The open connections, and those of them that the phone knows about.
        var present: Set<NetworkConnection> = []
        var streams: [NetworkConnection: UInt32] = [:]
        var count: UInt32 = 0
        /// Whether the withdrawal is reported once the last of them has ended.
        var isLeaving = false
        var turnedAway = TurnedAwayConnections(limit: most)
    }

    /// `hosts` are numeric addresses; `interface` is the kernel's number of the interface on which it is published,
    /// nil for all interfaces of the daemon.
    init(_ name: CompanionName, pin: CertificatePin, hosts: [String], interface: UInt32?) {
        precondition(!hosts.isEmpty, "an agent listens somewhere")
        (self.name, self.pin, self.hosts, self.interface) = (name, pin, hosts, interface)
    }

    // MARK: What the phone asks

    mutating func ask(_ request: DiscoveryRequest) -> [Effect] {
        switch request {
        case .publish(name, let shown, let strings): return publish(shown, strings)
        case .withdraw(name): return withdraw()
        case .impersonate(name, let begins): return impersonate(begins)
        case .publish, .withdraw, .impersonate: return []
        }
    }

    mutating func ask(_ request: StreamRequest, on stream: StreamID) -> [Effect] {
        guard let connection = connections.streams.first(where: { $0.value == stream.connection })?.key else {
            return []
        }
        switch request {
        case .open: return []  // there is one already
        case .bytes(let bytes): return [.request(.send(connection, bytes))]
        case .close: return [.request(.close(connection))]
        case .reset: return [.request(.reset(connection))]
        }
    }

    private mutating func publish(_ shown: String, _ strings: [String]) -> [Effect] {
        publication.strings = strings
        switch publication.state {
        case .withdrawn:
            (publication.state, publication.shownAs, connections.isLeaving) = (.wanted, shown, false)
            return listen()
        case .wanted: return []
        case .requested: return [.request(.update(publication.round, txt: record))]
        case .published(let name):
            // The daemon does not report completion.
            return [.request(.update(publication.round, txt: record)), told(as: name)]
        }
    }

    private mutating func withdraw() -> [Effect] {
        guard publication.state != .withdrawn else { return [.inbound(.discovery(.withdrawn(name)))] }
        var effects: [Effect] = publication.isRequested ? [.request(.withdraw(publication.round))] : []
        effects += endListening() + told(connections.turnedAway.finish())
        effects += connections.present.sorted { $0.order < $1.order }.map { .request(.reset($0)) }
        publication.state = .withdrawn
        connections.isLeaving = !connections.present.isEmpty
        return effects + (connections.isLeaving ? [] : [.inbound(.discovery(.withdrawn(name)))])
    }

    private mutating func impersonate(_ begins: Bool) -> [Effect] {
        guard begins != listening.showsAnother else { return [] }
        listening.showsAnother = begins
        return listening.numbers.sorted().map { .request(.secure($0, security)) }
    }

    // MARK: Listening

    private mutating func listen() -> [Effect] {
        listening.ready = 0
        return (listening.port == 0 ? Array(hosts.prefix(1)) : hosts).map { listen(at: $0) }
    }

    private mutating func listen(at host: String) -> Effect {
        listening.last += 1
        listening.numbers.insert(listening.last)
        let settings = ListenerSettings(NetworkAddress(host, listening.port), security: security, limit: Self.most)
        return .request(.listen(listening.last, settings))
    }

    private var security: StreamSecurity {
        .certified(
            identity: listening.showsAnother ? Self.another : Self.own, peer: .any, protocol: Self.applicationProtocol)
    }

    private mutating func endListening() -> [Effect] {
        defer { (listening.numbers, listening.port) = ([], 0) }
        return listening.numbers.sorted().map { .request(.endListening($0)) }
    }

    private var record: TXTRecord {
        TXTRecord((publication.strings + ["id=\(pin.short)"]).map { Array($0.utf8) })
    }

    private func told(as shown: String) -> Effect {
        .inbound(.discovery(.published(name, as: shown, pin: pin.short)))
    }

    // MARK: What the driver tells

    mutating func hear(_ event: NetworkEvent) -> [Effect] {
        switch event {
        case .listening(let number, let address) where listening.numbers.contains(number):
            return noteListening(at: address)
        case .notListening(let number, let end) where listening.numbers.contains(number):
            listening.numbers.remove(number)
            return [
                fault("the agent of \(name) cannot listen: \(end)", "Look for the program that has the port or address")
            ]
        case .published(publication.round, let shown) where publication.isRequested:
            publication.state = .published(as: shown)
            return [told(as: shown)]
        case .accepted(let connection, _):
            connections.present.insert(connection)
            return publication.state != .withdrawn ? [] : [.request(.reset(connection))]
        case .opened(let connection, let peer):
            return [.inbound(.stream(stream(of: connection), .opened(peer.description)))]
        case .bytes(let connection, let bytes):
            guard connections.streams[connection] != nil else { return [] }
            return [
                .inbound(.stream(stream(of: connection), .bytes(bytes))),
                .request(.taken(connection, bytes: bytes.count)),
            ]
        case .closed(let connection, let end): return closed(connection, end)
        case .turnedAway(_, let count): return told(connections.turnedAway.add(count))
        case .fault(let fault): return [.inbound(.fault(.discovery, fault))]
        case .listening, .notListening, .published, .renamed, .found, .vanished, .resolved, .unresolved, .shown:
            return []
        }
    }

    private mutating func noteListening(at address: NetworkAddress) -> [Effect] {
        listening.ready += 1
        var effects: [Effect] = []
        if listening.port == 0 {
            listening.port = address.port
            effects = hosts.dropFirst().map { listen(at: $0) }
        }
        guard listening.ready == hosts.count, !publication.isRequested else { return effects }
        publication.state = .requested
        publication.round += 1
        let service = ServicePublication(
            name: publication.shownAs, type: Self.type, port: listening.port, txt: record, interface: interface)
        return effects + [.request(.publish(publication.round, service))]
    }

    private mutating func stream(of connection: NetworkConnection) -> StreamID {
        if let number = connections.streams[connection] { return StreamID.agent(of: name, connection: number) }
        connections.count += 1
        connections.streams[connection] = connections.count
        return StreamID.agent(of: name, connection: connections.count)
    }

    private mutating func closed(_ connection: NetworkConnection, _ end: StreamEnd) -> [Effect] {
        guard connections.present.remove(connection) != nil else { return [] }
        let wasOpen = connections.streams[connection] != nil
        let event: StreamEvent = wasOpen ? .ended(end.reason) : .closed(end.screensDoing)
        var effects: [Effect] = [.inbound(.stream(stream(of: connection), event))]
        connections.streams[connection] = nil
        if connections.isLeaving, connections.present.isEmpty {
            connections.isLeaving = false
            effects.append(.inbound(.discovery(.withdrawn(name))))
        }
        return effects
    }

    /// The rig is not at fault for what a screen does.
    private func told(_ finding: Finding?) -> [Effect] {
        finding.map { [.inbound(.finding(.companion(name), $0))] } ?? []
    }

    private func fault(_ what: String, _ remedy: String) -> Effect {
        .inbound(.fault(.discovery, RigFault(what, remedy: remedy)))
    }
}

extension NetworkConnection {
    /// A key for a stable order.
    fileprivate var order: UInt64 {
        switch self {
        case .opened(let number): UInt64(number)
        case .accepted(let listener, let count): UInt64(listener) << 32 | UInt64(count)
        }
    }
}

extension StreamEnd {
    /// Why a screen's connection was not established.
    fileprivate var screensDoing: String {
        switch self {
        case .closedHere: "the agent ended it"
        case .ended, .truncated: "the screen hung up during the handshake"
        case .reset: "the screen reset the connection"
        case .timedOut: "the screen did not finish the handshake"
        case .refused, .unreachable: "the screen cannot be reached"
        case .untrusted: "the screen's certificate cannot be read"
        case .noCertificate: "the screen shows no certificate"
        case .alert(let number): "the screen does not accept the certificate (alert \(number))"
        case .noCommonProtocol: "the screen does not offer \(AgentLine.applicationProtocol)"
        case .handshakeFailed(let reason): "the screen does not speak TLS 1.3 (\(reason))"
        case .peerTooSlow: "the screen reads too slowly"
        case .failed(let code): "system error \(code)"
        }
    }
}
