internal import Links
internal import NIOCore

/// Reports, once, what prevents a listener from accepting connections. Only the listener's channel learns that the
/// rig lacks a resource.
///
/// Used on the event loop only. It is the first handler of its channel; connections are handled after it.
final class AcceptError: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private let report: StreamLoop.Report
    private var isTold = false

    init(_ report: @escaping StreamLoop.Report) { self.report = report }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if !isTold, let code = (error as? IOError)?.errnoCode, let fault = RigFault.cannotAccept(code) {
            isTold = true
            report(.fault(fault))
        }
        context.fireErrorCaught(error)
    }
}
