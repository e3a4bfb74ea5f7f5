import Ground
import Links
import NetworkDriver
import OperatingSystem

/// The data channel of one accessory on the network, as a value: it turns the phone's requests into requests to the
/// driver, and the driver's events into those of the simulated network.
///
/// none --open--> searching --> resolving --> connecting --> open --> none; an accessory whose address is known is
/// connected to directly. If this host itself is missing something, that is the rig's fault; everything else is the
/// accessory's.
struct NetworkLine: Sendable {
    /// The address of the accessory, or how to find it.
    enum Target: Hashable, Sendable {
        case addresses([NetworkAddress])
        /// A DNS-SD service by its type and, if there are several, by its instance name.
        case service(type: String, name: String?)
    }

    enum Effect: Hashable, Sendable {
        case request(NetworkRequest)
        case event(StreamEvent)
        case fault(RigFault)
    }

    /// The maximum number of notices per search.
    private static let mostNotices = 256

    private enum State: Sendable {
        case none
        case searching
        case resolving(ServiceInstance)
        case connecting
        case open
        case closing(wasOpen: Bool)
    }

    /// The time for which TCP tries; Linux gives up before that, after two minutes (tcp_syn_retries), and the phone
    /// long before.
    private static let limit = Lapse.seconds(150)

    let name: AccessoryName
    private var target: Target
    /// What is wrong with this host's own part of the path.
    private let obstacle: @Sendable ([NetworkAddress]) -> RigFault?
    private var state = State.none
    /// The number of the search, of its first question, and of the connection; never reused.
    private var number: UInt32
    /// The number of the last question.
    private var question: UInt32
    private let stride: UInt32
    /// The addresses of the last connection.
    private var addresses: [NetworkAddress] = []
    /// Instances of the wanted service that were found and not yet resolved.
    private var candidates: [ServiceInstance] = []
    /// All instances that are announced at present.
    private var known: [ServiceInstance] = []
    private var notices = 0
    private var hasAsked = false

    /// Its numbers are `place`, `place + stride` and so on, so that several lines can share a driver.
    init(
        _ name: AccessoryName, _ target: Target, place: UInt32 = 0, stride: UInt32 = 1,
        obstacle: @escaping @Sendable ([NetworkAddress]) -> RigFault? = { NetworkWay.obstacle(to: $0) }
    ) {
        (self.name, self.target, self.obstacle) = (name, target, obstacle)
        (number, question, self.stride) = (place, place, stride)
        if case .addresses(let known) = target { addresses = known }
    }

    private var connection: NetworkConnection { .opened(number) }

    /// Returns why this host cannot reach the accessory; nil if it can.
    func prove() -> RigFault? { obstacle(addresses) }

    /// Whether a connection is open, opening or closing.
    var isBusy: Bool { if case .none = state { false } else { true } }

    /// Sets the addresses for later connections; an open connection stays.
    mutating func move(to addresses: [NetworkAddress]) { target = .addresses(addresses) }

    mutating func ask(_ request: StreamRequest) -> [Effect] {
        switch (request, state) {
        case (.open, .none): return begin()
        case (.bytes(let bytes), .open): return [.request(.send(connection, bytes))]
        case (.close, .searching), (.close, .resolving), (.reset, .searching), (.reset, .resolving):
            state = .none
            return [.request(.endSearch(number)), .event(.closed("the phone gave it up"))]
        case (.close, .connecting), (.close, .open): return close(.close(connection))
        case (.reset, .connecting), (.reset, .open): return close(.reset(connection))
        case (.open, _), (.bytes, _), (.close, _), (.reset, _): return []
        }
    }

    private mutating func close(_ request: NetworkRequest) -> [Effect] {
        if case .open = state { state = .closing(wasOpen: true) } else { state = .closing(wasOpen: false) }
        return [.request(request)]
    }

    private mutating func begin() -> [Effect] {
        number = max(number, question) + stride
        question = number
        switch target {
        case .addresses(let addresses): return connect(addresses)
        case .service(let type, let name):
            (state, candidates, known, notices, hasAsked) = (.searching, [], [], 0, false)
            return [.request(.search(number, type: type)), .event(.service(.searched(type: type, name: name)))]
        }
    }

    private mutating func connect(_ addresses: [NetworkAddress]) -> [Effect] {
        (state, self.addresses) = (.connecting, addresses)
        let settings = ConnectionSettings(addresses, security: .plain, limit: Self.limit)
        return [.request(.connect(number, settings))]
    }

