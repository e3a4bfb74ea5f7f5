internal import NIOCore
internal import NIOTLS

/// TLS with a pre-shared key between the wire and the stream's handler; used on the event loop only.
///
/// It behaves like NIO's own TLS: `handshakeCompleted` occurs once, a peer's close is reported as
/// `shutdownCompleted`, and an end without one is an error.
@safe
final class PreSharedHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

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

    private let engine: PreSharedEngine
    private var state = State.idle

    init(_ engine: PreSharedEngine) { self.engine = engine }

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
        let bytes = Array(unwrapInboundIn(data).readableBytesView)
        do throws(PreSharedEngine.Failure) {
            try engine.feed(bytes)
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
        switch state {
        case .open: break
        // Senders wait for `opened`, and send nothing after closing.
        case .idle, .shaking, .leaving, .over:
            if bytes.isEmpty { return context.write(data, promise: promise) }
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        do throws(PreSharedEngine.Failure) {
            if !bytes.isEmpty { try engine.write(bytes) }
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
        do throws(PreSharedEngine.Failure) {
            if case .shaking = state {
                let step = try engine.shakeHands()
                send(context)
                switch step {
                case .waits: return
                case .ended: return end(context)
                case .done:
                    state = .open
                    context.fireUserInboundEventTriggered(TLSUserEvent.handshakeCompleted(negotiatedProtocol: nil))
                }
            }
            while true {
                switch state {
                case .open, .leaving: break
                case .idle, .shaking, .over: return
                }
                switch try engine.read() {
                case .done(let bytes):
                    context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: bytes)))
                case .waits: return send(context)
                case .ended: return end(context)
                }
            }
        } catch {
            fail(error, context)
        }
    }

    /// Closes TLS in response to the peer's close.
    private func end(_ context: ChannelHandlerContext) {
        let wasOpen = if case .open = state { true } else { false }
        state = .over
        if wasOpen {
            context.fireUserInboundEventTriggered(TLSUserEvent.shutdownCompleted)
            engine.sayGoodbye()
            send(context)
        }
        context.close(promise: nil)
    }

    /// Fails the stream; an alert for the peer may be waiting to be sent.
    private func fail(_ error: PreSharedEngine.Failure, _ context: ChannelHandlerContext) {
        guard state != .over else { return }
        state = .over
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
