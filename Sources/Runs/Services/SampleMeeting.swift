import ApplicationServices
import Ground
import Links
public import NetworkDriver

/// A connection with Apple's Bonjour sample TicTacToe or a compatible peer, as a value: events of the driver go in;
/// requests to the driver, messages and finally an outcome come out.
public struct SampleMeeting {
    /// The way to the peer.
    public enum Way: Hashable, Sendable {
        case connect(NetworkAddress)
        /// A service of this name, found through Avahi.
        case find(name: String)
        case listen(NetworkAddress)
    }

    enum Told: Hashable {
        case listening(NetworkAddress)
        case found(String)
        case ready(peer: NetworkAddress)
        case received(ServiceFrame)
        case sent(ServiceFrame)
        case finding(Finding)
        /// The service is announced, but its address is not.
        case unresolved
        /// This side closed, but the peer did not.
        case notEnded
        /// The peer did not send the rest of a frame in time.
        case unfinished
        case ended(StreamEnd)
    }

    enum Effect: Hashable {
        case request(NetworkRequest)
        case tell(Told)
        case fault(RigFault)
    }

    /// The verdict on the peer.
    enum Outcome: Hashable {
        /// The handshake succeeded, and every byte belonged to a complete frame.
        case met
        /// The peer is at fault: it did not answer, refused, had another passcode, or sent something other than a
        /// frame.
        case failed
        /// No peer came, or the meeting ended before one did.
        case nobody
    }

    static let type = "_tictactoe._tcp"
    static let key = "tictactoe"
    private static let security = StreamSecurity.preShared(key: key)

    private let way: Way
    private let moves: [ServiceFrame]
    private let obstacle: ([NetworkAddress]) -> RigFault?
    private var addresses: [NetworkAddress] = []
    private var name: NetworkConnection?
    private var isFound = false
    /// The service to find, while only others were found; nil if the peer is not looked for.
    private var missing: MissingService?
    private var isReady = false
    private var hasFailed = false
    private var isLeaving = false
    /// Whether this side has closed the connection; a frame truncated after that is not the peer's fault.
    private var hasLeft = false
    /// The number of the query for the game's address; never reused.
    private var question: UInt32 = 0
    private var framer = ServiceFramer()
    /// Whether the connection is over.
    private(set) var isOver = false

    init(
        _ way: Way, sending moves: [ServiceFrame],
        obstacle: @escaping ([NetworkAddress]) -> RigFault? = { NetworkWay.obstacle(to: $0) }
    ) {
        (self.way, self.moves, self.obstacle) = (way, moves, obstacle)
        if case .find(let name) = way { missing = MissingService(Self.type, name: name) }
    }

    var outcome: Outcome { hasFailed ? .failed : isReady ? .met : .nobody }

    /// The service that was looked for in vain; nil if it was found, or was not looked for.
    var lack: MissingService? { isFound ? nil : missing }

    mutating func begin() -> [Effect] {
        switch way {
        case .connect(let address): connect([address])
        case .find: [.request(.search(1, type: Self.type))]
        case .listen(let address): [.request(.listen(1, ListenerSettings(address, security: Self.security, limit: 1)))]
        }
    }

    mutating func hear(_ event: NetworkEvent) -> [Effect] {
        switch event {
        case .found(1, let instance):
            guard case .find(instance.name) = way else {
                missing?.note(instance.name)
                return []
            }
            isFound = true
            guard addresses.isEmpty else { return [] }
            question += 1
            return [.tell(.found(instance.name)), .request(.resolve(question, instance))]
        case .resolved(_, let service) where addresses.isEmpty: return connect(service.addresses)
        case .unresolved where addresses.isEmpty: return [.tell(.unresolved)]
        case .listening(1, let address): return [.tell(.listening(address))]
        case .notListening(1, let end):
            isOver = true
            let remedy = "Name an address of this machine and a free port"
            return [.fault(RigFault("cannot listen there: \(end)", remedy: remedy))]
        case .accepted(let connection, _) where name == nil:
            name = connection
            return []
        case .opened(let connection, let peer):
            name = connection
            isReady = true
            return [.tell(.ready(peer: peer))]
                + moves.flatMap { [.request(.send(connection, $0.encoded)), .tell(.sent($0))] }
        case .bytes(let connection, let bytes):
            let frames = framer.receive(bytes).map { told($0) }
            return [.request(.taken(connection, bytes: bytes.count))] + frames + (isLeaving ? end() : [])
        case .closed(let connection, let end) where name == nil || name == connection: return close(end)
        case .fault(let fault):
            isOver = true
            return [.fault(fault)]
        default: return []
        }
    }

