import Ground
import Links
import NetworkDriver
import OperatingSystem
import Synchronization
import Testing

/// The events of a host in a test, in order, for code that waits for them.
final class EventLog: Sendable {
    let clock = MonotonicClock()
    private let arrivals = Mutex<[NetworkArrival]>([])

    var receiver: NetworkHost.Receiver {
        { [self] arrival in arrivals.withLock { $0.append(arrival) } }
    }

    var all: [NetworkArrival] { arrivals.withLock { $0 } }
    var events: [NetworkEvent] { all.map(\.event) }

    /// Returns all bytes of a connection so far.
    func bytes(of connection: NetworkConnection) -> [UInt8] {
        events.flatMap { if case .bytes(connection, let bytes) = $0 { bytes } else { [UInt8]() } }
    }

    var faults: [RigFault] { events.compactMap { if case .fault(let fault) = $0 { fault } else { nil } } }

    /// Returns the way in which a connection ended.
    func end(of connection: NetworkConnection) -> StreamEnd? {
        events.compactMap { if case .closed(connection, let end) = $0 { end } else { nil } }.first
    }

    /// Waits until a condition holds; the limit is far beyond any normal duration.
    func await<Value>(
        _ what: Comment, within limit: Lapse = .seconds(20), _ find: (EventLog) -> Value?,
        at place: SourceLocation = #_sourceLocation
    ) throws -> Value {
        let deadline = clock.now + limit
        while true {
            if let found = find(self) { return found }
            guard clock.now < deadline else { break }
            _ = Poller(clock: clock).wait([], until: clock.now + .milliseconds(2))
        }
        Issue.record("\(what) did not come; there was \(String(describing: events.suffix(12)))", sourceLocation: place)
        throw Missing()
    }

    /// Waits for the first event that `pick` accepts.
    func first<Value>(
        _ what: Comment, within limit: Lapse = .seconds(20), _ pick: (NetworkEvent) -> Value?,
        at place: SourceLocation = #_sourceLocation
    ) throws -> Value {
        try self.await(what, within: limit, { $0.events.lazy.compactMap(pick).first }, at: place)
    }

    private struct Missing: Error {}
}

/// A host with its events.
struct LoggedHost {
    let log = EventLog()
    let host: NetworkHost

    init(
        bus: String? = nil, identities: [String: TLSIdentity] = [:], secrets: [String: PreSharedKey] = [:],
        keyLog: String? = nil, settings: StreamSettings = StreamSettings()
    ) throws {
        host = try NetworkHost(
            bus: bus, identities: identities, secrets: secrets, keyLog: keyLog, settings: settings, clock: log.clock,
            receiver: log.receiver)
    }

    /// Listens on loopback, and returns the address.
    func listen(_ number: UInt32 = 1, _ security: StreamSecurity = .plain, limit: Int = 64) throws -> NetworkAddress {
        host.send(.listen(number, ListenerSettings(NetworkAddress("127.0.0.1", 0), security: security, limit: limit)))
        return try log.first("the listener") { if case .listening(number, let address) = $0 { address } else { nil } }
    }

    func connect(_ number: UInt32 = 1, to address: NetworkAddress, _ security: StreamSecurity = .plain) {
        host.send(.connect(number, ConnectionSettings([address], security: security)))
    }

    func awaitOpened(_ connection: NetworkConnection, at place: SourceLocation = #_sourceLocation) throws {
        _ = try log.first(
            "\(connection) open",
            { event -> Bool? in
                if case .opened(connection, _) = event { true } else { nil }
            }, at: place)
    }

    func awaitEnd(_ connection: NetworkConnection, at place: SourceLocation = #_sourceLocation) throws -> StreamEnd {
        try log.await("the end of \(connection)", { $0.end(of: connection) }, at: place)
    }
}
