public import Ground

/// The links of a live bench, with something done whenever nothing has come for a moment.
///
/// By then everything that was to be answered is answered, and the next arrival of a burst does not wait for it.
public final class AttendedLinks: LinkSet {
    /// How long nothing comes before the work is done; arrivals of one burst follow each other more closely.
    public static let lull = Span.milliseconds(5)
    /// The longest that the work is put off by arrivals that follow each other closely.
    public static let longestDelay = Span.milliseconds(100)

    /// How long arrivals put off what is left of work that was begun: it gets about a sixth of the time then.
    public static let breather = Span.milliseconds(10)

    /// From one part of the work to the next: the threads of the devices have less urgency than the run loop, and where
    /// there is one processor they run now.
    public static let rest = Span.milliseconds(2)

    /// What a part of the work came to.
    public enum Part {
        /// Something arrived by it.
        case arrived(Inbound)
        /// There is more to do; whatever came meanwhile has its turn first.
        case unfinished
        case done
    }

    private let links: any LinkSet
    private let whileWaiting: () -> Part
    private var attendedAt: Instant
    private var isFinished = true

    /// `whileWaiting` does a part of the work, of a few milliseconds at most.
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
