internal import Ground
internal import Links
internal import OperatingSystem
import Synchronization

/// The thread that talks to Avahi's daemon over D-Bus: passes requests to the directory and performs its effects.
final class ServiceThread: Sendable {
    /// The maximum number of queued requests; callers that publish and search need only a few.
    static let bound = 1_024

    private struct Contents {
        var requests: [NetworkRequest] = []
        var isStopped = false
    }

    private let contents = Mutex(Contents())
    private let waker: Waker
    private let thread = Mutex<DeviceThread?>(nil)
    private let bus: String
    private let clock: MonotonicClock
    private let report: @Sendable (NetworkEvent) -> Void

    init(bus: String, clock: MonotonicClock, report: @escaping @Sendable (NetworkEvent) -> Void) throws(SystemError) {
        (self.bus, self.clock, self.report) = (bus, clock, report)
        waker = try Waker()
    }

    /// Submits a request; the first one starts the thread. Never blocks.
    func send(_ request: NetworkRequest) throws(SystemError) {
        let hasRoom = contents.withLock { contents in
            guard !contents.isStopped else { return true }
            guard contents.requests.count < Self.bound else { return false }
            contents.requests.append(request)
            return true
        }
        guard hasRoom else { throw SystemError("hand a request to the Avahi thread", code: 11) }
        try start()
        waker.wake()
    }

    private func start() throws(SystemError) {
        guard !contents.withLock({ $0.isStopped }) else { return }
        try thread.withLock { thread throws(SystemError) in
            guard thread == nil else { return }
            thread = try DeviceThread("network-avahi") { [self] in
                var loop = ServiceLoop(bus: bus, clock: clock, report: report)
                loop.run(waker, take: takeAll)
            }
        }
    }

    private func takeAll() -> (requests: [NetworkRequest], isStopped: Bool) {
        waker.drain()
        return contents.withLock { contents in
            defer { contents.requests = [] }
            return (contents.requests, contents.isStopped)
        }
    }

    /// Ends the thread, and with it all its publications. Idempotent.
    func close() {
        contents.withLock { $0.isStopped = true }
        waker.wake()
        thread.withLock { $0 }?.join()
    }
}

/// The work of the thread. A missing bus or daemon is reported once, and retried.
private struct ServiceLoop {
    /// The time limit for an answer; the daemon itself gives up a resolution after 5 s.
    private static let limit = Lapse.seconds(10)
    private static let daemon = "org.freedesktop.Avahi"
    private static let dbus = "org.freedesktop.DBus"
    private static let pause = Lapse.seconds(1)

    let bus: String
    let clock: MonotonicClock
    let report: (NetworkEvent) -> Void
    private var directory = ServiceDirectory()
    private var connection: BusConnection?
    private var pending: [UInt32: (call: ServiceDirectory.Call, limit: Instant)] = [:]
    /// The serial number of the query whether the daemon is running.
    private var question: UInt32?
    private var isUp = false
    private var isTold = false
    private var retry = Instant.start - .seconds(1)

    init(bus: String, clock: MonotonicClock, report: @escaping (NetworkEvent) -> Void) {
        (self.bus, self.clock, self.report) = (bus, clock, report)
    }

    mutating func run(_ waker: Waker, take: () -> (requests: [NetworkRequest], isStopped: Bool)) {
        while true {
            if connection == nil, clock.now >= retry { connect() }
            let (requests, isStopped) = take()
            if isStopped { return leave() }
            for request in requests { carryOut(perform(request)) }
            connection?.exchange()
            while let message = connection?.next() { hear(message) }
            if connection?.isConnected == false { loseBus() }
            checkLimits()
            carryOut(directory.advance(to: clock.now))
            connection?.exchange()
            // Input that arrived during sending was read along with it, so the socket does not become readable for it
            // again.
            if connection?.hasMessages == true { continue }
            let others = connection.map { [PollDescriptor($0.number)] } ?? []
            _ = Poller(clock: clock).wait([PollDescriptor(waker.number)] + others, until: deadline)
        }
    }

