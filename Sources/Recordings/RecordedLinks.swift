public import Ground
public import Links

/// The links of a bench, with everything told that the run loop gets from them and gives to them.
///
/// Its time stands still between two calls: `now` is the later of itself and the instant at which `receive` or `send`
/// last returned. So the loop sees no instant that is not in the trace, and the same answers give the same run.
public final class RecordedLinks: LinkSet {
    private let links: any LinkSet
    private let record: (TraceEvent) -> Void
    private let beforeWaiting: () -> Void
    private var frames = 0
    public private(set) var now: Instant

    /// `record` is called with each event as it happens, `beforeWaiting` whenever the loop begins to wait; both on the
    /// run loop's thread.
    public init(
        _ links: any LinkSet, beforeWaiting: @escaping () -> Void = {}, record: @escaping (TraceEvent) -> Void
    ) {
        self.links = links
        self.beforeWaiting = beforeWaiting
        self.record = record
        now = links.now
    }

    public func send(_ outbound: Outbound) -> Instant {
        let instant = links.send(outbound)
        now = max(now, instant)
        frames += 1
        record(.sent(outbound, at: instant, number: frames))
        return instant
    }

    public func receive(until deadline: Instant) -> Reception {
        beforeWaiting()
        let reception = links.receive(until: deadline)
        now = max(now, links.now)
        switch reception {
        case .arrival(let arrival):
            frames += 1
            record(.received(arrival, now: now, number: frames))
        case .deadline: record(.waited(until: now))
        case .interrupted: record(.interrupted(at: now))
        }
        return reception
    }

    public func close() { links.close() }
}
