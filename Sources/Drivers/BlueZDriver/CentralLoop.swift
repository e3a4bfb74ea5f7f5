import Glibc
import Ground
import Links
import OperatingSystem
import Synchronization

/// The device thread of a central: polls, passes events to the links' machines, and performs their effects.
struct CentralLoop {
    /// The time that closing waits for links to end.
    private static let closingLimit = Lapse.seconds(4)

    private let adapter: Adapter
    private let shared: CentralShared
    private let poller: Poller
    private let openings = ManagementOpenings()
    private var machines: [LinkMachine]
    private var discovery = DiscoveryMachine()
    /// Whether each link's socket has reported its end and is no longer polled.
    private var isSpent: [Bool]
    private var isLost = false

    init(
        _ adapter: Adapter, _ targets: [(AccessoryName, AccessorySelector)], _ shared: CentralShared
    ) {
        self.adapter = adapter
        self.shared = shared
        poller = Poller(clock: shared.clock)
        machines = targets.map { LinkMachine(selector: $0.1, adapter: adapter.name) }
        isSpent = targets.map { _ in false }
    }

    mutating func run() {
        while !shared.isClosing.load(ordering: .acquiring) { step(until: .never) }
        let deadline = shared.clock.now + CentralLoop.closingLimit
        for place in machines.indices { feed(place, .disconnect) }
        while shared.clock.now < deadline, machines.contains(where: \.isBusy) { step(until: deadline) }
        for wire in shared.wires { wire.close() }
        shared.pulse.end()
    }

    /// Waits once, then performs all pending work.
    private mutating func step(until limit: Instant) {
        let deadlines = machines.compactMap(\.deadline) + [discovery.deadline, limit].compactMap(\.self)
        var descriptors = [PollDescriptor(shared.waker.number)]
        if !isLost { descriptors += [PollDescriptor(adapter.events.number), PollDescriptor(adapter.commands.number)] }
        let fixed = descriptors.count
        let watched = isLost ? nil : openings
        if let watched { descriptors.append(PollDescriptor(watched.socket.number)) }
        let firstLink = descriptors.count
        var polled: [(place: Int, socket: FileDescriptor)] = []
        for (place, wire) in shared.wires.enumerated() {
            guard !isSpent[place], let line = wire.pending else { continue }
            polled.append((place, line.socket))
            let interest: Readiness = line.isUp ? (line.isBacklogged ? [.readable, .writable] : .readable) : .writable
            descriptors.append(PollDescriptor(line.socket.number, interest))
        }
        let began = shared.clock.now
        shared.pulse.beat(at: began)
        let ready = poller.wait(descriptors, until: min(deadlines.min() ?? .never, began + Pulse.period))
        shared.pulse.beat(at: shared.clock.now)
        // Later events may stem from the daemon rather than the accessory.
        if let watched, !ready[fixed].isEmpty, watched.bluetoothdCame() { lose(BluetoothDaemon.intrusion) }
        if ready[0].contains(.readable) { takeRequests() }
        // The management reports a link's beginning and end before its socket does, so it is read first; for frames
        // alone the two system calls are omitted.
        let onlyFrames = ready.dropFirst(firstLink).allSatisfy { $0.isEmpty || $0 == .readable }
        if !onlyFrames || !ready.prefix(fixed).allSatisfy(\.isEmpty) {
            takeEvents()
            takeAnswers()
        }
        for ((place, socket), readiness) in zip(polled, ready.dropFirst(firstLink)) where !readiness.isEmpty {
            serve(place, socket, readiness)
        }
        let now = shared.clock.now
        for place in machines.indices { perform(machines[place].advance(to: now), place) }
        perform(discovery.advance(to: now))
        perform(discovery.want(!isLost && machines.contains(where: \.wantsDiscovery)))
    }

    private mutating func takeRequests() {
        shared.waker.drain()
        if let daemon = shared.daemon.withLock({ $0 }) { lose(daemon.fault) }
        let requests = shared.requests.withLock { requests in
            defer { requests.removeAll() }
            return requests
        }
        for (place, request) in requests {
            switch request {
            case .connect(let limit): feed(place, .connect(within: limit))
            case .find(let limit): feed(place, .find(within: limit))
            case .pair: feed(place, .keys(.pair))
            case .forget: feed(place, .keys(.forget))
            case .disconnect: feed(place, .disconnect)
            case .frame: break
            }
        }
    }

