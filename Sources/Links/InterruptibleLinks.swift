public import Ground

/// The links of a bench, which report `interrupted` once when a person interrupts the run.
///
/// Waiting on a live bench is divided into slices, because nothing on it need ever happen; virtual time is never
/// divided, so that a simulated run stays the same to the byte. After `interrupted`, everything is passed through
/// unchanged: the run still has an accessory to stop.
public final class InterruptibleLinks: LinkSet {
    private let links: any LinkSet
    /// The longest wait at a time; nil in virtual time.
    private let slice: Lapse?
    private let isRequested: () -> Bool
    private var hasTold = false

    /// Creates interruptible links. On a live bench an interruption may be noticed a `slice` late.
    public init(
        _ links: any LinkSet, isLive: Bool, slice: Lapse = .milliseconds(50), isRequested: @escaping () -> Bool
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
