import Ground
import Links
import NetworkDriver
import OperatingSystem
import Synchronization

/// The phone's connections to accessories on the network, through the driver.
final class NetworkPhone: Sendable {
    private let exchange: Exchange
    private let clock: MonotonicClock

    /// As on the simulated network, a silence of five seconds ends a connection.
    static var settings: StreamSettings {
        var settings = StreamSettings()
        (settings.keepalive, settings.probing, settings.probes) = (.seconds(2), .seconds(1), 3)
        return settings
    }

    /// Opens nothing yet. `bus` is the bus of Avahi's daemon; nil for the system bus.
    init(
        _ targets: [(name: AccessoryName, target: NetworkLine.Target)], bus: String? = nil, mailbox: Mailbox,
        clock: MonotonicClock
    ) throws(RigFault) {
        let lines = targets.enumerated().map { place, entry in
            NetworkLine(entry.name, entry.target, place: UInt32(place), stride: UInt32(targets.count))
        }
        let exchange = Exchange(lines, mailbox)
        (self.exchange, self.clock) = (exchange, clock)
        let host = try NetworkHost(bus: bus, settings: Self.settings, clock: clock) { exchange.hear($0) }
        exchange.host.withLock { $0 = host }
    }

    deinit { close() }

    func serves(_ name: AccessoryName) -> Bool { exchange.lines.withLock { $0.contains { $0.name == name } } }

    /// Returns whether a connection to the accessory is open, opening or closing.
    func isBusy(with name: AccessoryName) -> Bool {
        exchange.lines.withLock { $0.first { $0.name == name }?.isBusy == true }
    }

    /// Sets the addresses for later connections to the accessory.
    func move(_ name: AccessoryName, to addresses: [NetworkAddress]) {
        exchange.lines.withLock { lines in
            for place in lines.indices where lines[place].name == name { lines[place].move(to: addresses) }
        }
    }

    /// Passes on a request and returns its instant. Never waits.
    func send(_ request: StreamRequest, to name: AccessoryName) -> Instant {
        let now = clock.now
        exchange.change(at: now) { $0.name == name ? $0.ask(request) : [] }
        return now
    }

    /// Returns what is wrong with this host's own part of the path to an accessory.
    func prove(_ name: AccessoryName) -> RigFault? {
        exchange.lines.withLock { $0.first { $0.name == name } }?.prove()
    }

    /// Resets open connections and ends the driver's threads; safe to call again.
    func close() {
        let host = exchange.host.withLock { host in
            defer { host = nil }
            return host
        }
        host?.close()
    }
}

/// The state shared by the driver's threads and the run loop.
private final class Exchange: Sendable {
    let lines: Mutex<[NetworkLine]>
    let host = Mutex<NetworkHost?>(nil)
    private let mailbox: Mailbox

    init(_ lines: [NetworkLine], _ mailbox: Mailbox) {
        self.lines = Mutex(lines)
        self.mailbox = mailbox
    }

    func hear(_ arrival: NetworkArrival) { change(at: arrival.instant) { $0.hear(arrival.event) } }

    /// Posts the resulting events in order. Requests go to the driver once the lines are unlocked, because the driver
    /// may answer within that call.
    func change(at instant: Instant, _ body: (inout NetworkLine) -> [NetworkLine.Effect]) {
        let requests = lines.withLock { lines in
            var requests: [NetworkRequest] = []
            for place in lines.indices {
                let link = LinkID.stream(.dataChannel(of: lines[place].name))
                for effect in body(&lines[place]) {
                    switch effect {
                    case .request(let request): requests.append(request)
                    case .event(let event):
                        mailbox.post(.stream(.dataChannel(of: lines[place].name), event), at: instant)
                    case .fault(let fault): mailbox.post(.fault(link, fault), at: instant)
                    }
                }
            }
            return requests
        }
        guard !requests.isEmpty, let host = host.withLock({ $0 }) else { return }
        for request in requests { host.send(request) }
    }
}
