internal import CLinux
import Glibc
internal import Ground
internal import NIOCore
internal import NIOSSL
internal import NIOTLS

/// What is to happen on a connection before it is open.
enum StreamHandshake: Hashable {
    case none
    /// TLS, and both must agree on this protocol (ALPN).
    case agreeing(protocol: String)
    /// TLS alone.
    case alone
}

/// Stamps what happens on one channel and hands it to the streams; keeps no more than the window in the consumer's
/// hands. The last handler of its channel; used on the event loop alone.
@safe
final class StreamHandler: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// What becomes of the connection, for its owner.
    enum Report {
        case opened
        case bytes([UInt8])
        case closed(StreamEnd)
    }

    private let handshake: StreamHandshake
    private let window: Int
    private let report: (StreamHandler, Report) -> Void
    /// Set by the check of the peer's certificate.
    var isUntrusted = false
    private var context: ChannelHandlerContext?
    private var isOpen = false
    private var isOver = false
    /// Bytes that the consumer has and did not take yet.
    private var untaken = 0
    private var isReading = false
    /// Why the connection ends, as far as that is known before it is over.
    private var end: StreamEnd?

    init(handshake: StreamHandshake, window: Int, report: @escaping (StreamHandler, Report) -> Void) {
        self.handshake = handshake
        self.window = window
        self.report = report
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        if context.channel.isActive { start(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) { start(context) }

    private func start(_ context: ChannelHandlerContext) {
        guard !isReading, !isOver else { return }
        if handshake == .none { open(context) } else { read(context) }
    }

    private func open(_ context: ChannelHandlerContext) {
        guard !isOpen, !isOver else { return }
        isOpen = true
        report(self, .opened)
        read(context)
    }

    private func read(_ context: ChannelHandlerContext) {
        guard !isReading, !isOver, untaken < window else { return }
        isReading = true
        context.read()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case TLSUserEvent.handshakeCompleted(let agreed):
            if case .agreeing(let wanted) = handshake, agreed != wanted { return fail(.noCommonProtocol, context) }
            open(context)
        case TLSUserEvent.shutdownCompleted: end = end ?? .ended
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = Array(unwrapInboundIn(data).readableBytesView)
        guard !bytes.isEmpty, isOpen, !isOver else { return }
        untaken += bytes.count
        report(self, .bytes(bytes))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        read(context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let seen = isUntrusted ? .untrusted : StreamEnd(error)
        end = end ?? seen
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { finish(end ?? .ended) }

    /// The consumer is done with so many bytes.
    func take(_ count: Int) {
        untaken = max(0, untaken - max(0, count))
        if let context, isOpen { read(context) }
    }

    /// This side ends it, for that reason.
    func fail(_ cause: StreamEnd, _ context: ChannelHandlerContext? = nil) {
        end = end ?? cause
        guard let context = context ?? self.context else { return finish(cause) }
        context.close(promise: nil)
    }

    /// This side ends it, and the peer sees a reset, whatever TLS would say.
    func reset(for cause: StreamEnd) {
        end = end ?? cause
        guard let context else { return finish(cause) }
        let channel = context.channel
        // With nothing to linger for, closing is a reset.
        _ = (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        guard let wire = try? channel.pipeline.syncOperations.context(handlerType: WireHandler.self) else {
            return context.close(promise: nil)
        }
        wire.close(promise: nil)
    }

    /// Whether the kernel has bytes that the peer did not acknowledge.
    var hasUnacknowledged: Bool {
        guard !isOver, let pipeline = context?.channel.pipeline.syncOperations else { return false }
        let count = try? pipeline.withUnsafeTransportIfAvailable(of: CInt.self) { trammel_unacknowledged($0) }
        return (count ?? 0) > 0
    }

    private func finish(_ cause: StreamEnd) {
        guard !isOver else { return }
        isOver = true
        report(self, .closed(cause))
    }
}

/// The handler next to the socket: what goes past it goes past TLS.
final class WireHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
}
