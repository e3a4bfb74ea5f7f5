import Glibc
public import Ground
public import Links
public import OperatingSystem

/// The accessory's side of Bluetooth LE on one adapter of this host: it advertises and accepts one link at a time.
///
/// Designed for the caller's single-threaded loop: poll `pollDescriptors`, then call `handleReady`. Nothing blocks
/// after the set-up. Requires root or CAP_NET_ADMIN, and bluetoothd stopped.
public final class BluetoothPeripheral {
    public enum Event: Hashable, Sendable {
        /// A phone connected, from this address.
        case connected(BluetoothAddress)
        /// One ATT PDU.
        case frame([UInt8])
        /// The link is encrypted; reported before the first frame received over the encrypted link.
        case encrypted(LinkSecurity)
        case disconnected(DisconnectReason)
        /// The adapter failed; no further events follow.
        case fault(RigFault)
    }

    /// The name of the adapter in use, for example `hci1`.
    public var adapter: String { setUp.name }
    /// The adapter's own address, under which phones find the accessory.
    public var address: BluetoothAddress { setUp.address }

    private let setUp: Adapter
    private let listener: FileDescriptor
    private let wire = Wire()
    private var packets: AdvertisingPackets?
    private var advertising = AdvertisingMachine()
    private var phone: BluetoothAddress?
    private var bond = PeripheralBond()
    private var link = UnacceptedLink()
    /// Ends of links that the management has reported but this class has not, oldest first.
    private var endings: [Ending] = []
    private let controller: RawController?
    /// A failure that `handleReady` has yet to report.
    private var failure: RigFault?
    private var isLost = false

    /// Whether advertising resumes by itself after a link has ended.
    ///
    /// The kernel resumes it, but pauses briefly in between. A phone that received an advertisement just before the
    /// pause fails to connect and waits, because its kernel overlooks the failure.
    public let resumesAdvertising: Bool

    /// Sets up an adapter and listens on its ATT channel; does not advertise yet. May take seconds.
    ///
    /// On a controller that only has the legacy advertising commands, advertising may bypass the kernel.
    public init(
        adapter index: UInt16, advertisesPastKernel: Bool = false, clock: MonotonicClock
    ) throws(RigFault) {
        setUp = try Adapter(index, for: .accessory, clock: clock)
        do throws(SystemError) {
            listener = try BluetoothSockets.attribute(on: setUp.address)
            try BluetoothSockets.listen(listener)
        } catch {
            throw .bluetoothSocket(error)
        }
        // Without CAP_NET_RAW the accessory cannot lose a link silently; everything else works.
        controller = try? RawController(setUp.index)
        resumesAdvertising = !advertisesPastKernel || controller == nil
        setUp.forgetEvents()
    }

    deinit { close() }

    /// Starts advertising, replacing earlier packets. The controller pauses advertising while a link is up.
    public func startAdvertising(_ packets: AdvertisingPackets) {
        self.packets = packets
        advertise()
    }

    /// Stops advertising; an existing link remains.
    public func stopAdvertising() {
        packets = nil
        advertise()
    }

    public var hasLink: Bool { wire.pending != nil }

    /// The descriptors the loop should poll; they may change with each `handleReady` and `send`.
    public var pollDescriptors: [PollDescriptor] {
        guard !isLost else { return [] }
        let management = [setUp.events.number, setUp.commands.number].map { PollDescriptor($0) }
        // While a link is up, a second phone waits in the kernel.
        guard let line = wire.pending else { return management + [PollDescriptor(listener.number)] }
        let interest: Readiness = line.isBacklogged ? [.readable, .writable] : .readable
        return management + [PollDescriptor(line.socket.number, interest)]
    }

