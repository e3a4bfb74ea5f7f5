public import Ground
public import Links
public import OperatingSystem
import Synchronization

/// The phone's side of Bluetooth LE on one adapter of this host: links to several accessories through the kernel.
///
/// Frames are passed to the kernel on the caller's thread; everything else runs on one device thread, which polls all
/// sockets and posts events to the mailbox. Requires root or CAP_NET_ADMIN, and bluetoothd stopped.
public final class BluetoothCentral: Sendable {
    /// The name of the adapter in use, for example `hci0`.
    public let adapter: String
    /// The kernel's index of the adapter in use: 0 for `hci0`.
    public let index: UInt16
    /// The adapter's own address.
    public let address: BluetoothAddress

    private let shared: CentralShared
    private let thread: DeviceThread
    private let watch: DaemonWatch

    /// Sets up an adapter, by default the first one. May take seconds; throws what is missing along with the remedy.
    public init(
        adapter index: UInt16? = nil, targets: [(AccessoryName, AccessorySelector)], mailbox: Mailbox,
        clock: MonotonicClock
    ) throws(RigFault) {
        let adapter = try Adapter(index, for: .phone, clock: clock)
        adapter.forgetEvents()
        self.adapter = adapter.name
        self.index = adapter.index
        address = adapter.address
        do throws(SystemError) {
            let shared = try CentralShared(targets.map(\.0), mailbox: mailbox, clock: clock)
            self.shared = shared
            watch = try DaemonWatch(clock: clock) { daemon in
                shared.daemon.withLock { $0 = daemon }
                shared.waker.wake()
            }
            thread = try DeviceThread("bluez \(adapter.name)") {
                var loop = CentralLoop(adapter, targets, shared)
                loop.run()
            }
        } catch {
            throw .bluetoothSocket(error)
        }
    }

    /// Submits a request to the link of one of the targets and returns the instant of submission.
    ///
    /// Does not block. Failures arrive in the mailbox: those of the accessory as events, those of the rig as faults.
    public func send(_ accessory: AccessoryName, _ request: BluetoothRequest) -> Instant {
        guard let place = shared.names.firstIndex(of: accessory) else {
            preconditionFailure("\(accessory) is not one of the targets that this central was made for")
        }
        guard case .frame(let frame) = request else {
            shared.requests.withLock { $0.append((place, request)) }
            shared.waker.wake()
            return shared.clock.now
        }
        let sent = shared.wires[place].send(frame)
        let now = shared.clock.now
        switch sent {
        case .sent, .down: break
        case .queued: shared.waker.wake()
        case .tooLong, .full: shared.mailbox.post(.fault(.bluetooth(accessory), fault(sent, frame.count)), at: now)
        }
        return now
    }

    /// Queries the adapter and returns its fault, or nil if it answers. Blocks for at most two seconds.
    public func prove() -> RigFault? { ControllerProof.ask(index, clock: shared.clock) }

    /// Ends all links, waits for that for at most a few seconds, then closes the sockets. Idempotent.
    public func close() {
        shared.isClosing.store(true, ordering: .releasing)
        shared.waker.wake()
        watch.close()
        thread.join()
    }

    deinit { close() }

    private func fault(_ sent: Wire.Sent, _ count: Int) -> RigFault {
        if sent == .full {
            return RigFault(
                "more than \(Wire.bound) frames waited for the Bluetooth link, and some were lost",
                remedy: "Let the scenario send more slowly, or look for interference")
        }
        return RigFault(
            "the kernel refuses an ATT frame of \(count) octets",
            remedy: "Keep frames to at most 672 octets, also where a scenario breaks the negotiated MTU")
    }
}

/// The state shared by the callers' threads and the device thread of a central.
final class CentralShared: Sendable {
    let names: [AccessoryName]
    let wires: [Wire]
    let mailbox: Mailbox
    let clock: MonotonicClock
    let waker: Waker
    let requests = Mutex<[(place: Int, request: BluetoothRequest)]>([])
    let isClosing = Atomic<Bool>(false)
    /// The daemon that started while the rig was in use.
    let daemon = Mutex<BluetoothDaemon?>(nil)
    let pulse: Pulse

    init(_ names: [AccessoryName], mailbox: Mailbox, clock: MonotonicClock) throws(SystemError) {
        self.names = names
        wires = names.map { _ in Wire() }
        self.mailbox = mailbox
        self.clock = clock
        pulse = mailbox.makePulse(clock)
        waker = try Waker()
    }
}
