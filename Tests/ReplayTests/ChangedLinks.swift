import Ground
import Links

/// A bench on which some events are changed.
final class ChangedLinks: LinkSet {
    private let links: any LinkSet
    /// Returns the arrivals that replace one.
    private let change: (Arrival) -> [Arrival]
    /// Returns whether a person interrupts, given the number of receptions.
    private let interrupt: (Int) -> Bool
    private var waiting: [Arrival] = []
    private var receptions = 0
    private(set) var sent: [Outbound] = []

    init(
        _ links: any LinkSet, interrupt: @escaping (Int) -> Bool = { _ in false },
        change: @escaping (Arrival) -> [Arrival] = { [$0] }
    ) {
        self.links = links
        self.interrupt = interrupt
        self.change = change
    }

    var now: Instant { links.now }

    func send(_ outbound: Outbound) -> Instant {
        sent.append(outbound)
        return links.send(outbound)
    }

    func receive(until deadline: Instant) -> Reception {
        receptions += 1
        if interrupt(receptions) { return .interrupted }
        while waiting.isEmpty {
            guard case .arrival(let arrival) = links.receive(until: deadline) else { return .deadline }
            waiting = change(arrival)
        }
        return .arrival(waiting.removeFirst())
    }

    func prove(_ link: LinkID) -> RigFault? { links.prove(link) }
    func close() { links.close() }
}
