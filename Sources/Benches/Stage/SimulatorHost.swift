import BlueZDriver
public import Ground
public import Links
import OperatingSystem
import Simulators
import Synchronization

/// The simulators behind the real kernel: accessories on Bluetooth adapters or on loopback, the kit behind a USB
/// gadget, the reader behind a pseudo-terminal, all on one thread with one world.
final class SimulatorHost: Stage, Sendable {
    /// The kernel's ends to which the simulators are connected.
    struct Wiring {
        var peripherals: [(name: AccessoryName, peripheral: BluetoothPeripheral)] = []
        var listeners: [(name: AccessoryName, listener: AccessoryListener)] = []
        var kit: FileDescriptor?
        var reader: PseudoTerminal?
        var consoles: [(name: AccessoryName, console: FileDescriptor)] = []
        /// An observer of the traffic on the Bluetooth links.
        var observer: LinkObserver?
    }

    private let inbox: SharedInbox
    private let waker: Waker
    private let thread: DeviceThread

    struct Inbox: Sendable {
        var requests: [StageRequest] = []
        var isOver = false
    }

    init(
        _ surroundings: SimulatedEnvironment, wiring: Wiring, mailbox: Mailbox, clock: MonotonicClock
    ) throws(RigFault) {
        let inbox = SharedInbox()
        self.inbox = inbox
        // From here on, the peripherals belong only to the simulators' thread.
        nonisolated(unsafe) let handed = wiring
        do throws(SystemError) {
            let waker = try Waker()
            self.waker = waker
            thread = try DeviceThread("simulators", urgency: .ordinary) {
                var loop = SimulatorLoop(surroundings, handed, inbox, waker, mailbox: mailbox, clock: clock)
                loop.run()
            }
        } catch {
            throw RigFault("the simulators' thread did not start: \(error)", remedy: "Close other programs")
        }
    }

    func perform(_ request: StageRequest) {
        inbox.contents.withLock { $0.requests.append(request) }
        waker.wake()
    }

    func close() {
        inbox.contents.withLock { $0.isOver = true }
        waker.wake()
        thread.join()
    }
}

/// Requests on their way from the run loop to the simulators' thread.
final class SharedInbox: Sendable {
    let contents = Mutex(SimulatorHost.Inbox())
}

/// Moves accessories and tags: the simulated world, or a person.
protocol Stage: AnyObject {
    /// Begins a request; its completion is reported through the mailbox.
    func perform(_ request: StageRequest)
    /// Ends its threads; safe to call twice.
    func close()
}

/// An event on the link of an accessory that is played, seen from the accessory.
public struct ObservedEvent: Hashable, Sendable {
    public enum What: Hashable, Sendable {
        case connected(BluetoothAddress)
        case encrypted(LinkSecurity)
        /// One ATT PDU.
        case fromPhone([UInt8])
        case toPhone([UInt8])
        case disconnected(DisconnectReason)
    }

    public let what: What
    public let instant: Instant
}

/// Keeps the events on a link until they are taken; used from the simulators' thread and another one.
final class LinkObserver: Sendable {
    /// The maximum number of events kept; later ones are lost.
    private static let limit = 10_000

    private let events = Mutex<[ObservedEvent]>([])

    func see(_ what: ObservedEvent.What, at instant: Instant) {
        events.withLock { if $0.count < Self.limit { $0.append(ObservedEvent(what: what, instant: instant)) } }
    }

    /// Returns the events since the last call.
    func take() -> [ObservedEvent] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
