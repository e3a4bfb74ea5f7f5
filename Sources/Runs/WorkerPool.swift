import FoundationEssentials
import OperatingSystem
import Synchronization

/// Plays many independent runs on all processors of this machine.
///
/// Runs are independent of each other, so the number of threads and their timing do not affect the results.
public final class WorkerPool<Result: Sendable>: Sendable {
    /// The results of the runs.
    public struct Harvest: Sendable {
        /// The results kept, in the order of the runs.
        public let results: [Result]
        /// The number of runs played: all, unless a person interrupted.
        public let played: Int
    }

    private let count: Int
    private let play: @Sendable (Int) -> Result?
    private let next = Atomic<Int>(0)
    private let played = Atomic<Int>(0)
    private let kept = Mutex<[(index: Int, result: Result)]>([])

    /// Creates a pool. `play` takes the index of a run, starting at 0, and returns the result to keep, or nil.
    public init(count: Int, play: @escaping @Sendable (Int) -> Result?) {
        self.count = count
        self.play = play
    }

    /// Plays all runs, or until a person interrupts; `progress` is called from time to time with the number of runs
    /// played.
    public func harvest(progress: (Int) -> Void) -> Harvest {
        let others = max(0, min(ProcessInfo.processInfo.activeProcessorCount, count) - 1)
        // If a thread does not start, the others do its share.
        let threads = (0..<others).compactMap { number in
            try? DeviceThread("crew \(number)", urgency: .ordinary) { self.work { _ in } }
        }
        work(progress: progress)
        for thread in threads { thread.join() }
        let results = kept.withLock { $0.sorted { $0.index < $1.index }.map(\.result) }
        return Harvest(results: results, played: played.load(ordering: .acquiring))
    }

    private func work(progress: (Int) -> Void) {
        while !Interruption.isRequested {
            let index = next.add(1, ordering: .relaxed).oldValue
            guard index < count else { return }
            if let result = play(index) { kept.withLock { $0.append((index, result)) } }
            progress(played.add(1, ordering: .acquiringAndReleasing).newValue)
        }
    }
}