    // MARK: Management

    private mutating func takeEvents() {
        do throws(SystemError) {
            while !isLost, let (index, event) = try adapter.events.next() {
                if index == adapter.index { take(event) }
            }
        } catch {
            lose(.bluetoothSocket(error))
        }
    }

    private mutating func take(_ event: ManagementEvent) {
        switch event {
        case .indexRemoved: lose(.adapterLost(adapter.name))
        case .newSettings(let settings):
            if !settings.contains(.powered) { lose(.adapterLost(adapter.name)) }
        case .connected(let address, let bytes):
            let data = AdvertisingData(bytes)
            tell(data.findings, about: address)
            feed(about: address, .linkUp(Advertisement(address, rssi: nil, data)))
        case .disconnected(let address, let cause): feed(about: address, .linkDown(cause))
        case .confirmationRequested(let address):
            ask(.confirm(address))
            feed(about: address, .keys(.confirmationRequested))
        case .authenticationFailed(let address, let status): feed(about: address, .keys(.authenticationFailed(status)))
        case .passkeyRequested(let address): ask(.refusePasskey(address))
        case .found(let address, let rssi, let connectable, let bytes):
            let advertisement = Advertisement(address, rssi: rssi, AdvertisingData(bytes))
            for place in machines.indices where machines[place].wantsDiscovery {
                feed(place, .heard(advertisement, connectable: connectable))
            }
        case .discovering(let on): perform(discovery.receive(.discovering(on), at: shared.clock.now))
        case .newConnectionParameters(let address, let parameters):
            for place in machines.indices where machines[place].address == address {
                post(.connectionParametersRequested(parameters), place)
            }
        case .newKey(let address, let security): feed(about: address, .keys(.made(security, address)))
        case .identified(let address, let identity): feed(about: address, .keys(.identified(identity)))
        case .complete, .status, .indexAdded, .connectFailed, .other: break
        }
    }

    private mutating func takeAnswers() {
        do throws(SystemError) {
            while !isLost, let (index, event) = try adapter.commands.next() {
                guard index == adapter.index else { continue }
                switch event {
                case .complete(.pair, let status, let parameters): pairingEnded(status, parameters)
                case .complete(let opcode, let status, _), .status(let opcode, let status): take(opcode, status)
                default: break
                }
            }
        } catch {
            lose(.bluetoothSocket(error))
        }
    }

    private mutating func take(_ opcode: ManagementOpcode, _ status: ManagementStatus) {
        let now = shared.clock.now
        switch opcode {
        case .startDiscovery: perform(discovery.receive(.started(status), at: now))
        case .stopDiscovery: perform(discovery.receive(.stopped(status), at: now))
        // A refusal without an address can only concern a pairing in progress.
        case .pair: for place in machines.indices { feed(place, .keys(.pairingEnded(status))) }
        default: break
        }
    }

    private mutating func pairingEnded(_ status: ManagementStatus, _ parameters: [UInt8]) {
        guard parameters.count >= 7, let kind = BluetoothAddress.Kind(management: parameters[6]),
            let address = BluetoothAddress(wire: parameters[..<6], kind: kind)
        else { return take(.pair, status) }
        feed(about: address, .keys(.pairingEnded(status)))
    }

    /// Reports findings about an advertisement in the accessory's journal.
    private func tell(_ findings: [Finding], about address: BluetoothAddress) {
        for place in machines.indices where machines[place].address == address {
            for finding in findings { post(.finding(finding), place) }
        }
    }

    private func post(_ event: BluetoothEvent, _ place: Int) {
        shared.mailbox.post(.bluetooth(shared.names[place], event), by: shared.clock)
    }

    /// Sends a command whose answer, if relevant, arrives as an event.
    private mutating func ask(_ command: ManagementCommand) {
        do throws(SystemError) {
            try adapter.commands.send(command, to: adapter.index)
        } catch {
            lose(.bluetoothSocket(error))
        }
    }

    private mutating func lose(_ fault: RigFault) {
        guard !isLost else { return }
        isLost = true
        for place in machines.indices { feed(place, .adapterLost(fault)) }
    }

    // MARK: Sockets

