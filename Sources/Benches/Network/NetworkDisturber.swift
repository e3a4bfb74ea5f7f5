import Ground
import Links
import OperatingSystem
import Synchronization

/// Applies faults to the cable of a simulated network, on its own thread, because each takes programs of this host.
final class NetworkDisturber: Sendable {
    private struct Contents {
        var wishes: [(trouble: NetworkDisturbance, begins: Bool)] = []
        var isOver = false
    }

    private let contents = Mutex(Contents())
    private let waker: Waker
    private let thread = Mutex<DeviceThread?>(nil)
    private let mailbox: Mailbox
    private let clock: MonotonicClock

    /// The network belongs to the thread from here on, until `close`.
    init(of network: SimulatedLAN, mailbox: Mailbox, clock: MonotonicClock) throws(RigFault) {
        (self.mailbox, self.clock) = (mailbox, clock)
        nonisolated(unsafe) let network = network
        do throws(SystemError) {
            waker = try Waker()
            let thread = try DeviceThread("network-cable", urgency: .ordinary) { [self] in run(network) }
            self.thread.withLock { $0 = thread }
        } catch {
            throw RigFault("the network's thread did not start: \(error)", remedy: "Close other programs")
        }
    }

    func perform(_ trouble: NetworkDisturbance, _ begins: Bool) {
        contents.withLock { $0.wishes.append((trouble, begins)) }
        waker.wake()
    }

    func close() {
        contents.withLock { $0.isOver = true }
        waker.wake()
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        thread?.join()
    }

    private func run(_ network: SimulatedLAN) {
        while true {
            waker.drain()
            let due = contents.withLock { contents in
                defer { contents.wishes = [] }
                return contents
            }
            for (trouble, begins) in due.wishes {
                do throws(RigFault) {
                    try network.perform(trouble, begins)
                } catch {
                    mailbox.post(.fault(.stage, error), by: clock)
                }
            }
            if due.isOver { return }
            _ = Poller(clock: clock).wait([PollDescriptor(waker.number)])
        }
    }
}
