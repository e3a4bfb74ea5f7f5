internal import Links
internal import NIOCore

/// Tells once what keeps a listener from taking connections: of the rig's own want only the listener's channel hears.
///
/// Used on the event loop alone. The first handler of its channel: what becomes of each connection comes behind it.
final class AcceptTrouble: ChannelInboundHandler {
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
