import Ground
import Links
import Recordings

/// Links that report every frame, numbered as in a run.
///
/// Like a recording, they make no extra queries: replayed links give each reading of the clock only once.
final class RememberedLinks: LinkSet {
    private let links: any LinkSet
    private let tell: (TraceEvent) -> Void
    private var frames = 0
    /// The instant of the last frame.
    private var last = Instant.start

    init(_ links: any LinkSet, tell: @escaping (TraceEvent) -> Void) {
        self.links = links
        self.tell = tell
    }

    var now: Instant { links.now }

    func send(_ outbound: Outbound) -> Instant {
        let instant = links.send(outbound)
        frames += 1
        last = instant
        tell(.sent(outbound, at: instant, number: frames))
        return instant
    }

    func receive(until deadline: Instant) -> Reception {
        let reception = links.receive(until: deadline)
        if case .arrival(let arrival) = reception { take(arrival) }
        return reception
    }

    /// A device that does not answer counts as a frame, as in a trace.
    func prove(_ link: LinkID) -> RigFault? {
        guard let fault = links.prove(link) else { return nil }
        take(Arrival(.fault(link, fault), at: last))
        return fault
    }

    func close() { links.close() }

    private func take(_ arrival: Arrival) {
        frames += 1
        last = arrival.instant
        tell(.received(arrival, now: arrival.instant, number: frames))
    }
}
