import FoundationEssentials
import OperatingSystem
import Synchronization

/// Plays many independent runs on all processors of this machine.
///
/// Each run decides everything by itself, so that neither the number of threads nor their luck shows in what comes out.
public final class WorkerPool<Result: Sendable>: Sendable {
    /// What the runs brought.
    public struct Harvest: Sendable {
        /// What was kept, in the order of the runs.
        public let results: [Result]
        /// How many runs were played: all, unless a person asked for the end.
        public let played: Int
    }

    private let count: Int
    private let play: @Sendable (Int) -> Result?
    private let next = Atomic<Int>(0)
    private let played = Atomic<Int>(0)
    private let kept = Mutex<[(index: Int, result: Result)]>([])

    /// The run at each place, counted from 0, gives what is to be kept of it, or nil.
    public init(count: Int, play: @escaping @Sendable (Int) -> Result?) {
        self.count = count
        self.play = play
    }

    /// Plays all runs, or until a person asks for the end; `progress` hears now and then how many were played.
    public func harvest(progress: (Int) -> Void) -> Harvest {
        let others = max(0, min(ProcessInfo.processInfo.activeProcessorCount, count) - 1)
        // A thread that does not start leaves its share to the others.
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
