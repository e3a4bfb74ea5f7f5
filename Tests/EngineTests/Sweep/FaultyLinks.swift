import Ground
import Links

/// Links on which one frame goes wrong, and all others are unchanged.
///
/// A frame that is still late when its link ends is lost, like everything else in transit.
final class FaultyLinks: LinkSet {
    /// Longer than any limit or timeout that waits for one answer.
    static let lateness = Lapse.seconds(10)

    private let links: any LinkSet
    private let fault: FrameFault
    private var frames = 0
    private var lateOut = Agenda<Outbound>()
    private var lateIn = Agenda<Inbound>()
    /// The link whose frames wait for a stalled one, and the end of the wait.
    private var stall: (link: LinkID, until: Instant)?
    /// Whether the run reached the frame at all.
    private(set) var hasHappened = false

    init(_ links: any LinkSet, _ fault: FrameFault) {
        self.links = links
        self.fault = fault
    }

    var now: Instant { links.now }

    func send(_ outbound: Outbound) -> Instant {
        guard fault.direction == .fromPhone, let bytes = fault.line.bytes(of: outbound) else {
            return links.send(outbound)
        }
        for (bytes, due) in pass(bytes, on: outbound.link) {
            let frame = outbound.replacing(bytes)
            if let due { lateOut.add(frame, at: due) } else { _ = links.send(frame) }
        }
        return links.now
    }

    func receive(until deadline: Instant) -> Reception {
        while true {
            while let (_, outbound) = lateOut.popDue(at: links.now) { _ = links.send(outbound) }
            if let (_, inbound) = lateIn.popDue(at: links.now) { return .arrival(Arrival(inbound, at: links.now)) }
            let due = min(deadline, lateOut.next ?? .never, lateIn.next ?? .never)
            switch links.receive(until: due) {
            case .interrupted: return .interrupted
            case .stoodStill(let since): return .stoodStill(since: since)
            case .deadline:
                if due == deadline || links.now < due { return .deadline }
            case .arrival(let arrival):
                if let seen = arrive(arrival.inbound) { return .arrival(Arrival(seen, at: arrival.instant)) }
            }
        }
    }

    func prove(_ link: LinkID) -> RigFault? { links.prove(link) }
    func close() { links.close() }

    /// Returns the part of an arrival that the phone receives now; the rest comes later.
    private func arrive(_ inbound: Inbound) -> Inbound? {
        if case .bluetooth(_, .disconnected) = inbound {
            lateOut.removeAll { $0.link == inbound.link }
            lateIn.removeAll { $0.link == inbound.link }
        }
        guard fault.direction == .toPhone, let bytes = fault.line.bytes(of: inbound) else { return inbound }
        var first: Inbound?
        for (bytes, due) in pass(bytes, on: inbound.link) {
            let frame = inbound.replacing(bytes)
            if due == nil, first == nil { first = frame } else { lateIn.add(frame, at: due ?? links.now) }
        }
        return first
    }

    /// Returns the bytes that replace a frame, each with its instant if it is late.
    private func pass(_ bytes: [UInt8], on link: LinkID) -> [(bytes: [UInt8], due: Instant?)] {
        defer { frames += 1 }
        if let stall, stall.link == link, links.now <= stall.until, !(lateOut.isEmpty && lateIn.isEmpty) {
            return [(bytes, stall.until)]
        }
        guard frames == fault.place else { return [(bytes, nil)] }
        hasHappened = true
        switch fault.kind {
        case .lost: return []
        case .doubled: return [(bytes, nil), (bytes, nil)]
        case .stalled:
            stall = (link, links.now + Self.lateness)
            return [(bytes, links.now + Self.lateness)]
        case .overtaken: return [(bytes, links.now + Self.lateness)]
        case .shortened: return [(Array(bytes.dropLast()), nil)]
        case .halved: return [(Array(bytes.prefix(bytes.count / 2)), nil)]
        }
    }
}