    private var deadline: Instant {
        let limits = pending.values.map(\.limit).min() ?? .never
        return min(connection == nil ? retry : .never, directory.deadline, limits)
    }

    private mutating func connect() {
        retry = clock.now + Self.pause
        do throws(RigFault) {
            let connection = try BusConnection(to: bus)
            connection.subscribe(to: "type='signal',sender='\(Self.daemon)'")
            connection.subscribe(
                to: "type='signal',sender='\(Self.dbus)',member='NameOwnerChanged',arg0='\(Self.daemon)'")
            question = connection.call(
                Self.dbus, "/org/freedesktop/DBus", Self.dbus, "NameHasOwner", [.text(Self.daemon)])
            self.connection = connection
        } catch {
            tell(error)
        }
    }

    private mutating func tell(_ fault: RigFault) {
        guard !isTold else { return }
        isTold = true
        report(.fault(fault))
    }

    private mutating func loseBus() {
        connection = nil
        pending = [:]
        isTold = false
        tell(.busGone(bus))
        if isUp { lose() }
        retry = clock.now + Self.pause
    }

    private mutating func lose() {
        isUp = false
        pending = [:]
        carryOut(directory.end())
    }

    private mutating func rise() {
        guard !isUp else { return }
        isUp = true
        isTold = false
        carryOut(directory.begin())
    }

    private mutating func perform(_ request: NetworkRequest) -> [ServiceDirectory.Effect] {
        switch request {
        case .publish(let number, let publication): directory.publish(number, publication)
        case .update(let number, let txt): directory.update(number, txt)
        case .withdraw(let number): directory.withdraw(number)
        case .search(let number, let type): directory.search(number, type)
        case .endSearch(let number): directory.endSearch(number)
        case .resolve(let number, let instance): directory.resolve(number, instance)
        case .listen, .secure, .endListening, .connect, .send, .taken, .close, .reset: []
        }
    }

    private mutating func hear(_ message: BusMessage) {
        let now = clock.now
        switch message {
        case .reply(let serial, let values):
            if serial == question {
                question = nil
                if values.first == .boolean(true) { rise() } else { tell(.noDaemon(on: bus)) }
            } else if let call = pending.removeValue(forKey: serial)?.call {
                carryOut(directory.receive(values, to: call, at: now))
            }
        case .failure(let serial, let name):
            if let call = pending.removeValue(forKey: serial)?.call {
                carryOut(directory.receive(error: name, to: call, at: now))
            }
        case .signal(_, Self.dbus, "NameOwnerChanged", let values):
            guard values.first?.text == Self.daemon, let owner = values.last?.text else { return }
            if isUp {
                // Even if another daemon is there immediately, because it does not know the old one's objects.
                lose()
                isTold = false
                tell(.daemonGone(from: bus))
            }
            if !owner.isEmpty { rise() }
        case .signal(let path, let interface, let member, let values):
            carryOut(directory.receive(signal: member, interface: interface, path: path, values))
        }
    }

    private mutating func carryOut(_ effects: [ServiceDirectory.Effect]) {
        for effect in effects {
            switch effect {
            case .tell(let event): report(event)
            case .call(let call):
                let serial = connection?.call(Self.daemon, call.path, call.interface, call.member, call.values)
                if let serial { pending[serial] = (call, clock.now + Self.limit) }
            }
        }
    }

    private mutating func checkLimits() {
        let now = clock.now
        for (serial, entry) in pending where entry.limit <= now {
            pending[serial] = nil
            report(.fault(.daemonSilent(entry.call.member, Self.limit)))
        }
    }

    /// Leaves the bus. The daemon sends a goodbye for everything a departing client has published.
    private mutating func leave() {
        connection?.exchange()
        connection = nil
    }
}
