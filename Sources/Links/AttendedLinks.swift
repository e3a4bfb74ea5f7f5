public import Ground

/// The links of a live bench, with background work whenever nothing has arrived for a moment.
///
/// By then everything that needed an answer has one, and the next arrival of a burst is not delayed by the work.
public final class AttendedLinks: LinkSet {
    /// The time without arrivals before the work is done; arrivals of one burst follow each other more closely.
    public static let lull = Lapse.milliseconds(5)
    /// The longest time that closely spaced arrivals can postpone the work.
    public static let longestDelay = Lapse.milliseconds(100)

    /// The time that arrivals postpone the rest of unfinished work, which then gets about a sixth of the time.
    public static let breather = Lapse.milliseconds(10)

    /// The pause between two parts of the work. The devices' threads are less urgent than the run loop, and on a
    /// single processor they run now.
    public static let rest = Lapse.milliseconds(2)

    /// The result of a part of the work.
    public enum Part {
        /// The work produced an arrival.
        case arrived(Inbound)
        /// More work remains; anything that arrived meanwhile is handled first.
        case unfinished
        case done
    }

    private let links: any LinkSet
    private let whileWaiting: () -> Part
    private var attendedAt: Instant
    private var isFinished = true

    /// Creates attended links; `whileWaiting` does a part of the work, which takes a few milliseconds at most.
    public init(_ links: any LinkSet, whileWaiting: @escaping () -> Part) {
        self.links = links
        self.whileWaiting = whileWaiting
        attendedAt = links.now
    }

    public var now: Instant { links.now }

    public func send(_ outbound: Outbound) -> Instant { links.send(outbound) }

    public func receive(until deadline: Instant) -> Reception {
        let now = links.now
        if now - attendedAt < (isFinished ? Self.longestDelay : Self.breather) {
            let end = min(deadline, now + Self.lull)
            let reception = links.receive(until: end)
            guard reception == .deadline, end < deadline else { return reception }
        }
        while true {
            let part = whileWaiting()
            attendedAt = links.now
            isFinished = true
            switch part {
            case .arrived(let inbound): return .arrival(Arrival(inbound, at: attendedAt))
            case .done: return links.receive(until: deadline)
            case .unfinished: isFinished = false
            }
            let end = min(deadline, attendedAt + Self.rest)
            let reception = links.receive(until: end)
            guard reception == .deadline, end < deadline else { return reception }
        }
    }

    public func prove(_ link: LinkID) -> RigFault? { links.prove(link) }

    public func close() { links.close() }
}
