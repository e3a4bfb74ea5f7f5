public import Ground

/// The links of a bench, with one `interrupted` among their receptions when a person asks for the end.
///
/// Waiting on a live bench is cut into slices, because nothing on it need ever happen; virtual time is never cut, so
/// that a simulated run stays the same to the byte. After the one `interrupted` everything goes through unchanged: the
/// run still has an accessory to stop.
public final class InterruptibleLinks: LinkSet {
    private let links: any LinkSet
    /// Nil in virtual time.
    private let slice: Span?
    private let isRequested: () -> Bool
    private var hasTold = false

    /// On a live bench a person's wish may be seen a `slice` late.
    public init(
        _ links: any LinkSet, isLive: Bool, slice: Span = .milliseconds(50), isRequested: @escaping () -> Bool
    ) {
        self.links = links
        self.slice = isLive ? slice : nil
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
            let end = slice.map { min(deadline, links.now + $0) } ?? deadline
            let reception = links.receive(until: end)
            guard reception == .deadline, end < deadline else { return reception }
        }
        return links.receive(until: deadline)
    }

    public func prove(_ link: LinkID) -> RigFault? { links.prove(link) }

    public func close() { links.close() }
}
