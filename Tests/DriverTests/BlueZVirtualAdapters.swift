import Glibc
import Ground
import Links
import OperatingSystem
import Synchronization

@testable import Benches
@testable import BlueZDriver

/// Virtual adapters within range of each other, one for the phone and the others for accessories.
///
/// Made by BlueZ's `btvirt`; needs root and the module `hci_vhci`.
final class VirtualAdapters: Sendable {
    let phone: UInt16
    let accessories: [UInt16]
    private let process: BtvirtProcess

    /// The socket of `btvirt`, on which each connection is an LE controller, over H4.
    static let server = P_tmpdir + "/bt-server-le"

    /// The reason why no adapters are available; nil if they are.
    static var obstacle: String? {
        guard access("/dev/vhci", R_OK | W_OK) == 0 else { return "/dev/vhci cannot be opened here" }
        do throws(RigFault) { _ = try BtvirtProcess.find() } catch { return error.what }
        return nil
    }

    init(accessories: Int = 1, isServing: Bool = false, clock: MonotonicClock) throws(RigFault) {
        process = try BtvirtProcess(controllers: accessories + 1, isServing: isServing, clock: clock)
        phone = process.controllers[0]
        self.accessories = Array(process.controllers.dropFirst())
    }

    /// Removes all adapters, as unplugging a dongle would.
    func unplug() { process.close() }
}

/// An accessory on its own thread that answers the MTU exchange with 247 and echoes everything else after one octet.
final class EchoAccessory: Sendable {
    enum Order: Sendable {
        case hangUp
        /// Fall silent: the link ends as if by a supervision timeout, and nothing is advertised.
        case fallSilent
        case send([UInt8])
        case advertise(AdvertisingPackets)
        /// Do nothing until the pause is over, like a thread that gets no processor time.
        case standStill(Pause)
        case end
    }

    /// A period in which the accessory's thread does nothing.
    struct Pause: Sendable {
        let begun: Waker
        let over: Waker
    }

    private let orders = Mutex<[Order]>([])
    private let seen = Mutex<[BluetoothPeripheral.Event]>([])
    private let fault = Mutex<RigFault?>(nil)
    private let waker: Waker
    private let thread = Mutex<DeviceThread?>(nil)
    private let isSetUp = Atomic<Bool>(false)

    /// Starts advertising if there are packets; waits until it is set up.
    init(on index: UInt16, _ packets: AdvertisingPackets?, clock: MonotonicClock) throws {
        let ready = try Waker()
        waker = try Waker()
        let started = try DeviceThread("accessory") { [self] in
            do throws(RigFault) {
                let peripheral = try BluetoothPeripheral(adapter: index, advertisesPastKernel: true, clock: clock)
                if let packets { peripheral.startAdvertising(packets) }
                isSetUp.store(true, ordering: .releasing)
                ready.wake()
                host(peripheral, advertising: packets, clock)
            } catch {
                fault.withLock { $0 = error }
                ready.wake()
            }
        }
        thread.withLock { $0 = started }
        // Each set-up command has its own limit.
        _ = Poller(clock: clock).wait([PollDescriptor(ready.number)])
        if let failed = fault.withLock({ $0 }) { throw failed }
    }

    /// All events so far except frames.
    var happened: [BluetoothPeripheral.Event] { seen.withLock { $0 } }

    /// Waits until the events, except frames, meet a condition; the accessory may see them later than the phone.
    func wait(within limit: Lapse, until condition: ([BluetoothPeripheral.Event]) -> Bool) {
        let clock = MonotonicClock()
        let end = clock.now + limit
        while !condition(happened), clock.now < end {
            _ = Poller(clock: clock).wait([], until: clock.now + .milliseconds(5))
        }
    }

    func give(_ order: Order) {
        orders.withLock { $0.append(order) }
        waker.wake()
    }

    /// Pauses while `body` runs.
    func standStill(while body: () throws -> Void) throws {
        let pause = Pause(begun: try Waker(), over: try Waker())
        give(.standStill(pause))
        _ = Poller(clock: MonotonicClock()).wait([PollDescriptor(pause.begun.number)])
        defer { pause.over.wake() }
        try body()
    }

    func end() {
        give(.end)
        thread.withLock { $0 }?.join()
    }

    private func host(
        _ peripheral: BluetoothPeripheral, advertising packets: AdvertisingPackets?, _ clock: MonotonicClock
    ) {
        var packets = packets
        let poller = Poller(clock: clock)
        while true {
            _ = poller.wait([PollDescriptor(waker.number)] + peripheral.pollDescriptors)
            waker.drain()
            let taken = orders.withLock { orders in
                defer { orders.removeAll() }
                return orders
            }
            for order in taken {
                switch order {
                case .hangUp: peripheral.disconnect()
                case .fallSilent:
                    packets = nil
                    peripheral.stopAdvertising()
                    peripheral.loseLink()
                case .send(let frame): peripheral.send(frame)
                case .advertise(let new):
                    packets = new
                    peripheral.startAdvertising(new)
                case .standStill(let pause):
                    pause.begun.wake()
                    _ = poller.wait([PollDescriptor(pause.over.number)], until: clock.now + .seconds(60))
                case .end: return peripheral.close()
                }
            }
            for (event, _) in peripheral.handleReady() {
                if case .frame(let frame) = event {
                    peripheral.send(frame.first == 0x02 ? [0x03, 0xF7, 0x00] : [0x0B] + frame)
                } else {
                    seen.withLock { $0.append(event) }
                    if case .disconnected = event, let packets { peripheral.startAdvertising(packets) }
                }
            }
        }
    }
}
