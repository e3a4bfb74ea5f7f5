import Evidence
import Ground
import Journal
import OperatingSystem
import Synchronization

/// Plays many runs on several workers, each run whole on one of them; which worker plays which is decided by who is free.
///
/// A worker that is lost takes the run with it that it was playing, and no other.
final class RunCrew: Sendable {
    /// What came of one place of the plan.
    enum Outcome: Sendable {
        case played(PlayedRun)
        /// The worker was lost while it played.
        case lost(index: Int, CommandTrouble)
    }

    private struct State {
        var next = 0
        var isStopped = false
        var outcomes: [Outcome] = []
        var working: Int
    }

    /// The places of the plan, in the order in which they are handed out.
    private let order: [Int]
    private let workers: [any RunWorker]
    private let state: Mutex<State>
    /// Moves when something came, or a worker ended.
    private let bell: Waker
    private let poller = Poller(clock: MonotonicClock())

    init(_ workers: [any RunWorker], order: [Int]) throws(SystemError) {
        self.order = order
        self.workers = workers
        state = Mutex(State(working: workers.count))
        bell = try Waker()
    }

    /// Plays until nothing is left, a person asks for the end, every worker is lost, or `take` returns false.
    ///
    /// `take` hears on this thread what came, as it comes. What was begun is waited for in any case.
    func play(take: (Outcome) -> Bool) throws(SystemError) {
        var threads: [DeviceThread] = []
        for (number, worker) in workers.enumerated() {
            threads.append(try DeviceThread("worker \(number)", urgency: .ordinary) { self.work(worker) })
        }
        while true {
            let (outcomes, isOver) = state.withLock { state in
                defer { state.outcomes = [] }
                return (state.outcomes, state.working == 0)
            }
            for outcome in outcomes where !take(outcome) { state.withLock { $0.isStopped = true } }
            if isOver { break }
            _ = poller.wait([PollDescriptor(bell.number)])
            bell.drain()
        }
        for thread in threads { thread.join() }
    }

    private func work(_ worker: any RunWorker) {
        while let index = next() {
            do throws(CommandTrouble) {
                deliver(.played(try worker.play(index)))
            } catch {
                deliver(.lost(index: index, error))
                break
            }
        }
        worker.end()
        state.withLock { $0.working -= 1 }
        bell.wake()
    }

    private func next() -> Int? {
        guard !Interruption.isRequested else { return nil }
        return state.withLock { state in
            guard !state.isStopped, state.next < order.count else { return nil }
            defer { state.next += 1 }
            return order[state.next]
        }
    }

    private func deliver(_ outcome: Outcome) {
        state.withLock { $0.outcomes.append(outcome) }
        bell.wake()
    }
}
