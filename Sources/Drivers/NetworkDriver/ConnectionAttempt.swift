internal import Ground
internal import NIOCore
internal import NIOPosix

/// Connects to the first of several addresses that answers, trying each shortly after the previous one or as soon as
/// that one failed (after RFC 8305). Used on its event loop only.
@safe
final class ConnectionAttempt: @unchecked Sendable {
    enum Result {
        case success(any Channel)
        case failure(StreamEnd)
    }

    /// Called at the time limit once there is a channel.
    var atLimit: (() -> Void)?

    private let addresses: [SocketAddress]
    private let loop: any EventLoop
    private let stagger: Lapse
    private let finish: (Result) -> Void
    private var next = 0
    private var underWay: [Int: any Channel] = [:]
    private var open = 0
    private var isOver = false
    private var lastEnd = StreamEnd.timedOut
    private var timer: Scheduled<Void>?
    private var limit: Scheduled<Void>?

    init(
        _ addresses: [SocketAddress], on loop: any EventLoop, stagger: Lapse, finish: @escaping (Result) -> Void
    ) {
        (self.addresses, self.loop, self.stagger, self.finish) = (addresses, loop, stagger, finish)
    }

    func begin(limit: Lapse) {
        self.limit = loop.scheduleTask(in: .nanoseconds(max(0, limit.nanoseconds))) { [self] in
            if isOver { atLimit?() } else { end(.failure(.timedOut)) }
        }
        tryNext()
    }

    /// Stops reporting and closes attempts in progress; a channel that was already passed on is kept.
    func cancel() {
        isOver = true
        atLimit = nil
        timer?.cancel()
        limit?.cancel()
        for channel in underWay.values { channel.close(promise: nil) }
        underWay = [:]
    }

    private func tryNext() {
        guard !isOver, next < addresses.count else { return }
        let place = next
        next += 1
        open += 1
        ClientBootstrap(group: loop)
            .channelOption(.autoRead, value: false)
            .channelOption(.maxMessagesPerRead, value: 1)
            .connectTimeout(.hours(1))
            .channelInitializer { [self] channel in
                underWay[place] = channel
                return loop.makeSucceededVoidFuture()
            }
            .connect(to: addresses[place]).whenComplete { [self] result in arrive(result, at: place) }
        timer = loop.scheduleTask(in: .nanoseconds(stagger.nanoseconds)) { [self] in tryNext() }
    }

    private func arrive(_ result: Swift.Result<any Channel, any Error>, at place: Int) {
        open -= 1
        underWay[place] = nil
        switch result {
        case .success(let channel):
            if isOver { return channel.close(promise: nil) }
            end(.success(channel))
        case .failure(let error):
            guard !isOver else { return }
            lastEnd = StreamEnd(error)
            timer?.cancel()
            if next < addresses.count { tryNext() } else if open == 0 { end(.failure(lastEnd)) }
        }
    }

    private func end(_ result: Result) {
        isOver = true
        timer?.cancel()
        for channel in underWay.values { channel.close(promise: nil) }
        underWay = [:]
        finish(result)
    }
}
