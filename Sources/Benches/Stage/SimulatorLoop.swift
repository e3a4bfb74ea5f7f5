import BlueZDriver
import Ground
import Links
import NDEF
import OperatingSystem
import Simulators
import Synchronization

/// The loop that moves bytes between the kernel and the simulators.
struct SimulatorLoop {
    /// The maximum number of times one adapter is asked for more before the others have their turn.
    private static let roundsAtOnce = 4
    /// The silence after which a link is lost; the initial value on iPhones (bluez.md, section 4.6).
    private static let supervisionTimeout = Lapse.milliseconds(720)

    var surroundings: SimulatedEnvironment
    private var reader: SimulatedReader
    private var cable: ReaderCable?
    private let peripherals: [(name: AccessoryName, peripheral: BluetoothPeripheral)]
    let listeners: [(name: AccessoryName, listener: AccessoryListener)]
    private var kitLine: ByteLine?
    private var consoles: [(name: AccessoryName, line: ByteLine)]
    /// Accessories whose link is up only for the kernel: their radio is silent, and the link is about to end.
    private var strays: [AccessoryName] = []
    /// The instants at which these links end.
    private var supervision = Agenda<AccessoryName>()
    private var advertisements: Advertisements
    private let observer: LinkObserver?
    private let inbox: SharedInbox
    private let waker: Waker
    let mailbox: Mailbox
    let clock: MonotonicClock
    private let poller: Poller

    init(
        _ surroundings: SimulatedEnvironment, _ wiring: SimulatorHost.Wiring, _ inbox: SharedInbox, _ waker: Waker,
        mailbox: Mailbox, clock: MonotonicClock
    ) {
        self.surroundings = surroundings
        peripherals = wiring.peripherals
        listeners = wiring.listeners
        advertisements = Advertisements(surroundings, of: wiring.peripherals.map(\.name))
        kitLine = wiring.kit.map { ByteLine($0) }
        reader = SimulatedReader(tags: surroundings.tags)
        cable = wiring.reader.map { ReaderCable($0) }
        consoles = wiring.consoles.map { ($0.name, ByteLine($0.console)) }
        observer = wiring.observer
        self.inbox = inbox
        self.waker = waker
        self.mailbox = mailbox
        self.clock = clock
        poller = Poller(clock: clock)
    }

    mutating func run() {
        while true {
            wait()
            let work = inbox.contents.withLock { contents in
                defer { contents.requests.removeAll() }
                return contents
            }
            if work.isOver { break }
            for request in work.requests { stage(request) }
            servePeripherals()
            serveListeners()
            keepBonds()
            serveKit()
            serveConsoles()
            serveReader()
            carryOut(surroundings.advance(to: clock.now))
            carryOut(reader.advance(to: clock.now))
            for (name, peripheral) in peripherals { advertisements.settle(name, peripheral) }
            settleListeners()
            while let (_, name) = supervision.popDue(at: clock.now) { peripheral(name)?.loseLink() }
        }
        for (_, peripheral) in peripherals { peripheral.close() }
        for (_, listener) in listeners { listener.close() }
        cable?.close()
    }

    private mutating func wait() {
        let now = clock.now
        var descriptors = [PollDescriptor(waker.number)]
        for (_, peripheral) in peripherals { descriptors += peripheral.pollDescriptors }
        var deadline = Instant.never
        for due in [surroundings.deadline, reader.deadline, supervision.next] {
            deadline = min(deadline, due ?? .never)
        }
        for (_, listener) in listeners {
            descriptors += listener.pollDescriptors
            deadline = min(deadline, listener.deadline ?? .never)
        }
        for line in [kitLine, cable?.line] + consoles.map(\.line) {
            guard let line else { continue }
            if let descriptor = line.pollDescriptor(at: now) {
                descriptors.append(descriptor)
            } else {
                deadline = min(deadline, line.pausedUntil)
            }
        }
        let ready = poller.wait(descriptors, until: deadline)
        if ready.first?.isEmpty == false { waker.drain() }
    }

    private mutating func stage(_ request: StageRequest) {
        if case .readerTrouble(let trouble, let begins) = request {
            reader.suffer(trouble, begins)
            if trouble == .unplugged { plugReader(!begins) }
        }
        carryOut(reader.stage(request, at: clock.now))
        carryOut(surroundings.stage(request, at: clock.now))
    }

    private mutating func plugReader(_ isIn: Bool) {
        do throws(RigFault) {
            try cable?.plug(isIn)
        } catch {
            mailbox.post(.fault(.stage, error), by: clock)
        }
    }

    private mutating func servePeripherals() {
        for (name, peripheral) in peripherals {
            // A link may have ended before its beginning was noticed, so take both events before reacting to them.
            for _ in 0..<Self.roundsAtOnce {
                let events = peripheral.handleReady()
                if events.isEmpty { break }
                for (event, instant) in events { take(event, of: name, at: instant) }
            }
        }
    }

