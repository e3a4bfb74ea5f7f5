public import Ground

/// The links of a live bench, with something done whenever nothing has come for a moment.
///
/// By then everything that was to be answered is answered, and the next arrival of a burst does not wait for it.
public final class AttendedLinks: LinkSet {
    /// How long nothing comes before the work is done; arrivals of one burst follow each other more closely.
    public static let lull = Span.milliseconds(5)
    /// The longest that the work is put off by arrivals that follow each other closely.
    public static let longestDelay = Span.milliseconds(100)

    private let links: any LinkSet
    private let whileWaiting: () -> Inbound?
    private var attendedAt: Instant

    /// What `whileWaiting` gives is what arrived.
    public init(_ links: any LinkSet, whileWaiting: @escaping () -> Inbound?) {
        self.links = links
        self.whileWaiting = whileWaiting
        attendedAt = links.now
    }

    public var now: Instant { links.now }

    public func send(_ outbound: Outbound) -> Instant { links.send(outbound) }

    public func receive(until deadline: Instant) -> Reception {
        let now = links.now
        if now - attendedAt < Self.longestDelay {
            let end = min(deadline, now + Self.lull)
            let reception = links.receive(until: end)
            guard reception == .deadline, end < deadline else { return reception }
        }
        if let inbound = whileWaiting() {
            attendedAt = links.now
            return .arrival(Arrival(inbound, at: attendedAt))
        }
        attendedAt = links.now
        return links.receive(until: deadline)
    }

    public func prove(_ link: LinkID) -> RigFault? { links.prove(link) }

    public func close() { links.close() }
}
