internal import NIOCore
internal import OpenSSL

/// TLS between the wire and the stream's handler; used on the event loop only.
///
/// Fires `Event`s for the stream's handler. If the peer's TCP ends without closing TLS, the handler fires `Cut`.
@safe
final class TLSHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// An event for the stream's handler; each occurs at most once.
    enum Event {
        /// The peer presented a certificate with this pin, right or wrong.
        case shown(CertificatePin)
        case opened
        /// The peer closed TLS.
        case ended
    }

    /// The peer's TCP ended without closing TLS.
    struct Cut: Error {}

    private enum State {
        case idle
        case shaking
        case open
        /// This side has closed TLS and is waiting for the peer to end.
        case leaving
        case over
    }

    private let engine: TLSEngine
    private let log: KeyLog?
    private var state = State.idle
    private var isShown = false

    /// Creates a handler that writes the connection's secrets to `log`.
    init(_ engine: TLSEngine, log: KeyLog?) { (self.engine, self.log) = (engine, log) }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { start(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        start(context)
        context.fireChannelActive()
    }

    private func start(_ context: ChannelHandlerContext) {
        guard case .idle = state else { return }
        state = .shaking
        proceed(context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        do throws(TLSFailure) {
            try engine.feed(Array(unwrapInboundIn(data).readableBytesView))
        } catch {
            return fail(error, context)
        }
        proceed(context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        switch state {
        case .idle, .shaking, .open: context.fireErrorCaught(Cut())
        case .leaving, .over: break
        }
        state = .over
        context.fireChannelInactive()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let bytes = Array(unwrapOutboundIn(data).readableBytesView)
        // Senders wait for `opened`, and send nothing after closing.
        guard case .open = state, !bytes.isEmpty else {
            if bytes.isEmpty { return context.write(data, promise: promise) }
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        do throws(TLSFailure) {
            try engine.write(bytes)
        } catch {
            promise?.fail(error)
            return fail(error, context)
        }
        context.write(wrapOutboundOut(ByteBuffer(bytes: engine.takeAll())), promise: promise)
    }

    /// Closes TLS first and waits for the peer's end; the stream's owner limits the wait.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard case .open = state, mode == .all else {
            state = .over
            return context.close(mode: mode, promise: promise)
        }
        state = .leaving
        engine.sayGoodbye()
        send(context)
        context.channel.closeFuture.cascade(to: promise)
        context.read()
    }

    private func proceed(_ context: ChannelHandlerContext) {
        if case .shaking = state { shakeHands(context) }
        if state == .open || state == .leaving { read(context) }
    }

    private func shakeHands(_ context: ChannelHandlerContext) {
        let result = Result { () throws(TLSFailure) in try engine.shakeHands() }
        if let log, case let lines = engine.takeLog(), !lines.isEmpty { log.write(lines) }
        if !isShown, let hash = engine.fingerprint {
            isShown = true
            context.fireUserInboundEventTriggered(Event.shown(CertificatePin(hash)))
        }
        switch result {
        case .success(.waits): send(context)
        case .success(.ended): end(context)
        case .success(.done):
            send(context)
            state = .open
            context.fireUserInboundEventTriggered(Event.opened)
        case .failure(let error): fail(error, context)
        }
    }

    private func read(_ context: ChannelHandlerContext) {
        var data: [UInt8] = []
        let result = Result { () throws(TLSFailure) in try engine.read(into: &data) }
        if !data.isEmpty { context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: data))) }
        switch result {
        case .success(.waits), .success(.done): send(context)
        case .success(.ended): end(context)
        case .failure(let error): fail(error, context)
        }
    }

    /// Closes TLS in response to the peer's close.
    private func end(_ context: ChannelHandlerContext) {
        let wasOpen = state == .open
        state = .over
        if wasOpen {
            context.fireUserInboundEventTriggered(Event.ended)
            engine.sayGoodbye()
            send(context)
        }
        context.close(promise: nil)
    }

    /// Fails the stream; an alert for the peer may be waiting to be sent.
    private func fail(_ error: TLSFailure, _ context: ChannelHandlerContext) {
        guard state != .over else { return }
        state = .over
        // Without a common protocol, TLS itself is sound and closes as usual.
        if error == .noCommonProtocol { engine.sayGoodbye() }
        send(context)
        context.fireErrorCaught(error)
        context.close(promise: nil)
    }

    private func send(_ context: ChannelHandlerContext) {
        let bytes = engine.takeAll()
        guard !bytes.isEmpty else { return }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
    }
}
