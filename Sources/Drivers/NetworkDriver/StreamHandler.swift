internal import CLinux
import Glibc
internal import Ground
internal import NIOCore

/// Stamps the events of one channel and passes them to the streams; limits the bytes in the consumer's hands to the
/// window. It is the last handler of its channel; used on the event loop only.
@safe
final class StreamHandler: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// A report to the connection's owner.
    enum Report {
        case shown(CertificatePin)
        case opened
        case bytes([UInt8])
        case closed(StreamEnd)
    }

    /// Whether TLS comes before `opened`.
    private let isSecured: Bool
    private let window: Int
    private let report: (Report) -> Void
    private var context: ChannelHandlerContext?
    private var isOpen = false
    private var isOver = false
    /// The number of bytes that the consumer has received but not yet taken.
    private var untaken = 0
    private var isReading = false
    /// The reason for the connection's end, if known in advance.
    private var end: StreamEnd?

    init(isSecured: Bool, window: Int, report: @escaping (Report) -> Void) {
        self.isSecured = isSecured
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
        if isSecured { read(context) } else { open(context) }
    }

    private func open(_ context: ChannelHandlerContext) {
        guard !isOpen, !isOver else { return }
        isOpen = true
        report(.opened)
        read(context)
    }

    private func read(_ context: ChannelHandlerContext) {
        guard !isReading, !isOver, untaken < window else { return }
        isReading = true
        context.read()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event as? TLSHandler.Event {
        case .shown(let pin): report(.shown(pin))
        case .opened: open(context)
        case .ended: end = end ?? .ended
        case nil: context.fireUserInboundEventTriggered(event)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = Array(unwrapInboundIn(data).readableBytesView)
        guard !bytes.isEmpty, isOpen, !isOver else { return }
        untaken += bytes.count
        report(.bytes(bytes))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        read(context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        end = end ?? StreamEnd(error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { finish(end ?? .ended) }

    /// Records that the consumer is done with a number of bytes.
    func take(_ count: Int) {
        untaken = max(0, untaken - max(0, count))
        if let context, isOpen { read(context) }
    }

    /// Ends the connection from this side, for the given reason.
    func fail(_ cause: StreamEnd) {
        end = end ?? cause
        guard let context else { return finish(cause) }
        context.close(promise: nil)
    }

    /// Ends the connection from this side with a reset, bypassing TLS.
    func reset(for cause: StreamEnd) {
        end = end ?? cause
        guard let context else { return finish(cause) }
        let channel = context.channel
        // With a linger time of zero, closing resets the connection.
        _ = (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        guard let wire = try? channel.pipeline.syncOperations.context(handlerType: WireHandler.self) else {
            return context.close(promise: nil)
        }
        wire.close(promise: nil)
    }

    /// Whether the kernel has bytes that the peer has not acknowledged.
    var hasUnacknowledged: Bool {
        guard !isOver, let pipeline = context?.channel.pipeline.syncOperations else { return false }
        let count = try? pipeline.withUnsafeTransportIfAvailable(of: CInt.self) { trammel_unacknowledged($0) }
        return (count ?? 0) > 0
    }

    private func finish(_ cause: StreamEnd) {
        guard !isOver else { return }
        isOver = true
        report(.closed(cause))
    }
}

/// The handler next to the socket, through which data bypasses TLS.
final class WireHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
}