    /// Whether there is a peer.
    var isConnected: Bool { name != nil }

    /// Closes the connection after everything was sent and the peer's current frame is complete.
    mutating func leave() -> [Effect] {
        isLeaving = true
        return end()
    }

    private mutating func end() -> [Effect] {
        guard let name, !hasLeft, framer.isBetween else { return [] }
        hasLeft = true
        return [.request(.close(name))]
    }

    /// Gives up because the peer did not finish its frame or close its side in time. Bytes may be missing, so the peer
    /// was not met.
    mutating func giveUp() -> [Effect] {
        guard !isOver, isReady else { return [] }
        (isOver, hasFailed) = (true, true)
        return framer.finish().map { told($0) } + [.tell(hasLeft ? .notEnded : .unfinished)]
    }

    private mutating func connect(_ addresses: [NetworkAddress]) -> [Effect] {
        self.addresses = addresses
        name = .opened(1)
        return [.request(.connect(1, ConnectionSettings(addresses, security: Self.security)))]
    }

    private mutating func told(_ output: ServiceFramer.Output) -> Effect {
        switch output {
        case .frame(let frame): return .tell(.received(frame))
        case .finding(let finding):
            // Half a frame after this side closed is this side's doing.
            if !hasLeft || finding.weight == .fault { hasFailed = true }
            return .tell(.finding(finding))
        }
    }

    private mutating func close(_ end: StreamEnd) -> [Effect] {
        isOver = true
        let rest = framer.finish().map { told($0) }
        if let fault = fault(behind: end) { return rest + [.fault(fault)] }
        // A connection attempt that was given up says nothing about the peer.
        let isOwn = end == .closedHere && isLeaving
        if !isOwn, !isReady || !Self.isClean(end) { hasFailed = true }
        return rest + [.tell(.ended(end))]
    }

    /// Returns the rig's fault behind an end; silence that this side did not wait out counts as one.
    private func fault(behind end: StreamEnd) -> RigFault? {
        if end == .closedHere { return isReady ? nil : obstacle(addresses) }
        return end.fault { obstacle(addresses) }
    }

    private static func isClean(_ end: StreamEnd) -> Bool { end == .closedHere || end == .ended }
}

extension SampleMeeting {
    /// Returns the sample's encoding of a text: UTF-16 with a byte order mark (network.md, section 6.1; the
    /// order is unverified).
    static func payload(_ text: String) -> [UInt8] {
        [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }

    /// Returns the text of a payload: UTF-16 if it has a byte order mark, otherwise UTF-8; nil if it is neither.
    static func text(_ payload: [UInt8]) -> String? {
        guard payload.count >= 2, [[0xFF, 0xFE], [0xFE, 0xFF]].contains(Array(payload[..<2])) else {
            return String(validating: payload, as: UTF8.self)
        }
        guard payload.count.isMultiple(of: 2) else { return nil }
        let isLittle = payload[0] == 0xFF
        let units = stride(from: 2, to: payload.count, by: 2).map { place in
            isLittle
                ? UInt16(payload[place]) | UInt16(payload[place + 1]) << 8
                : UInt16(payload[place]) << 8 | UInt16(payload[place + 1])
        }
        return String(validating: units, as: UTF16.self)
    }
}
