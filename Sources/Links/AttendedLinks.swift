public import Ground

/// The links of a live bench, with something done each time that the run loop begins to wait, or goes on waiting.
///
/// By then everything that was to be answered is answered.
public final class AttendedLinks: LinkSet {
    private let links: any LinkSet
    private let whileWaiting: () -> Inbound?

    /// What `whileWaiting` gives is what arrived.
    public init(_ links: any LinkSet, whileWaiting: @escaping () -> Inbound?) {
        self.links = links
        self.whileWaiting = whileWaiting
    }

    public var now: Instant { links.now }

    public func send(_ outbound: Outbound) -> Instant { links.send(outbound) }

    public func receive(until deadline: Instant) -> Reception {
        if let inbound = whileWaiting() { return .arrival(Arrival(inbound, at: links.now)) }
        return links.receive(until: deadline)
    }

    public func prove(_ link: LinkID) -> RigFault? { links.prove(link) }

    public func close() { links.close() }
}