    /// Performs all pending work and returns the events, each with its instant.
    public func handleReady() -> [(event: Event, instant: Instant)] {
        var happened: [(event: Event, instant: Instant)] = []
        func report(_ event: Event) { happened.append((event, setUp.clock.now)) }
        guard !isLost else { return [] }
        let ready = Poller(clock: setUp.clock).wait(pollDescriptors, until: .start)
        let line = wire.pending == nil ? [] : ready[2]
        do throws(SystemError) {
            let isSilent = ready.prefix(2).allSatisfy(\.isEmpty) && !line.contains(.failed)
            let quiet = isSilent && wire.pending != nil && endings.isEmpty
            if !quiet {
                try takeEvents()
                try takeAnswers()
            }
            takeFrames(line, report)
            if !quiet { try takeLink(report) }
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

    /// Sends one ATT PDU to the phone; returns false if there is no link or too many frames are queued.
    @discardableResult
    public func send(_ frame: [UInt8]) -> Bool {
        wire.flush()
        let sent = wire.send(frame)
        return sent == .sent || sent == .queued
    }

    /// Disconnects; `disconnected` follows.
    public func disconnect() {
        if let phone { ask(.disconnect(phone)) }
    }

    /// Goes silent as if out of range: the phone sees a supervision timeout or, if the controller does not cooperate,
    /// a disconnect by the accessory.
    public func loseLink() {
        guard let line = wire.pending else { return }
        guard let controller, let handle = BluetoothSockets.connectionHandle(line.socket),
            controller.disconnect(handle, .connectionTimeout) == 0
        else { return disconnect() }
    }

    /// Requests security from the phone with SMP's Security Request.
    public func requestSecurity() {
        if let phone { ask(.pair(phone)) }
    }

    /// Requests other connection parameters from the phone.
    public func requestParameters(_ parameters: ConnectionParameters) {
        guard let line = wire.pending, let handle = BluetoothSockets.connectionHandle(line.socket) else { return }
        _ = controller?.requestParameters(parameters, on: handle, identifier: 1)
    }

    /// Deletes the keys of all phones; an existing link is not affected.
    public func forgetBonds() {
        for phone in bond.forget() { ask(.unpair(phone)) }
    }

    /// Whether phones may pair; if false, the kernel refuses with "pairing not supported".
    public var acceptsPairing: Bool {
        get { bond.acceptsPairing }
        set {
            guard newValue != bond.acceptsPairing else { return }
            bond.acceptsPairing = newValue
            ask(.setBondable(newValue))
        }
    }

    /// Stops advertising and closes the sockets. Idempotent.
    public func close() {
        if packets != nil { stopAdvertising() }
        wire.close()
        listener.close()
        controller?.close()
        isLost = true
    }

    private func fail(_ fault: RigFault) { failure = failure ?? fault }

    private func ask(_ command: ManagementCommand) {
        guard !isLost else { return }
        do throws(SystemError) {
            try setUp.commands.send(command, to: setUp.index)
        } catch {
            fail(.bluetoothSocket(error))
        }
    }

    /// The end of a link as reported by the management.
    private struct Ending {
        let phone: BluetoothAddress
        let cause: DisconnectCause
        /// Whether the link's socket was never accepted.
        var isMissed: Bool
    }

    private func takeEvents() throws(SystemError) {
        while let (index, event) = try setUp.events.next() {
            guard index == setUp.index else { continue }
            switch event {
            case .indexRemoved: fail(.adapterLost(adapter))
            case .newSettings(let settings):
                if !settings.contains(.powered) { fail(.adapterLost(adapter)) }
            case .connected(let address, _): link.began(with: address)
            case .disconnected(let address, let cause):
                endings.append(Ending(phone: address, cause: cause, isMissed: link.ended(with: address)))
            case .newKey(let address, let security): bond.keyMade(security, for: address)
            case .confirmationRequested(let address):
                bond.pairingBegan()
                ask(.confirm(address))
            case .passkeyRequested(let address): ask(.refusePasskey(address))
            default: break
            }
        }
    }

    private func takeAnswers() throws(SystemError) {
        while let (index, event) = try setUp.commands.next() {
            guard index == setUp.index else { continue }
            switch event {
            case .complete(let opcode, let status, _), .status(let opcode, let status):
                guard [.addAdvertising, .removeAdvertising].contains(opcode) else { continue }
                perform(advertising.receive(status, isRemoval: opcode == .removeAdvertising))
            default: break
            }
        }
    }

    private func advertise() {
        guard !resumesAdvertising, let controller else { return perform(advertising.change()) }
        if let packets { controller.advertise(packets) } else { controller.stopAdvertising() }
    }

    private func perform(_ effect: AdvertisingMachine.Effect?) {
        switch effect {
        case .ask: ask(packets.map { .addAdvertising($0) } ?? .removeAdvertising)
        case .failed(let status): fail(.refused(.addAdvertising, on: adapter, status))
        case nil: break
        }
    }

    /// Reports links that ended before they could be accepted, then accepts the pending one.
    private func takeLink(_ report: (Event) -> Void) throws(SystemError) {
        guard wire.pending == nil else { return }
        let waiting = try BluetoothSockets.accept(listener)
        if let phone = waiting?.1 {
            // The management reports a link before its socket can be accepted, so its events now identify this one.
            try takeEvents()
            // If this link has already ended, the end is reported with its socket.
            if !link.isUp(phone), let own = endings.lastIndex(where: { $0.isMissed && $0.phone == phone }) {
                endings[own].isMissed = false
            }
        }
        for ending in endings where ending.isMissed {
            report(.connected(ending.phone))
            report(.disconnected(LinkLoss.reason(code: 0, management: ending.cause.rawValue)))
        }
        endings.removeAll(where: \.isMissed)
        guard let (socket, address) = waiting else { return }
        wire.open(socket, isUp: true)
        link.taken(from: address)
        phone = address
        bond.linkBegan(with: address)
        report(.connected(address))
    }

    private func takeFrames(_ ready: Readiness, _ report: (Event) -> Void) {
        // Any ending not marked as missed concerns the socket that is open, or was until now.
        defer { endings.removeAll { !$0.isMissed } }
        guard let line = wire.pending, let phone else { return }
        if ready.contains(.writable) { wire.flush() }
        let cause = endings.first { !$0.isMissed && $0.phone == phone }?.cause
        let isEnding = ready.contains(.failed) || cause != nil
        // Checked before any frame is taken, because a frame received over the encrypted link must be answered as
        // such.
        if let security = bond.check(keySize: { BluetoothSockets.keySize(line.socket) }) {
            report(.encrypted(security))
        }
        let code = isEnding ? BluetoothSockets.takeError(line.socket) : 0
        while ready.contains(.readable) || isEnding, case .datagram(let frame) = BluetoothSockets.receive(line.socket),
            !frame.isEmpty
        {
            report(.frame(frame))
        }
        guard isEnding else { return }
        wire.close()
        link.closed(with: phone)
        self.phone = nil
        report(.disconnected(LinkLoss.reason(code: code, management: cause?.rawValue)))
    }
}
