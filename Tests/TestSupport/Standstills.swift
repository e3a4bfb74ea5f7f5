import CLinux
import Foundation
import Glibc
import Ground
import OperatingSystem
import Synchronization

/// Notices when the machine stands still: when a processor is taken away from it, or all of it is stopped.
///
/// On each processor a thread sleeps for a moment, again and again. One that wakes much too late was not let run, and
/// nor was whoever else was on that processor.
final class Standstills: Sendable {
    static let shared = Standstills()

    private static let nap = Span.milliseconds(20)
    /// What is shorter makes no difference to tests: the shortest time that runs out on its own is libnfc's, 350 ms.
    private static let least = Span.milliseconds(100)

    private struct Seen {
        /// When each thread was awake at last.
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
            // Without a thread there nothing is noticed there, and tests count as they come out.
            _ = try? DeviceThread("standstills") { [self] in watch(processor) }
        }
    }

    var now: Instant { clock.now }

    /// Whether the machine stood still at some time since then, or does so now.
    func isAny(since start: Instant) -> Bool {
        let now = clock.now
        return seen.withLock { seen in
            seen.last.map { $0 >= start } == true || seen.awake.contains { now - $0 > Self.nap + Self.least }
        }
    }

    /// Takes somebody else's word for it.
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
