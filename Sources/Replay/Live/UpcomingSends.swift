import Ground
import Links
import Recordings

/// The next frames sent on one link of a live replay, read from its events on demand.
struct UpcomingSends {
    private let link: LinkID
    private let events: AnyIterator<TraceEvent>
    private(set) var frames: [Outbound] = []

    init(on link: LinkID, in events: TraceStream) {
        self.link = link
        self.events = events.makeIterator()
    }

    /// Reads until `count` frames are available or the events end.
    mutating func read(_ count: Int) {
        while frames.count < count, let event = events.next() {
            if case .sent(let outbound, _, _) = event, outbound.link == link { frames.append(outbound) }
        }
    }

    /// Removes one of the available frames; those before it are still to come.
    mutating func take(_ place: Int) { frames.remove(at: place) }
}

/// The arrivals of a live replay in order, except a reader's answers.
struct UpcomingArrivals {
    struct Coming {
        let arrival: Arrival
        let now: Instant
        /// The number of frames sent before it on its own link, and on others that may have caused it.
        let sentBefore: [(link: LinkID, count: Int)]
    }

    private let events: AnyIterator<TraceEvent>
    private var sent: [LinkID: Int] = [:]
    private var isReaderAsked = false
    /// The next arrival; nil at the end.
    private(set) var next: Coming?

    init(_ events: TraceStream) {
        self.events = events.makeIterator()
        advance()
    }

    /// A screen acts on what its user does and on what companions on the network make possible.
    private static func causes(of link: LinkID) -> [LinkID] {
        guard case .stream(let stream) = link, stream.companion != nil else { return [link] }
        return [link, .stage, .discovery]
    }

    mutating func advance() {
        while let event = events.next() {
            switch event {
            case .sent(.reader(let request), _, _): isReaderAsked = request != .close
            case .sent(let outbound, _, _): sent[outbound.link, default: 0] += 1
            case .received(let arrival, let instant, _):
                if case .reader = arrival.inbound, isReaderAsked {
                    isReaderAsked = false
                    continue
                }
                let before = Self.causes(of: arrival.inbound.link).map { (link: $0, count: sent[$0] ?? 0) }
                next = Coming(arrival: arrival, now: instant, sentBefore: before)
                return
            case .began, .waited, .clock, .stoodStill, .interrupted, .journal, .kernel, .gap, .ended: break
            }
        }
        next = nil
    }
}
