import Ground
import Links

/// The links of a bench on which the rig itself stands still, whenever it is told that it is due.
///
/// Only what the run loop asks the links for takes time in virtual time: so it stands still right before and after such
/// a call. What a live bench's mailbox tells of it is told.
final class StandstillLinks: LinkSet {
    /// What stands still with the run loop.
    enum Extent: Sendable, CaseIterable {
        /// The loop's thread alone: what comes meanwhile is stamped by others, and waits.
        case loop
        /// The whole program: what comes meanwhile is stamped when it is awake again.
        case program
        /// The whole machine, with the devices that are simulated on it.
        case machine
    }

    /// What a live bench's mailbox tells of (`Mailbox.standstill`).
    private static let told = Span.milliseconds(25)

    private let links: any LinkSet
    private let extent: Extent
    private let span: Span
    /// Asked right before and after each call, with the time.
    private let isDue: (Instant) -> Bool
    /// How far the clock is ahead of the bench's.
    private var lead = Span.zero
    private var waiting: [Arrival] = []
    private var awake: Instant
    private(set) var hasHappened = false

    init(_ links: any LinkSet, _ extent: Extent, for span: Span, when isDue: @escaping (Instant) -> Bool) {
        (self.links, self.extent, self.span, self.isDue) = (links, extent, span, isDue)
        awake = links.now
    }

    /// Stands still at an instant, and with a period again so long after each time.
    convenience init(
        _ links: any LinkSet, _ extent: Extent, from begins: Instant, for span: Span, every period: Span? = nil
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
