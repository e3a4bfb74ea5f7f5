import Glibc
internal import Ground
internal import Links
internal import NIOCore
internal import NIOPosix

/// All TCP of one host, on one event loop: it stamps events and passes them on, and makes no decisions.
///
/// Everything but `init` is used on the event loop only.
@safe
final class StreamLoop: @unchecked Sendable {
    typealias Report = @Sendable (NetworkEvent) -> Void

    private struct Listener {
        let channel: any Channel
        let settings: ListenerSettings
        var taken: UInt32 = 0
        var present = 0
    }

    private struct Stream {
        let handler: StreamHandler
        let channel: any Channel
        var unsent = 0
    }

    let loop: any EventLoop
    private let settings: StreamSettings
    private let security: StreamKeys
    private let report: Report
    private var listeners: [UInt32: Listener] = [:]
    /// The security of each listener's connections, from the moment it is requested.
    private var makers: [UInt32: StreamKeys.Maker] = [:]
    private var streams: [NetworkConnection: Stream] = [:]
    private var attempts: [UInt32: ConnectionAttempt] = [:]

    init(loop: any EventLoop, settings: StreamSettings, security: StreamKeys, report: @escaping Report) {
        (self.loop, self.settings, self.security, self.report) = (loop, settings, security, report)
    }

    // MARK: Listening

