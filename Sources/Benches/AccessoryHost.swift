import BlueZDriver
public import Ground
public import Links
import NearbyInteraction
import OperatingSystem
public import RigKit
public import Simulators

/// A simulated or recorded accessory on an adapter of this machine, for a phone that is elsewhere.
///
/// Over Bluetooth it behaves like the firmware of its model. It has no UWB radio: it reports that ranging started, but
/// no distance to it can be measured. Needs root, and bluetoothd must be stopped.
public final class AccessoryHost {
    /// The maximum delay in noticing a request to end.
    public static let slice = Lapse.milliseconds(50)

    /// The name of the adapter in use: `hci1`.
    public let adapter: String
    /// The address at which phones see the accessory.
    public let address: BluetoothAddress
    private let host: SimulatorHost
    private let mailbox = Mailbox()
    private let clock: MonotonicClock
    private let observer = LinkObserver()

    /// Sets up the adapter and advertises; `warn` receives doubts that are no reason to refuse.
    public convenience init(
        _ model: AccessoryModel, adapter index: UInt16, seed: UInt64, warn: (String) -> Void = { _ in }
    ) throws(RigFault) {
        try self.init(EnvironmentModel(accessories: [(Self.name, try .init(model))]), index, seed, warn)
    }

    /// Does the same with an accessory that repeats what it did in a recording.
    public convenience init(
        _ recording: AccessoryRecording, adapter index: UInt16, warn: (String) -> Void = { _ in }
    ) throws(RigFault) {
        let model = EnvironmentModel(
            accessories: [(recording.name, AccessoryBuild())], recording: BenchRecording([recording]))
        try self.init(model, index, 0, warn)
    }

    private static let name: AccessoryName = "accessory"

    private init(
        _ model: EnvironmentModel, _ index: UInt16, _ seed: UInt64, _ warn: (String) -> Void
    ) throws(RigFault) {
        if let warning = try KernelPreflight.check() { warn(warning) }
        clock = MonotonicClock()
        let surroundings = SimulatedEnvironment(model, seed: seed)
        let name = model.accessories.first?.name ?? Self.name
        let peripheral = try BluetoothPeripheral(
            advertising: surroundings.advertisement(of: name), on: index, clock: clock)
        (adapter, address) = (peripheral.adapter, peripheral.address)
        var wiring = SimulatorHost.Wiring()
        wiring.peripherals = [(name, peripheral)]
        wiring.observer = observer
        host = try SimulatorHost(surroundings, wiring: wiring, mailbox: mailbox, clock: clock)
    }

    deinit { close() }

    /// The current instant, on the clock of the observed events.
    public var now: Instant { clock.now }

    /// Plays until asked to end; `hearing` receives the events on the link. Throws when the adapter fails.
    public func play(
        until isEndWished: () -> Bool, hearing: (ObservedEvent) -> Void = { _ in }
    ) throws(RigFault) {
        while !isEndWished() {
            let reception = mailbox.take(until: clock.now + Self.slice, clock: clock)
            for event in observer.take() { hearing(event) }
            guard case .arrival(let arrival) = reception, case .fault(_, let fault) = arrival.inbound else { continue }
            throw fault
        }
    }

    /// Ends the link and stops advertising; safe to call again.
    public func close() { host.close() }
}

extension BluetoothPeripheral {
    /// Sets up an adapter that advertises this, or nothing yet.
    convenience init(
        advertising content: AdvertisedContent?, on index: UInt16, advertisesPastKernel: Bool = false,
        clock: MonotonicClock
    ) throws(RigFault) {
        try self.init(adapter: index, advertisesPastKernel: advertisesPastKernel, clock: clock)
        guard let content, !advertise(content) else { return }
        close()
        throw RigFault(
            "the advertisement of \((content.name ?? "an accessory without a name").escapedForDisplay) does not "
                + "fit its packet", remedy: "Give it fewer services")
    }

    /// Advertises this from now on; returns false, and changes nothing, if it does not fit in the packets.
    @discardableResult func advertise(_ content: AdvertisedContent) -> Bool {
        guard let packets = AdvertisingPackets(name: content.name, services: content.services) else { return false }
        startAdvertising(packets)
        return true
    }
}
