import Glibc
public import Ground
public import Links
public import System

/// The accessory's side of Bluetooth LE on one adapter of this host: it advertises and takes one link at a time.
///
/// For a single-threaded loop of somebody else's: poll `pollDescriptors`, then call `handleReady`. Nothing waits after
/// the set-up. Needs root or CAP_NET_ADMIN, and bluetoothd stopped.
public final class BluetoothPeripheral {
    public enum Event: Hashable, Sendable {
        /// A phone connected, from this address.
        case connected(BluetoothAddress)
        /// One ATT PDU.
        case frame([UInt8])
        case disconnected(DisconnectReason)
        /// The adapter failed; nothing else will come.
        case fault(RigFault)
    }

    /// The adapter in use, as in `hci1`.
    public var adapter: String { setUp.name }
    /// The adapter's own address, under which phones see the accessory.
    public var address: BluetoothAddress { setUp.address }

    private let setUp: Adapter
    private let listener: FileDescriptor
    private let wire = Wire()
    private var packets: AdvertisingPackets?
    private var phone: BluetoothAddress?
    private var isLost = false

    /// Sets up an adapter and listens on its ATT channel; it does not advertise yet. May take seconds.
    public init(adapter index: UInt16, clock: MonotonicClock) throws(RigFault) {
        setUp = try Adapter(index, for: .accessory, clock: clock)
        do throws(SystemError) {
            listener = try BluetoothSockets.attribute(on: setUp.address)
            try BluetoothSockets.listen(listener)
        } catch {
            throw .bluetoothSocket(error)
        }
        setUp.forgetEvents()
    }

    deinit { close() }

    /// Advertises from now on, and again after each link's end; replaces what was advertised before.
    public func startAdvertising(_ packets: AdvertisingPackets) {
        self.packets = packets
        ask(.addAdvertising(packets))
    }

    /// Is not to be found from now on; a link that is up stays.
    public func stopAdvertising() {
        packets = nil
        ask(.removeAdvertising)
    }

    /// What the loop should poll; differs after each `handleReady` and `send`.
    public var pollDescriptors: [PollDescriptor] {
        guard !isLost else { return [] }
        var descriptors = [listener.number, setUp.events.number, setUp.commands.number].map { PollDescriptor($0) }
        if let line = wire.pending {
            let interest: Readiness = line.isBacklogged ? [.readable, .writable] : .readable
            descriptors.append(PollDescriptor(line.socket.number, interest))
        }
        return descriptors
    }

    /// Does all that there is to do and tells what happened, each with its instant.
    public func handleReady() -> [(event: Event, instant: Instant)] {
        var happened: [(event: Event, instant: Instant)] = []
        func report(_ event: Event) { happened.append((event, setUp.clock.now)) }
        guard !isLost else { return [] }
        do throws(SystemError) {
            let endings = try takeEvents()
            try takeAnswers()
            try takeLink(report)
            takeFrames(endings, report)
        } catch {
            fail(.bluetoothSocket(error))
        }
        if let failure {
            isLost = true
            wire.close()
            report(.fault(failure))
        }
        return happened
    }

    /// Sends one ATT PDU to the phone; false when there is no link, or too many frames wait.
    @discardableResult
    public func send(_ frame: [UInt8]) -> Bool {
        wire.flush()
        let sent = wire.send(frame)
        return sent == .sent || sent == .queued
    }

    /// Hangs up; `disconnected` follows.
    public func disconnect() {
        if let phone { ask(.disconnect(phone)) }
    }

    /// Stops advertising and gives the sockets back. Safe to call twice.
    public func close() {
        if packets != nil { stopAdvertising() }
        wire.close()
        listener.close()
        isLost = true
    }

    private var failure: RigFault?

    private func fail(_ fault: RigFault) { failure = failure ?? fault }

    private func ask(_ command: ManagementCommand) {
        guard !isLost else { return }
        do throws(SystemError) {
            try setUp.commands.send(command, to: setUp.index)
        } catch {
            fail(.bluetoothSocket(error))
        }
    }

    /// Takes the management's events and returns the ends of links among them.
    private func takeEvents() throws(SystemError) -> [(BluetoothAddress, DisconnectCause)] {
        var endings: [(BluetoothAddress, DisconnectCause)] = []
        while let (index, event) = try setUp.events.next() {
            guard index == setUp.index else { continue }
            switch event {
            case .indexRemoved: fail(.adapterLost(adapter))
            case .newSettings(let settings):
                if !settings.contains(.powered) { fail(.adapterPoweredOff(adapter)) }
            case .disconnected(let address, let cause): endings.append((address, cause))
            case .confirmationRequested(let address): ask(.confirm(address))
            case .passkeyRequested(let address): ask(.refusePasskey(address))
            default: break
            }
        }
        return endings
    }

    private func takeAnswers() throws(SystemError) {
        while let (index, event) = try setUp.commands.next() {
            guard index == setUp.index else { continue }
            switch event {
            case .complete(.addAdvertising, let status, _), .status(.addAdvertising, let status):
                if status != .success, status != .busy { fail(.refused(.addAdvertising, on: adapter, status)) }
            default: break
            }
        }
    }

    private func takeLink(_ report: (Event) -> Void) throws(SystemError) {
        guard wire.pending == nil, let (socket, address) = try BluetoothSockets.accept(listener) else { return }
        wire.open(socket, isUp: true)
        phone = address
        report(.connected(address))
    }

    private func takeFrames(_ endings: [(BluetoothAddress, DisconnectCause)], _ report: (Event) -> Void) {
        guard let line = wire.pending, let phone else { return }
        wire.flush()
        let ready = Poller(clock: setUp.clock).wait([PollDescriptor(line.socket.number)], until: .start)
        let isEnding = ready.first?.contains(.failed) ?? false
        let code = isEnding ? BluetoothSockets.takeError(line.socket) : 0
        while case .datagram(let frame) = BluetoothSockets.receive(line.socket), !frame.isEmpty {
            report(.frame(frame))
        }
        let cause = endings.last { $0.0 == phone }?.1
        guard isEnding || cause != nil else { return }
        wire.close()
        self.phone = nil
        report(.disconnected(LinkLoss.reason(code: code, management: cause?.rawValue)))
        if let packets { ask(.addAdvertising(packets)) }
    }
}
