import Ground
import Links
import Recordings

/// What was sent on one link of a live replay, from the next frame on, read from its events as it is asked for.
struct UpcomingSends {
    private let link: LinkID
    private let events: AnyIterator<TraceEvent>
    private(set) var frames: [Outbound] = []

    init(on link: LinkID, in events: TraceStream) {
        self.link = link
        self.events = events.makeIterator()
    }

    /// Reads on until so many frames are known, or no more follow.
    mutating func read(_ count: Int) {
        while frames.count < count, let event = events.next() {
            if case .sent(let outbound, _, _) = event, outbound.link == link { frames.append(outbound) }
        }
    }

    /// Leaves one of the frames that are known behind; those before it are still to come.
    mutating func take(_ place: Int) { frames.remove(at: place) }
}

/// What arrived in a live replay, one after the other, but for a reader's answers.
struct UpcomingArrivals {
    struct Coming {
        let arrival: Arrival
        let now: Instant
        /// How many were sent before it on its link, and on others that it may follow from.
        let sentBefore: [(link: LinkID, count: Int)]
    }

    private let events: AnyIterator<TraceEvent>
    private var sent: [LinkID: Int] = [:]
    private var isReaderAsked = false
    /// What comes next; nil at the end.
    private(set) var next: Coming?

    init(_ events: TraceStream) {
        self.events = events.makeIterator()
        advance()
    }

    /// A screen does what somebody at it does, and what companions on the network let it do.
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
