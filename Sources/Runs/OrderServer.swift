import Benches
import Evidence
import Ground
import OperatingSystem

/// A server that plays the runs ordered by another process over standard input, and answers each with its result.
struct OrderServer {
    private let player: RunPlayer
    private let clock = MonotonicClock()

    init(_ player: RunPlayer) { self.player = player }

    /// Plays until there are no more orders; throws if orders cannot be read or answered.
    func serve() throws(CommandError) {
        let stock = BenchPool()
        defer { stock.close() }
        let orders = BoundedQueue<WorkerLine.Order>(bound: 16)
        do {
            _ = try DeviceThread("orders", urgency: .ordinary) { Self.listen(orders) }
        } catch {
            throw CommandError(what: "no thread can be had: \(error)", remedy: nil)
        }
        while true {
            switch orders.take() {
            case .play(let order):
                guard player.plan.run(order) != nil else {
                    throw CommandError(what: "a scenario was ordered that is not in the plan", remedy: nil)
                }
                let begin = clock.now
                let played = player.play(order, from: stock)
                tell(WorkerLine.Answer(played, took: WallClock.isMachinesOwn ? nil : clock.now - begin))
            case .stop, .end: return
            }
        }
    }

    private func tell(_ answer: WorkerLine.Answer) {
        StandardOutput.shared.write(String(decoding: WorkerLine.line(answer), as: UTF8.self))
    }

    /// Reads all orders; a request to stop immediately reaches the run in progress.
    private static func listen(_ orders: BoundedQueue<WorkerLine.Order>) {
        while let line = readLine(strippingNewline: true) {
            guard let order = WorkerLine.Order(line) else { break }
            if order == .stop { Interruption.request() }
            guard orders.put(order), order != .stop, order != .end else { return }
        }
        _ = orders.put(.end)
    }
}
