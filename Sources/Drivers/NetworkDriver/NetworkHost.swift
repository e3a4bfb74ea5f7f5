public import Ground
public import Links
internal import NIOCore
internal import NIOPosix
public import OperatingSystem
import Synchronization

/// A host in a local network: service publication and discovery through Avahi's daemon, and TCP streams, with or
/// without TLS 1.3.
///
/// Events are stamped on arrival and delivered immediately, on the driver's threads: one for the daemon, started by
/// the first request for it, and one for all streams. They make no decisions.
public final class NetworkHost: Sendable {
    public typealias Receiver = @Sendable (NetworkArrival) -> Void

    private let clock: MonotonicClock
    private let report: @Sendable (NetworkEvent) -> Void
    private let services: ServiceThread
    private let streams: StreamLoop
    private let keys: StreamKeys
    private let group: MultiThreadedEventLoopGroup
    private let isClosed = Atomic<Bool>(false)

    /// Creates a host without opening anything; requests do.
    ///
    /// - Parameters:
    ///   - bus: the bus of Avahi's daemon, in D-Bus's format (`unix:path=...`); nil for the system bus.
    ///   - identities: the TLS identities available to streams, by the names used in requests.
    ///   - secrets: the keys of streams with a pre-shared key, by the names used in requests.
    ///   - keyLog: a file to create (0600) for TLS secrets in NSS's format, for reading captures; nil for none.
    ///     Streams with a pre-shared key write nothing to it.
    ///   - shared: a key log that others write to as well, used without a `keyLog`; its creator closes it.
    ///   - receiver: receives the events, on the driver's threads; it must not block.
    public init(
        bus: String? = nil, identities: [String: TLSIdentity] = [:], secrets: [String: PreSharedKey] = [:],
        keyLog: String? = nil, sharing shared: KeyLog? = nil, settings: StreamSettings = StreamSettings(),
        clock: MonotonicClock, receiver: @escaping Receiver
    ) throws(RigFault) {
        let report: @Sendable (NetworkEvent) -> Void = { receiver(NetworkArrival($0, at: clock.now)) }
        self.clock = clock
        self.report = report
        do {
            let own = try keyLog.map { path throws(SystemError) in try KeyLog(at: path) }
            keys = StreamKeys(identities, secrets, keyLog: own, sharing: shared)
            services = try ServiceThread(bus: bus ?? BusConnection.systemBus, clock: clock, report: report)
        } catch {
            throw RigFault(
                "the network driver did not start: \(error)",
                remedy: "Name a key log that is not there yet, or raise the limit on open files (ulimit)")
        }
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        streams = StreamLoop(loop: loop, settings: settings, security: keys, report: report)
        loop.execute { Urgency.device.apply() }
    }

    deinit { close() }

    /// Submits a request and returns the instant of submission. Never blocks.
    @discardableResult
    public func send(_ request: NetworkRequest) -> Instant {
        let now = clock.now
        guard !isClosed.load(ordering: .acquiring) else { return now }
        switch request {
        case .publish, .update, .withdraw, .search, .endSearch, .resolve:
            do {
                try services.send(request)
            } catch {
                report(.fault(RigFault("\(error)", remedy: "Raise the limit on threads and open files (ulimit)")))
            }
        case .listen, .secure, .endListening, .connect, .send, .taken, .close, .reset:
            let streams = streams
            streams.loop.execute { Self.perform(request, on: streams) }
        }
        return now
    }

    private static func perform(_ request: NetworkRequest, on streams: StreamLoop) {
        switch request {
        case .listen(let number, let settings): streams.listen(number, settings)
        case .secure(let number, let security): streams.secure(number, security)
        case .endListening(let number): streams.endListening(number)
        case .connect(let number, let settings): streams.connect(number, settings)
        case .send(let name, let bytes): streams.send(bytes, on: name)
        case .taken(let name, let count): streams.taken(count, on: name)
        case .close(let name): streams.close(name, byReset: false)
        case .reset(let name): streams.close(name, byReset: true)
        case .publish, .update, .withdraw, .search, .endSearch, .resolve: break
        }
    }

    /// Withdraws services with a goodbye, resets connections, ends threads and closes descriptors. Blocks until done.
    /// Idempotent.
    public func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        services.close()
        let streams = streams
        streams.loop.execute { streams.stop() }
        try? group.syncShutdownGracefully()
        keys.close()
    }
}
