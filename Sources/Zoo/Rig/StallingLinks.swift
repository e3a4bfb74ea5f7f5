import Ground
import Links

/// The links of a bench on which the rig itself stops whenever a condition holds.
///
/// In virtual time only the run loop's calls of the links take time, so it stops directly before and after such a
/// call. A standstill that a live bench's mailbox would report is reported.
final class StallingLinks: LinkSet {
    /// The extent of a standstill.
    enum Extent: Sendable, CaseIterable {
        /// The loop's thread alone: arrivals are stamped by other threads, and wait.
        case loop
        /// The whole program: arrivals are stamped when it resumes.
        case program
        /// The whole machine, with the devices that are simulated on it.
        case machine
    }

    /// The shortest standstill that a live bench's mailbox reports (`Mailbox.standstill`).
    private static let told = Lapse.milliseconds(25)

    private let links: any LinkSet
    private let extent: Extent
    private let span: Lapse
    /// Called directly before and after each call, with the time.
    private let isDue: (Instant) -> Bool
    /// The time by which the clock is ahead of the bench's.
    private var lead = Lapse.zero
    private var waiting: [Arrival] = []
    private var awake: Instant
    private(set) var hasHappened = false

    init(_ links: any LinkSet, _ extent: Extent, for span: Lapse, when isDue: @escaping (Instant) -> Bool) {
        (self.links, self.extent, self.span, self.isDue) = (links, extent, span, isDue)
        awake = links.now
    }

    /// Creates links that stop at an instant and, with a period, again that long after each standstill.
    convenience init(
        _ links: any LinkSet, _ extent: Extent, from begins: Instant, for span: Lapse, every period: Lapse? = nil
    ) {
        var next = begins
        self.init(links, extent, for: span) { now in
            guard now >= next else { return false }
            next = period.map { now + span + $0 } ?? .never
            return true
        }
    }

    private var clock: Instant { links.now + lead }

    var now: Instant { around { clock } }

    func send(_ outbound: Outbound) -> Instant { around { links.send(outbound) + lead } }

    func receive(until deadline: Instant) -> Reception {
        around {
            let last = awake
            defer { awake = clock }
            if clock - last > Self.told { return .stoodStill(since: last) }
            if let first = waiting.first {
                guard first.instant <= deadline else { return .deadline }
                return .arrival(waiting.removeFirst())
            }
            guard clock < deadline else { return .deadline }
            switch links.receive(until: deadline == .never ? .never : deadline - lead) {
            case .arrival(let arrival): return .arrival(Arrival(arrival.inbound, at: arrival.instant + lead))
            case let other: return other
            }
        }
    }

    func prove(_ link: LinkID) -> RigFault? { links.prove(link) }

    func close() { links.close() }

    private func around<Value>(_ call: () -> Value) -> Value {
        stall()
        let value = call()
        stall()
        return value
    }

    private func stall() {
        guard isDue(clock) else { return }
        hasHappened = true
        if extent == .machine {
            lead = lead + span
            return
        }
        let end = links.now + span
        while case .arrival(let arrival) = links.receive(until: end) {
            waiting.append(extent == .loop ? arrival : Arrival(arrival.inbound, at: end))
        }
    }
}