    mutating func hear(_ event: NetworkEvent) -> [Effect] {
        switch (event, state) {
        case (.found(number, let instance), .searching), (.found(number, let instance), .resolving):
            return found(instance)
        case (.vanished(number, let gone), .searching), (.vanished(number, let gone), .resolving):
            return vanished(gone)
        case (.resolved(question, let service), .resolving):
            let addresses = service.addresses.map(\.description)
            let notice = ServiceNotice.resolved(name: service.instance.name, addresses: addresses)
            return [.request(.endSearch(number)), .event(.service(notice))] + connect(service.addresses)
        case (.unresolved(question), .resolving(let instance)):
            let notice = Effect.event(.service(.unresolved(name: instance.name)))
            if let next = resolveNext() { return [notice, next] }
            state = .none
            let told = StreamEvent.closed("it is announced without an address")
            return [.request(.endSearch(number)), notice, .event(told)]
        case (.opened(connection, let peer), .connecting):
            state = .open
            return [.event(.opened(peer.description))]
        // The request to close it came too early.
        case (.opened(connection, _), .closing): return [.request(.close(connection))]
        case (.bytes(connection, let bytes), .open):
            return [.event(.bytes(bytes)), .request(.taken(connection, bytes: bytes.count))]
        case (.bytes(connection, let bytes), .closing): return [.request(.taken(connection, bytes: bytes.count))]
        case (.closed(connection, let end), let before): return closed(end, before)
        case (.fault(let fault), .searching), (.fault(let fault), .resolving):
            state = .none
            return [.request(.endSearch(number)), .fault(fault)]
        case (.fault(let fault), .connecting):
            state = .none
            return [.fault(fault)]
        default: return []
        }
    }

    /// A service is found once per interface and family; one notice is enough.
    private mutating func found(_ instance: ServiceInstance) -> [Effect] {
        let isTold = known.contains { $0.name == instance.name }
        known.append(instance)
        var effects = isTold ? [] : tell(.found(name: instance.name))
        guard isWanted(instance) else { return effects }
        candidates.append(instance)
        if case .searching = state, let request = resolveNext() { effects.append(request) }
        return effects
    }

    private mutating func vanished(_ gone: ServiceInstance) -> [Effect] {
        known.removeAll { $0 == gone }
        candidates.removeAll { $0 == gone }
        let effects = known.contains { $0.name == gone.name } ? [] : tell(.vanished(name: gone.name))
        guard case .resolving(gone) = state else { return effects }
        state = .searching
        return effects + [resolveNext()].compactMap(\.self)
    }

    /// Resolves the next candidate; nil if there is none.
    private mutating func resolveNext() -> Effect? {
        guard !candidates.isEmpty else { return nil }
        let instance = candidates.removeFirst()
        // A late answer to the previous question must not be mistaken for an answer to this one.
        if hasAsked { question += stride }
        (state, hasAsked) = (.resolving(instance), true)
        return .request(.resolve(question, instance))
    }

    private mutating func tell(_ notice: ServiceNotice) -> [Effect] {
        guard notices < Self.mostNotices else { return [] }
        notices += 1
        return [.event(.service(notice))]
    }

    private func isWanted(_ instance: ServiceInstance) -> Bool {
        guard case .service(let type, let name) = target else { return false }
        return instance.type == type && (name == nil || instance.name == name)
    }

    private mutating func closed(_ end: StreamEnd, _ before: State) -> [Effect] {
        state = .none
        switch before {
        case .connecting: return faults(behind: end) + [.event(.closed(end.refusal))]
        case .open: return faults(behind: end) + [.event(.ended(end.reason))]
        case .closing(true): return [.event(.ended(.local))]
        case .closing(false): return [.event(.closed("the phone gave it up"))]
        case .none, .searching, .resolving: return []
        }
    }

    /// Silence is the accessory's fault as long as this host could be heard.
    private func faults(behind end: StreamEnd) -> [Effect] {
        switch end {
        case .timedOut, .unreachable, .failed: obstacle(addresses).map { [.fault($0)] } ?? []
        case .closedHere, .ended, .truncated, .reset, .refused, .untrusted, .noCertificate, .alert, .noCommonProtocol,
            .handshakeFailed, .peerTooSlow:
            []
        }
    }
}

extension StreamEnd {
    /// Why a connection that was open has ended.
    var reason: DisconnectReason {
        switch self {
        case .closedHere: .local
        case .ended: .remote
        case .reset: .reset
        case .timedOut, .unreachable: .unacknowledged
        case .truncated, .refused, .untrusted, .noCertificate, .alert, .noCommonProtocol, .handshakeFailed,
            .peerTooSlow, .failed:
            .other(text: refusal)
        }
    }

    /// Why a connection was not established.
    var refusal: String {
        switch self {
        case .closedHere: "the phone gave it up"
        case .ended: "the accessory hung up"
        case .truncated: "TCP ended without the end of TLS"
        case .reset: "the accessory reset the network connection"
        case .timedOut: "nobody answered"
        case .refused: "the connection was refused"
        case .unreachable: "no host answers at its address"
        case .untrusted, .noCertificate: "its certificate is not the pinned one"
        case .alert(let number): "it ended TLS with alert \(number)"
        case .noCommonProtocol, .handshakeFailed: "it does not speak TLS 1.3 as the rig does"
        case .peerTooSlow: "it reads too slowly: more bytes wait for it than may"
        case .failed(let code): errorText(code)
        }
    }
}