    func listen(_ number: UInt32, _ wanted: ListenerSettings) {
        guard let address = wanted.address.socketAddress, !wanted.address.isWildcard else {
            return report(.fault(.noAddress(wanted.address)))
        }
        secure(number, wanted.security)
        guard makers[number] != nil else { return }
        ServerBootstrap(group: loop)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.backlog, value: 1_024)
            .serverChannelInitializer { [self] channel in
                loop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(AcceptError(report)) }
            }
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelInitializer { [self] channel in
                loop.makeCompletedFuture { try take(channel, of: number) }
            }
            .bind(to: address).whenComplete { [self] result in
                switch result {
                case .success(let channel):
                    listeners[number] = Listener(channel: channel, settings: wanted)
                    report(.listening(number, NetworkAddress(channel.localAddress) ?? wanted.address))
                case .failure(let error):
                    makers[number] = nil
                    report(.notListening(number, StreamEnd(error)))
                }
            }
    }

    /// Sets the security of a listener's future connections, even if the listener is still being set up.
    func secure(_ number: UInt32, _ wanted: StreamSecurity) {
        do throws(RigFault) {
            makers[number] = try security.maker(for: wanted, isServer: true)
        } catch {
            report(.fault(error))
        }
    }

    func endListening(_ number: UInt32) {
        makers[number] = nil
        listeners[number]?.channel.close(promise: nil)
        listeners[number] = nil
    }

    private func take(_ channel: any Channel, of number: UInt32) throws {
        guard var listener = listeners[number], let prepare = makers[number],
            listener.present < listener.settings.limit
        else {
            if listeners[number] != nil { report(.turnedAway(number, count: 1)) }
            throw ChannelError.connectPending
        }
        listener.present += 1
        listener.taken += 1
        listeners[number] = listener
        let name = NetworkConnection.accepted(listener: number, count: listener.taken)
        channel.closeFuture.whenComplete { [self] _ in listeners[number]?.present -= 1 }
        let peer = NetworkAddress(channel.remoteAddress) ?? NetworkAddress("", 0)
        report(.accepted(name, peer: peer))
        let handler = StreamHandler(isSecured: prepare.isSecured, window: settings.window) { [self] told in
            receive(told, of: name, peer: peer)
        }
        streams[name] = Stream(handler: handler, channel: channel)
        do {
            try configure(channel)
            try add(handler, to: channel, prepare)
        } catch {
            // A connection whose arrival was reported must be reported as gone.
            handler.fail(StreamEnd(error))
            throw error
        }
        guard prepare.isSecured else { return }
        let limit = loop.scheduleTask(in: .nanoseconds(settings.handshake.nanoseconds)) { [self] in
            guard streams[name] != nil, !opened.contains(name) else { return }
            handler.reset(for: .timedOut)
        }
        channel.closeFuture.whenComplete { _ in limit.cancel() }
    }

    /// Connections that have completed the handshake.
    private var opened: Set<NetworkConnection> = []

    // MARK: Connecting

    func connect(_ number: UInt32, _ wanted: ConnectionSettings) {
        let name = NetworkConnection.opened(number)
        let prepare: StreamKeys.Maker
        do throws(RigFault) {
            prepare = try security.maker(for: wanted.security, isServer: false)
        } catch {
            return report(.fault(error))
        }
        var addresses: [SocketAddress] = []
        for address in wanted.addresses {
            guard let address = address.socketAddress else { return report(.fault(.noAddress(address))) }
            addresses.append(address)
        }
        guard !addresses.isEmpty else { return report(.closed(name, .unreachable)) }
        let attempt = ConnectionAttempt(addresses, on: loop, stagger: settings.stagger) { [self] result in
            switch result {
            case .success(let channel): adopt(channel, as: name, number, prepare)
            case .failure(let end):
                attempts.removeValue(forKey: number)?.cancel()
                report(.closed(name, end))
            }
        }
        attempts[number] = attempt
        attempt.begin(limit: wanted.limit)
    }

    private func adopt(
        _ channel: any Channel, as name: NetworkConnection, _ number: UInt32, _ prepare: StreamKeys.Maker
    ) {
        let peer = NetworkAddress(channel.remoteAddress) ?? NetworkAddress("", 0)
        let handler = StreamHandler(isSecured: prepare.isSecured, window: settings.window) { [self] told in
            switch told {
            case .opened, .closed: attempts.removeValue(forKey: number)?.cancel()
            case .shown, .bytes: break
            }
            receive(told, of: name, peer: peer)
        }
        streams[name] = Stream(handler: handler, channel: channel)
        attempts[number]?.atLimit = { handler.reset(for: .timedOut) }
        do {
            try configure(channel)
            try add(handler, to: channel, prepare)
        } catch {
            handler.fail(StreamEnd(error))
            channel.close(promise: nil)
        }
    }

    // MARK: Connections

    func send(_ bytes: [UInt8], on name: NetworkConnection) {
        guard !bytes.isEmpty, var stream = streams[name] else { return }
        guard stream.unsent + bytes.count <= settings.unsent else { return stream.handler.reset(for: .peerTooSlow) }
        stream.unsent += bytes.count
        streams[name] = stream
        stream.channel.writeAndFlush(ByteBuffer(bytes: bytes)).whenComplete { [self] _ in
            streams[name]?.unsent -= bytes.count
        }
    }

    func taken(_ count: Int, on name: NetworkConnection) { streams[name]?.handler.take(count) }

    /// Ends a connection after all its data has been sent.
    func close(_ name: NetworkConnection, byReset: Bool) {
        if case .opened(let number) = name, streams[name] == nil, let attempt = attempts.removeValue(forKey: number) {
            attempt.cancel()
            return report(.closed(name, .closedHere))
        }
        guard let stream = streams[name] else { return }
        let handler = stream.handler
        let end: @Sendable () -> Void = { [self] in
            guard streams[name] != nil else { return }
            if byReset {
                resetBehindAll(handler, until: .now() + .nanoseconds(Self.patience.nanoseconds))
            } else {
                handler.fail(.closedHere)
            }
        }
        // Writes are executed in order, so this one completes after all others.
        stream.channel.writeAndFlush(ByteBuffer()).whenComplete { _ in end() }
        let limit = loop.scheduleTask(in: .nanoseconds(settings.handshake.nanoseconds)) { [self] in
            if streams[name] != nil { handler.reset(for: .closedHere) }
        }
        stream.channel.closeFuture.whenComplete { _ in limit.cancel() }
    }

    /// The time that a reset waits for the peer's kernel to receive everything written.
    private static let patience = Lapse.seconds(1)

    /// Resets once everything is acknowledged. The kernel delays small pieces even with delays disabled
    /// (tcp_autocorking), and a reset discards them.
    private func resetBehindAll(_ handler: StreamHandler, until limit: NIODeadline) {
        guard handler.hasUnacknowledged, NIODeadline.now() < limit else { return handler.reset(for: .closedHere) }
        loop.scheduleTask(in: .microseconds(500)) { [self] in resetBehindAll(handler, until: limit) }
    }

    /// Ends everything immediately.
    func stop() {
        for listener in listeners.values { listener.channel.close(promise: nil) }
        for attempt in attempts.values { attempt.cancel() }
        for stream in streams.values { stream.handler.reset(for: .closedHere) }
        listeners = [:]
        attempts = [:]
    }

    private func receive(_ told: StreamHandler.Report, of name: NetworkConnection, peer: NetworkAddress) {
        switch told {
        case .shown(let pin): report(.shown(name, pin))
        case .opened:
            opened.insert(name)
            report(.opened(name, peer: peer))
        case .bytes(let bytes): report(.bytes(name, bytes))
        case .closed(let end):
            streams[name] = nil
            opened.remove(name)
            report(.closed(name, end))
        }
    }

    private func add(_ handler: StreamHandler, to channel: any Channel, _ prepare: StreamKeys.Maker) throws {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(WireHandler())
        if let tls = try prepare.make() { try pipeline.addHandler(tls) }
        try pipeline.addHandler(handler)
    }

    private func configure(_ channel: any Channel) throws {
        guard let options = channel.syncOptions else { return }
        let idle = Int(max(1, settings.keepalive.nanoseconds / 1_000_000_000))
        let interval = Int(max(1, settings.probing.nanoseconds / 1_000_000_000))
        try options.setOption(.tcpOption(.tcp_nodelay), value: 1)
        try options.setOption(.socketOption(.so_keepalive), value: 1)
        try options.setOption(.tcpOption(.init(rawValue: TCP_KEEPIDLE)), value: idle)
        try options.setOption(.tcpOption(.init(rawValue: TCP_KEEPINTVL)), value: interval)
        try options.setOption(.tcpOption(.init(rawValue: TCP_KEEPCNT)), value: Int(settings.probes))
        // Unacknowledged bytes in flight count as silence too.
        let silence = (idle + interval * Int(settings.probes)) * 1_000
        try options.setOption(.tcpOption(.init(rawValue: TCP_USER_TIMEOUT)), value: silence)
    }
}
