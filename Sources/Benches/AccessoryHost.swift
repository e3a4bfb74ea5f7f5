import BlueZDriver
public import Ground
public import Links
import NearbyInteraction
public import RigKit
import Simulators
import System

/// The simulated accessory on an adapter of this machine, for a phone that is somewhere else.
///
/// Over Bluetooth it behaves as the firmware of its model does. It has no UWB radio: it says that ranging started, and
/// nobody measures a distance to it. Needs root, and bluetoothd stopped.
public final class AccessoryHost {
    /// How late the wish to end may be seen.
    public static let slice = Span.milliseconds(50)

    /// The adapter in use, as in `hci1`.
    public let adapter: String
    /// Under which phones see the accessory.
    public let address: BluetoothAddress
    private let host: SimulatorHost
    private let mailbox = Mailbox()
    private let clock = MonotonicClock()

    /// Sets up the adapter, and advertises; `warn` hears what is doubtful and no reason to refuse.
    public init(
        _ model: RigKit.AccessoryModel, adapter index: UInt16, seed: UInt64, warn: (String) -> Void = { _ in }
    ) throws(RigFault) {
        if let warning = try KernelPreflight.check() { warn(warning) }
        let name: AccessoryName = "accessory"
        let surroundings = Surroundings(SurroundingsModel(accessories: [(name, try .init(model))]), seed: seed)
        let peripheral = try BluetoothPeripheral(
            advertising: surroundings.advertisement(of: name), on: index, clock: clock)
        (adapter, address) = (peripheral.adapter, peripheral.address)
        var wiring = SimulatorHost.Wiring()
        wiring.peripherals = [(name, peripheral)]
        host = try SimulatorHost(surroundings, wiring: wiring, mailbox: mailbox, clock: clock)
    }

    deinit { close() }

    /// Plays until the end is asked for; throws when the adapter fails.
    public func play(until isEndWished: () -> Bool) throws(RigFault) {
        while !isEndWished() {
            guard case .arrival(let arrival) = mailbox.take(until: clock.now + Self.slice, clock: clock),
                case .fault(_, let fault) = arrival.inbound
            else { continue }
            throw fault
        }
    }

    /// Ends the link and stops advertising; safe to call again.
    public func close() { host.close() }
}

extension BluetoothPeripheral {
    /// An adapter that advertises this, or nothing yet.
    convenience init(
        advertising content: AdvertisedContent?, on index: UInt16, advertisesPastKernel: Bool = false,
        clock: MonotonicClock
    ) throws(RigFault) {
        try self.init(adapter: index, advertisesPastKernel: advertisesPastKernel, clock: clock)
        guard let content, !advertise(content) else { return }
        close()
        throw RigFault(
            "the advertisement of \((content.name ?? "an accessory without a name").escapedForDisplay) does not fit its "
                + "packet", remedy: "Give it fewer services")
    }

    /// Advertises this from now on; false, and nothing is changed, when it does not fit the packets.
    @discardableResult func advertise(_ content: AdvertisedContent) -> Bool {
        guard let packets = AdvertisingPackets(name: content.name, services: content.services) else { return false }
        startAdvertising(packets)
        return true
    }
}
