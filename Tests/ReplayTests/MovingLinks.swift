import Ground
import Links

/// A simulated bench whose clock advances by itself, like a live one's.
///
/// It wakes late, its drivers take time, and time passes between two readings of the clock.
final class MovingLinks: LinkSet {
    private let links: any LinkSet
    private let look: Lapse
    private let latest: Lapse
    private var generator: SeededGenerator
    /// The lead of its clock over the bench's.
    private var lead = Lapse.zero

    /// Creates the bench; `look` passes with each reading of the clock, and it wakes late by at most `latest`.
    init(_ links: any LinkSet, look: Lapse = .zero, latest: Lapse = .zero, seed: UInt64 = 1) {
        self.links = links
        self.look = look
        self.latest = latest
        generator = SeededGenerator(seed: seed)
    }

    var now: Instant {
        lead = lead + look
        return links.now + lead
    }

    /// Sends, and then takes a tenth of a millisecond to return.
    func send(_ outbound: Outbound) -> Instant {
        let instant = links.now + lead
        _ = links.send(outbound)
        lead = lead + .microseconds(100)
        return instant
    }

    func receive(until deadline: Instant) -> Reception {
        let reception = links.receive(until: deadline == .never ? .never : deadline - lead)
        var stamped = reception
        if case .arrival(let arrival) = reception {
            stamped = .arrival(Arrival(arrival.inbound, at: arrival.instant + lead))
        }
        if latest > .zero { lead = lead + Lapse(nanoseconds: Int64(generator.next() % UInt64(latest.nanoseconds))) }
        return stamped
    }

    func prove(_ link: LinkID) -> RigFault? { links.prove(link) }
    func close() { links.close() }
}

/// Records every instant that a run receives.
final class LinkObserver: LinkSet {
    private let links: any LinkSet
    private(set) var instants: [Instant] = []

    init(_ links: any LinkSet) { self.links = links }

    var now: Instant { see(links.now) }
    func send(_ outbound: Outbound) -> Instant { see(links.send(outbound)) }
    func receive(until deadline: Instant) -> Reception { links.receive(until: deadline) }
    func prove(_ link: LinkID) -> RigFault? { links.prove(link) }
    func close() { links.close() }

    private func see(_ instant: Instant) -> Instant {
        instants.append(instant)
        return instant
    }
}
