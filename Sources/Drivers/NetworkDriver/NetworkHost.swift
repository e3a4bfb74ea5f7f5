public import Ground
public import Links
internal import NIOCore
internal import NIOPosix
public import OperatingSystem
import Synchronization

/// One host in a local network: services made known and found through Avahi's daemon, and streams over TCP, with TLS
/// 1.3 or without.
///
/// What comes is stamped where it comes and handed over at once, on the driver's threads: one for the daemon, which
/// begins with the first request for it, and one for all streams. Nothing is decided there.
public final class NetworkHost: Sendable {
    public typealias Receiver = @Sendable (NetworkArrival) -> Void

    private let clock: MonotonicClock
    private let report: @Sendable (NetworkEvent) -> Void
    private let services: ServiceThread
    private let streams: StreamLoop
    private let keys: StreamKeys
    private let group: MultiThreadedEventLoopGroup
    private let isClosed = Atomic<Bool>(false)

    /// Prepares a host; nothing is opened before it is asked for.
    ///
    /// - Parameters:
    ///   - bus: where Avahi's daemon is, in D-Bus's form (`unix:path=...`); nil for the system's bus.
    ///   - identities: what the streams may show in TLS, by the names that requests use.
    ///   - secrets: the keys of streams with a pre-shared key, by the names that requests use.
    ///   - keyLog: a file for TLS's secrets in NSS's format, made anew (0600), to read captures with; nil for none.
    ///     Streams with a pre-shared key write nothing there.
    ///   - shared: such a file that others write as well, where there is no `keyLog`; who made it closes it.
    ///   - receiver: takes what comes, from the driver's threads; it must not wait.
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

    /// Hands a request over and returns the instant of it. Never waits.
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

    /// Takes everything back: services said goodbye to, connections reset, threads ended, descriptors closed. Waits for
    /// that; safe to call again.
    public func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        services.close()
        let streams = streams
        streams.loop.execute { streams.stop() }
        try? group.syncShutdownGracefully()
        keys.close()
    }
}
