import CLinux
import Foundation
import Glibc
import Ground
import OperatingSystem
import Synchronization

/// A detector of standstills of the machine: a processor is taken away from it, or all of it is stopped.
///
/// On each processor a thread repeatedly sleeps for a moment. A thread that wakes much too late was not scheduled, and
/// neither was anything else on that processor.
final class Standstills: Sendable {
    static let shared = Standstills()

    private static let nap = Lapse.milliseconds(20)
    /// A shorter standstill makes no difference to tests: the shortest timeout that expires independently is libnfc's,
    /// 350 ms.
    private static let least = Lapse.milliseconds(100)

    private struct Seen {
        /// The instant when each thread was last awake.
        var awake: [Instant]
        /// The end of the last standstill.
        var last: Instant?
    }

    private let clock = MonotonicClock()
    private let seen: Mutex<Seen>

    private init() {
        let count = ProcessInfo.processInfo.activeProcessorCount
        seen = Mutex(Seen(awake: [Instant](repeating: clock.now, count: count)))
        for processor in 0..<count {
            // Without a thread on a processor, standstills there go unnoticed, and tests keep their results.
            _ = try? DeviceThread("standstills") { [self] in watch(processor) }
        }
    }

    var now: Instant { clock.now }

    /// Returns whether the machine has stalled since `start`, or is stalled now.
    func isAny(since start: Instant) -> Bool {
        let now = clock.now
        return seen.withLock { seen in
            seen.last.map { $0 >= start } == true || seen.awake.contains { now - $0 > Self.nap + Self.least }
        }
    }

    /// Records a standstill that was noticed elsewhere.
    func note() {
        let now = clock.now
        seen.withLock { $0.last = now }
    }

    private func watch(_ processor: Int) {
        _ = trammel_stay_on_processor(Int32(processor))
        while true {
            usleep(UInt32(Self.nap.nanoseconds / 1_000))
            let now = clock.now
            seen.withLock { seen in
                if now - seen.awake[processor] > Self.nap + Self.least { seen.last = now }
                seen.awake[processor] = now
            }
        }
    }
}