    /// Serves a ready socket, unless an event has caused it to be closed or replaced since.
    private mutating func serve(_ place: Int, _ socket: FileDescriptor, _ readiness: Readiness) {
        guard let line = shared.wires[place].pending, line.socket === socket else { return }
        guard line.isUp else { return finishConnecting(place, socket, readiness) }
        if readiness.contains(.writable) { shared.wires[place].flush() }
        guard readiness.contains(.failed) else {
            receiveFrame(place, socket)
            return
        }
        let code = BluetoothSockets.takeError(socket)
        receiveFrames(place, socket)
        isSpent[place] = true
        feed(place, .lost(code))
    }

    private mutating func finishConnecting(_ place: Int, _ socket: FileDescriptor, _ readiness: Readiness) {
        var code = BluetoothSockets.takeError(socket)
        if code == 0, readiness.contains(.failed) { code = ENOTCONN }
        if code == 0 { shared.wires[place].becomeUp() }
        feed(place, .connectEnded(code))
    }

    /// Receives all pending frames before a socket is closed.
    private func receiveFrames(_ place: Int, _ socket: FileDescriptor) {
        while receiveFrame(place, socket) {}
    }

    /// Receives one frame, stamps it and posts it; returns false if there was none.
    @discardableResult
    private func receiveFrame(_ place: Int, _ socket: FileDescriptor) -> Bool {
        guard case .datagram(let frame) = BluetoothSockets.receive(socket), !frame.isEmpty else { return false }
        shared.mailbox.post(.bluetooth(shared.names[place], .frame(frame)), by: shared.clock)
        return true
    }

    // MARK: Machines

    private mutating func feed(about address: BluetoothAddress, _ event: LinkMachine.Event) {
        for place in machines.indices where machines[place].address == address { feed(place, event) }
    }

    private mutating func feed(_ place: Int, _ event: LinkMachine.Event) {
        perform(machines[place].receive(event, at: shared.clock.now), place)
    }

    private mutating func perform(_ effects: [LinkMachine.Effect], _ place: Int) {
        let name = shared.names[place]
        // If a daemon may have answered instead of the rig, the end of a pairing is no evidence about the accessory.
        if !isLost, effects.contains(where: \.isAboutKeys), let daemon = BluetoothDaemon.running() {
            return lose(daemon.fault)
        }
        for effect in effects {
            switch effect {
            case .post(let event): post(event, place)
            case .fault(let fault): shared.mailbox.post(.fault(.bluetooth(name), fault), by: shared.clock)
            case .openSocket(let address, let limit): openSocket(place, address, limit)
            case .endLink(let address): ask(.disconnect(address))
            case .pair(let address): ask(.pair(address))
            case .unpair(let address): ask(.unpair(address))
            case .closeSocket:
                if let line = shared.wires[place].pending, line.isUp { receiveFrames(place, line.socket) }
                shared.wires[place].close()
            }
        }
    }

    private mutating func openSocket(_ place: Int, _ peer: BluetoothAddress, _ limit: Lapse) {
        var code: Int32 = 0
        do throws(SystemError) {
            let socket = try BluetoothSockets.attribute(on: adapter.address)
            if machines[place].keys.holds(peer) { code = BluetoothSockets.demandEncryption(socket) }
            if code == 0 { code = BluetoothSockets.connect(socket, to: peer, limit: limit) }
            if code == 0 {
                isSpent[place] = false
                shared.wires[place].open(socket, isUp: false)
            }
        } catch {
            code = error.code
        }
        if code != 0 { feed(place, .refused(code)) }
    }

    private mutating func perform(_ effects: [DiscoveryMachine.Effect]) {
        for effect in effects {
            switch effect {
            case .start: ask(.startDiscovery)
            case .stop: ask(.stopDiscovery)
            case .failed(let status): lose(.refused(.startDiscovery, on: adapter.name, status))
            }
        }
    }
}

extension LinkMachine {
    /// Whether a link is up or ending, so that closing should wait.
    fileprivate var isBusy: Bool {
        switch state {
        case .connected, .ending, .losing: true
        case .idle, .searching, .connecting, .pausing, .abandoned, .failed: false
        }
    }
}

extension Advertisement {
    fileprivate init(_ address: BluetoothAddress, rssi: Int8?, _ data: AdvertisingData) {
        self.init(address: address, rssi: rssi, name: data.name, services: data.services)
    }
}

extension LinkMachine.Effect {
    /// Whether it reports that the two sides did not agree on a key.
    fileprivate var isAboutKeys: Bool {
        switch self {
        case .post(.pairingFailed), .post(.disconnected(.authentication)): true
        default: false
        }
    }
}