    private mutating func take(
        _ event: BluetoothPeripheral.Event, of name: AccessoryName, at instant: Instant
    ) {
        let isStray = strays.contains(name)
        if let what = ObservedEvent.What(event) { observer?.see(what, at: instant) }
        switch event {
        case .connected where surroundings.advertisement(of: name) == nil:
            // The link came up while the accessory was being switched off, so the accessory does not know about it.
            advertisements.linkBegan(name)
            loseLink(name)
        case .connected:
            advertisements.linkBegan(name)
            carryOut(surroundings.connected(name, at: instant))
        case .encrypted(let security) where !isStray:
            let outputs = surroundings.encryptionChanged(
                name, isEncrypted: true, isBonded: security.isBonded, at: instant)
            carryOut(outputs)
        case .frame(let bytes) where !isStray: carryOut(surroundings.receive(bytes, for: name, at: instant))
        case .disconnected:
            strays.removeAll { $0 == name }
            supervision.removeAll { $0 == name }
            advertisements.linkEnded(name, peripheral(name))
            carryOut(surroundings.disconnected(name, at: instant))
        case .encrypted, .frame: break
        case .fault(let fault): mailbox.post(.fault(.bluetooth(name), fault), at: instant)
        }
    }

    /// Makes the kernel follow what each accessory does with its keys.
    private func keepBonds() {
        for (name, peripheral) in peripherals {
            peripheral.acceptsPairing = surroundings.acceptsPairing(name)
            if !peripheral.hasLink, !surroundings.keepsBond(name) { peripheral.forgetBonds() }
        }
    }

    private mutating func print(_ line: String, of name: AccessoryName) {
        guard let place = consoles.firstIndex(where: { $0.name == name }) else { return }
        consoles[place].line.write(Array(line.utf8) + [0x0D, 0x0A], at: clock.now)
    }

    private mutating func serveKit() {
        guard let bytes = kitLine?.read(at: clock.now), !bytes.isEmpty else { return }
        carryOut(surroundings.kitReceives(bytes, at: clock.now))
    }

    private mutating func serveConsoles() {
        for place in consoles.indices {
            let bytes = consoles[place].line.read(at: clock.now)
            if !bytes.isEmpty { carryOut(surroundings.receive(typed: bytes, for: consoles[place].name, at: clock.now)) }
        }
    }

    private mutating func serveReader() {
        guard let bytes = cable?.line?.read(at: clock.now), !bytes.isEmpty else { return }
        carryOut(reader.receive(bytes, at: clock.now))
    }

    private mutating func carryOut(_ effects: [SimulatedReader.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let bytes): cable?.line?.write(bytes, at: clock.now)
            case .stage(let event): mailbox.post(.stage(event), by: clock)
            }
        }
    }

    mutating func carryOut(_ outputs: [EnvironmentOutput]) {
        for output in outputs {
            switch output {
            case .frame(let name, let bytes):
                guard !strays.contains(name) else { continue }
                listener(name)?.send(bytes)
                peripheral(name)?.send(bytes)
                observer?.see(.toPhone(bytes), at: clock.now)
            case .hangUp(let name):
                listener(name)?.hangUp()
                peripheral(name)?.disconnect()
            case .loseLink(let name): loseLink(name)
            case .advertise(let name, let content): advertisements.want(content, of: name)
            case .stopAdvertising(let name): advertisements.want(nil, of: name)
            case .requestSecurity(let name): peripheral(name)?.requestSecurity()
            case .requestParameters(let name, let wanted):
                peripheral(name)?.requestParameters(ConnectionParameters(wanted))
            case .console(let name, let line): print(line, of: name)
            case .kit(let bytes): kitLine?.write(bytes, at: clock.now)
            case .stage(let event): mailbox.post(.stage(event), by: clock)
            }
        }
    }

    private mutating func loseLink(_ name: AccessoryName) {
        listener(name)?.loseLink(at: clock.now)
        guard let peripheral = peripheral(name), peripheral.hasLink, !strays.contains(name) else { return }
        strays.append(name)
        advertisements.silence(name, peripheral)
        supervision.add(name, at: clock.now + Self.supervisionTimeout)
    }

    private func listener(_ name: AccessoryName) -> AccessoryListener? {
        listeners.first { $0.name == name }?.listener
    }

    private func peripheral(_ name: AccessoryName) -> BluetoothPeripheral? {
        peripherals.first { $0.name == name }?.peripheral
    }
}

extension ObservedEvent.What {
    /// Creates the event that a peripheral reports; nil if it concerns only the adapter.
    fileprivate init?(_ event: BluetoothPeripheral.Event) {
        switch event {
        case .connected(let address): self = .connected(address)
        case .frame(let bytes): self = .fromPhone(bytes)
        case .encrypted(let security): self = .encrypted(security)
        case .disconnected(let reason): self = .disconnected(reason)
        case .fault: return nil
        }
    }
}
