import Ground
public import Links
import NetworkDriver
public import OperatingSystem
public import RigKit
import Simulators
import Synchronization

/// A simulated screen on this machine's network, for a phone app that is elsewhere.
///
/// It finds agents through Avahi's daemon on the system bus and connects by TCP and TLS 1.3, with its own certificate.
public final class ScreenPlayer {
    private var line: ScreenLine
    private let host: NetworkHost
    private let clock: MonotonicClock
    private let arrivals: Arrivals
    /// News of acts since the last `play`, which the next `play` returns first.
    private var performed: [(instant: Instant, news: ScreenNews)] = []

    /// Begins to look for agents; refuses an unknown defect.
    ///
    /// `keyLog` is a new file (0600) for TLS secrets in NSS's format; nil for none.
    public convenience init(_ model: ScreenModel, keyLog: String? = nil, clock: MonotonicClock) throws(RigFault) {
        try self.init(model, bus: nil, keyLog: keyLog, clock: clock)
    }

    /// Does the same with a daemon on a bus other than the system's.
    init(_ model: ScreenModel, bus: String?, keyLog: String? = nil, clock: MonotonicClock) throws(RigFault) {
        self.clock = clock
        let line = ScreenLine("screen", try ScreenBuild(model))
        let arrivals = Arrivals()
        (self.line, self.arrivals) = (line, arrivals)
        let identity: TLSIdentity
        do { identity = try .make(named: "screen") } catch {
            throw RigFault("no certificate for the screen: \(error)", remedy: "Look at this machine's source of chance")
        }
        host = try NetworkHost(
            bus: bus, identities: [ScreenLine.identity: identity], keyLog: keyLog, settings: NetworkPhone.settings,
            clock: clock
        ) { arrivals.add($0) }
        for request in line.begin.requests { host.send(request) }
    }

    deinit { close() }

    /// Whether every connection that it closed has ended.
    public var isQuiet: Bool { line.isQuiet }

    /// Lets its user do something; the next `play` returns the news of it.
    public func perform(_ act: ScreenAct) { keep(line.perform(act, at: clock.now)) }

    /// Lets it probe the phone; the next `play` returns the news of it.
    public func perform(_ probe: ScreenProbe) { keep(line.perform(probe, at: clock.now)) }

    private func keep(_ effects: [ScreenLine.Effect]) {
        let now = clock.now
        performed += carryOut(effects).map { (now, $0) }
    }

    /// Plays until there is news, or until the limit; throws when this machine's own part fails.
    ///
    /// News comes in the order of events, even if the caller reacts to a piece of news with an act.
    public func play(until limit: Instant) throws(RigFault) -> [(instant: Instant, news: ScreenNews)] {
        while true {
            var seen = performed
            performed = []
            for arrival in arrivals.take() {
                if case .fault(let fault) = arrival.event { throw fault }
                seen += carryOut(line.hear(arrival.event, at: clock.now)).map { (arrival.instant, $0) }
            }
            seen += carryOut(line.advance(to: clock.now)).map { (clock.now, $0) }
            guard seen.isEmpty, clock.now < limit else { return seen }
            _ = Poller(clock: clock).wait([], until: min(limit, line.deadline, clock.now + .milliseconds(2)))
        }
    }

    /// Returns what is wrong with this machine's own part of the path to the phone; nil if nothing is. Sends nothing.
    public func prove() -> RigFault? { NetworkWay.obstacle(to: line.newestWay) }

    /// Resets open connections and ends the driver's threads; safe to call again.
    public func close() { host.close() }

    private func carryOut(_ effects: [ScreenLine.Effect]) -> [ScreenNews] {
        for request in effects.requests { host.send(request) }
        return effects.compactMap { if case .tell(let news) = $0 { news } else { nil } }
    }
}

/// The driver's events that have not been taken yet.
private final class Arrivals: Sendable {
    private let waiting = Mutex<[NetworkArrival]>([])

    func add(_ arrival: NetworkArrival) { waiting.withLock { $0.append(arrival) } }

    func take() -> [NetworkArrival] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
