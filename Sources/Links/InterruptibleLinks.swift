public import Ground

/// The links of a bench, with one `interrupted` among their receptions when a person asks for the end.
///
/// Waiting on a live bench is cut into slices, because nothing on it need ever happen; virtual time is never cut, so
/// that a simulated run stays the same to the byte. After the one `interrupted` everything goes through unchanged: the
/// run still has an accessory to stop.
public final class InterruptibleLinks: LinkSet {
    /// How late a person's wish may be seen on a live bench.
    static let slice = Span.milliseconds(50)

    private let links: any LinkSet
    private let isLive: Bool
    private let isRequested: () -> Bool
    private var hasTold = false

    public init(_ links: any LinkSet, isLive: Bool, isRequested: @escaping () -> Bool) {
        self.links = links
        self.isLive = isLive
        self.isRequested = isRequested
    }

    public var now: Instant { links.now }

    public func send(_ outbound: Outbound) -> Instant { links.send(outbound) }

    public func receive(until deadline: Instant) -> Reception {
        while !hasTold {
            if isRequested() {
                hasTold = true
                return .interrupted
            }
            let end = isLive ? min(deadline, links.now + Self.slice) : deadline
            let reception = links.receive(until: end)
            guard reception == .deadline, end < deadline else { return reception }
        }
        return links.receive(until: deadline)
    }

    public func prove(_ link: LinkID) -> RigFault? { links.prove(link) }

    public func close() { links.close() }
}
