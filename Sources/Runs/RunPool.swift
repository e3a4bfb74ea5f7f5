public import Evidence
import OperatingSystem
import Synchronization

/// Plays runs on several workers, each run entirely on one of them.
///
/// Losing a worker loses only the run that it was playing. Only one thread may submit and take.
public final class RunPool {
    /// The result of an order.
    public enum Outcome: Sendable {
        case played(PlayedRun)
        /// The worker was lost while it played.
        case lost(RunOrder, CommandError)
    }

    /// The workers' results, with a waker that signals new ones.
    private final class Basket: Sendable {
        let outcomes = Mutex<[(worker: Int, outcome: Outcome)]>([])
        let bell: Waker

        init() throws(SystemError) { bell = try Waker() }

        func put(_ outcome: Outcome, from worker: Int) {
            outcomes.withLock { $0.append((worker, outcome)) }
            bell.wake()
        }
    }

    private struct Place {
        let orders: BoundedQueue<RunOrder?>
        let thread: DeviceThread
        var isBusy = false
        var isLost = false
        var isRetired = false

        var isFree: Bool { !isBusy && !isLost && !isRetired }
    }

    private let basket: Basket
    private var places: [Place] = []
    private let poller = Poller(clock: MonotonicClock())

    /// Starts a thread for each worker.
    init(_ workers: [any RunWorker]) throws(CommandError) {
        do throws(SystemError) {
            basket = try Basket()
            for (number, worker) in workers.enumerated() {
                let orders = BoundedQueue<RunOrder?>(bound: 1)
                let thread = try DeviceThread("worker \(number)", urgency: .ordinary) { [basket] in
                    Self.work(worker, orders, basket, number)
                }
                places.append(Place(orders: orders, thread: thread))
            }
        } catch {
            throw CommandError(what: "no thread can be had for a worker: \(error)", remedy: nil)
        }
    }

    deinit { close() }

    /// Whether a worker is waiting for an order.
    public var hasRoom: Bool { places.contains { $0.isFree } }

    /// Whether no run is in progress and no result is waiting.
    public var isIdle: Bool { !places.contains { $0.isBusy } }

    /// Whether all workers are lost.
    public var isLost: Bool { !places.contains { !$0.isLost } }

    /// Gives the order to a waiting worker.
    public func submit(_ order: RunOrder) {
        guard let place = places.firstIndex(where: { $0.isFree }) else {
            preconditionFailure("an order goes to a worker that waits")
        }
        places[place].isBusy = true
        _ = places[place].orders.put(order)
    }

    /// Waits for the next result; returns nil if no run is in progress.
    public func take() -> Outcome? {
        while !isIdle {
            let next = basket.outcomes.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if let (worker, outcome) = next {
                places[worker].isBusy = false
                if case .lost = outcome { places[worker].isLost = true }
                return outcome
            }
            _ = poller.wait([PollDescriptor(basket.bell.number)])
            basket.bell.drain()
        }
        return nil
    }

    /// Ends the workers that are waiting for an order, because there are no more.
    public func retire() {
        for index in places.indices where places[index].isFree {
            places[index].isRetired = true
            _ = places[index].orders.put(nil)
        }
    }

    /// Ends all workers after their current runs; may be called repeatedly.
    public func close() {
        for place in places where !place.isLost && !place.isRetired { _ = place.orders.put(nil) }
        for place in places { place.thread.join() }
        places = []
    }

    private static func work(
        _ worker: any RunWorker, _ orders: BoundedQueue<RunOrder?>, _ basket: Basket, _ number: Int
    ) {
        defer { worker.end() }
        while let order = orders.take() {
            do throws(CommandError) {
                basket.put(.played(try worker.play(order)), from: number)
            } catch {
                return basket.put(.lost(order, error), from: number)
            }
        }
    }
}
