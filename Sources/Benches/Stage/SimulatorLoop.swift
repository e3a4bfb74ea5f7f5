import BlueZDriver
import Ground
import Links
import NDEF
import Simulators
import Synchronization
import System

/// The one loop that moves bytes between the kernel and the simulators.
struct SimulatorLoop {
    /// How long a line that failed is left alone: nobody has the other end open.
    static let pause = Span.milliseconds(20)
    static let bytesAtOnce = 4096

    private var surroundings: Surroundings
    private var reader = SimulatedReader()
    private let peripherals: [(name: AccessoryName, peripheral: BluetoothPeripheral)]
    private var kitLine: ByteLine?
    private var readerLine: ByteLine?
    private let inbox: SharedInbox
    private let waker: Waker
    private let mailbox: Mailbox
    private let clock: MonotonicClock
    private let poller: Poller

    init(
        _ surroundings: Surroundings, _ wiring: SimulatorHost.Wiring, _ inbox: SharedInbox, _ waker: Waker,
        mailbox: Mailbox, clock: MonotonicClock
    ) {
        self.surroundings = surroundings
        peripherals = wiring.peripherals
        kitLine = wiring.kit.map { ByteLine($0) }
        readerLine = wiring.reader.map { ByteLine($0) }
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
            serveKit()
            serveReader()
            carryOut(surroundings.advance(to: clock.now))
            carryOut(reader.advance(to: clock.now))
        }
        for (_, peripheral) in peripherals { peripheral.close() }
    }

    private mutating func wait() {
        let now = clock.now
        var descriptors = [PollDescriptor(waker.number)]
        for (_, peripheral) in peripherals { descriptors += peripheral.pollDescriptors }
        var deadline = Instant.never
        for due in [surroundings.deadline, reader.deadline] { deadline = min(deadline, due ?? .never) }
        for line in [kitLine, readerLine] {
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
        switch request {
        case .present(let name):
            if let tag = surroundings.tag(name) { carryOut(reader.present(tag, at: clock.now)) }
        case .remove: reader.remove()
        case .place, .move: break
        }
        carryOut(surroundings.stage(request, at: clock.now))
    }

    private mutating func servePeripherals() {
        for (name, peripheral) in peripherals {
            for (event, instant) in peripheral.handleReady() {
                switch event {
                case .connected: carryOut(surroundings.connected(name, at: instant))
                case .frame(let bytes): carryOut(surroundings.receive(bytes, for: name, at: instant))
                case .disconnected: carryOut(surroundings.disconnected(name))
                case .fault(let fault): mailbox.post(.fault(.bluetooth(name), fault), at: instant)
                }
            }
        }
    }

    private mutating func serveKit() {
        guard let bytes = kitLine?.read(at: clock.now), !bytes.isEmpty else { return }
        carryOut(surroundings.kitReceives(bytes, at: clock.now))
    }

    private mutating func serveReader() {
        guard let bytes = readerLine?.read(at: clock.now), !bytes.isEmpty else { return }
        carryOut(reader.receive(bytes, at: clock.now))
    }

    private mutating func carryOut(_ effects: [SimulatedReader.Effect]) {
        for case .send(let bytes) in effects { readerLine?.write(bytes, at: clock.now) }
    }

    private mutating func carryOut(_ outputs: [SurroundingsOutput]) {
        for output in outputs {
            switch output {
            case .frame(let name, let bytes): peripheral(name)?.send(bytes)
            case .hangUp(let name): peripheral(name)?.disconnect()
            case .kit(let bytes): kitLine?.write(bytes, at: clock.now)
            case .stage(let event): mailbox.post(.stage(event), at: clock.now)
            }
        }
    }

    private func peripheral(_ name: AccessoryName) -> BluetoothPeripheral? {
        peripherals.first { $0.name == name }?.peripheral
    }
}

/// A stream of bytes to a driver under test: a gadget's terminal or a pseudo-terminal's master.
private struct ByteLine {
    /// More than this waiting to be written means that nobody reads: what comes later is dropped, as on a real wire.
    static let backlogLimit = 65_536

    private let descriptor: FileDescriptor
    private var waiting: [UInt8] = []
    private(set) var pausedUntil = Instant.start

    init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

    func pollDescriptor(at now: Instant) -> PollDescriptor? {
        guard pausedUntil <= now, descriptor.isOpen else { return nil }
        return PollDescriptor(descriptor.number, waiting.isEmpty ? .readable : [.readable, .writable])
    }

    mutating func read(at now: Instant) -> [UInt8] {
        flush(at: now)
        guard pausedUntil <= now else { return [] }
        do throws(SystemError) {
            guard let bytes = try descriptor.read(upTo: SimulatorLoop.bytesAtOnce) else { return [] }
            if bytes.isEmpty { pausedUntil = now + SimulatorLoop.pause }
            return bytes
        } catch {
            pausedUntil = now + SimulatorLoop.pause
            return []
        }
    }

    mutating func write(_ bytes: [UInt8], at now: Instant) {
        if waiting.count + bytes.count <= Self.backlogLimit { waiting += bytes }
        flush(at: now)
    }

    private mutating func flush(at now: Instant) {
        while !waiting.isEmpty {
            do throws(SystemError) {
                guard let written = try descriptor.write(waiting) else { return }
                waiting.removeFirst(written)
            } catch {
                waiting.removeAll()
                pausedUntil = now + SimulatorLoop.pause
            }
        }
    }
}
