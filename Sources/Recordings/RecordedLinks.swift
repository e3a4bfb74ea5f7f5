public import Ground
public import Links

/// The links of a bench, recording everything that the run loop gets from them and gives to them.
///
/// Every instant that the loop sees is in the trace, so that the same answers give the same run: the instants at
/// which `send` and `receive` return, and each clock reading between two calls that shows a later one. In virtual
/// time, where only calls move the clock, there are no such readings.
public final class RecordedLinks: LinkSet {
    private let links: any LinkSet
    private let record: (TraceEvent) -> Void
    private let beforeWaiting: () -> Void
    private var frames = 0
    /// The latest instant known to both the loop and the trace.
    private var known: Instant
    /// The rig's time when the recording began, which is the start in the trace's header.
    public let start: Instant

    /// Creates recorded links. `record` is called with each event as it happens and `beforeWaiting` whenever the loop
    /// begins to wait, both on the run loop's thread.
    public init(
        _ links: any LinkSet, beforeWaiting: @escaping () -> Void = {}, record: @escaping (TraceEvent) -> Void
    ) {
        self.links = links
        self.beforeWaiting = beforeWaiting
        self.record = record
        start = links.now
        known = start
    }

    /// The clock's reading. A live clock has moved since the last call.
    public var now: Instant {
        let instant = links.now
        guard instant > known else { return known }
        known = instant
        record(.clock(instant))
        return instant
    }

    public func send(_ outbound: Outbound) -> Instant {
        let instant = links.send(outbound)
        known = max(known, instant)
        frames += 1
        record(.sent(outbound, at: instant, number: frames))
        return instant
    }

    public func receive(until deadline: Instant) -> Reception {
        beforeWaiting()
        let reception = links.receive(until: deadline)
        known = max(known, links.now)
        switch reception {
        case .arrival(let arrival):
            frames += 1
            record(.received(arrival, now: known, number: frames))
        case .deadline: record(.waited(until: known, deadline: deadline))
        case .stoodStill(let since): record(.stoodStill(since: since, until: known))
        case .interrupted: record(.interrupted(at: known))
        }
        return reception
    }

    /// A device that does not answer is recorded as a fault; one that answers leaves no record.
    public func prove(_ link: LinkID) -> RigFault? {
        guard let fault = links.prove(link) else { return nil }
        known = max(known, links.now)
        frames += 1
        record(.received(Arrival(.fault(link, fault), at: known), now: known, number: frames))
        return fault
    }

    public func close() { links.close() }
}
