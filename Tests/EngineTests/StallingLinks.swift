import Ground
import Links

/// A bench on which the rig itself stands still once, where a test orders it.
///
/// The run loop looks at the clock, sends and waits; in between it sees nothing of time. So a standstill right before
/// or right after each of its calls is one at each of its steps.
final class StallingLinks: LinkSet {
    /// What else stands still with the run loop.
    enum Extent: CaseIterable {
        /// The loop's thread alone: what comes meanwhile is stamped by others, and waits.
        case loop
        /// The whole program: what comes meanwhile is stamped when it is awake again.
        case program
        /// The whole machine, with the devices that are simulated on it.
        case machine
    }

    /// What a live bench's mailbox tells too.
    static let told = Span.milliseconds(25)

    private let links: any LinkSet
    private let point: Int
    private let span: Span
    private let extent: Extent
    /// How many points there were so far: two with each call.
    private(set) var points = 0
    /// How far the clock is ahead of the bench's.
    private var lead = Span.zero
    private var waiting: [Arrival] = []
    private var awake: Instant

    init(_ links: any LinkSet, at point: Int, for span: Span, _ extent: Extent) {
        self.links = links
        self.point = point
        self.span = span
        self.extent = extent
        awake = links.now
    }

    private var clock: Instant { links.now + lead }

    var now: Instant { atPoints { clock } }

    func send(_ outbound: Outbound) -> Instant { atPoints { links.send(outbound) + lead } }

    func receive(until deadline: Instant) -> Reception {
        atPoints {
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

    private func atPoints<Value>(_ call: () -> Value) -> Value {
        stall()
        let value = call()
        stall()
        return value
    }

    private func stall() {
        defer { points += 1 }
        guard points == point else { return }
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
