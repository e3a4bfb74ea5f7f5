import Ground
import Links
import NetworkDriver
import OperatingSystem
import Synchronization

/// Announces simulated accessories on a bench's own network, through the daemon of the host on which they listen.
final class AnnouncedAccessories {
    /// The news from the driver's thread, and the wake-up when some arrives.
    private final class Told: Sendable {
        let names = Mutex<[UInt32: String]>([:])
        let fault = Mutex<RigFault?>(nil)
        let bell: Waker

        init(_ bell: Waker) { self.bell = bell }

        func hear(_ event: NetworkEvent) {
            switch event {
            case .published(let number, let name): names.withLock { $0[number] = name }
            case .fault(let fault): self.fault.withLock { $0 = $0 ?? fault }
            default: return
            }
            bell.wake()
        }
    }

    /// On a busy machine, a daemon may take seconds to check whether a name is free.
    private static let patience = Lapse.seconds(20)

    private let host: NetworkHost
    private let told: Told
    private let clock: MonotonicClock
    private var count: UInt32 = 0

    /// Announces nothing yet. `bus` is the bus of that host's daemon.
    init(bus: String, clock: MonotonicClock) throws(RigFault) {
        let bell: Waker
        do throws(SystemError) { bell = try Waker() } catch {
            throw RigFault("nothing can be announced: \(error)", remedy: "Raise the limit on open files (ulimit)")
        }
        let told = Told(bell)
        (self.told, self.clock) = (told, clock)
        host = try NetworkHost(bus: bus, clock: clock) { told.hear($0.event) }
    }

    deinit { close() }

    /// Announces an accessory and waits until it is known; returns its name on the network.
    func announce(_ name: String, as type: String, port: UInt16) throws(RigFault) -> String {
        count += 1
        host.send(.publish(count, ServicePublication(name: name, type: type, port: port)))
        let deadline = clock.now + Self.patience
        while true {
            told.bell.drain()
            if let fault = told.fault.withLock({ $0 }) { throw fault }
            if let name = told.names.withLock({ $0[count] }) { return name }
            guard clock.now < deadline else {
                throw RigFault(
                    "the simulated accessory \(name) was not announced within \(Self.patience)",
                    remedy: "Look at the load of this machine")
            }
            _ = Poller(clock: clock).wait([PollDescriptor(told.bell.number)], until: deadline)
        }
    }

    /// Withdraws everything; safe to call again.
    func close() { host.close() }
}
