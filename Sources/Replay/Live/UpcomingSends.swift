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
        /// How many were sent on its link before it.
        let sentBefore: Int
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
                next = Coming(arrival: arrival, now: instant, sentBefore: sent[arrival.inbound.link] ?? 0)
                return
            case .began, .waited, .clock, .stoodStill, .interrupted, .journal, .kernel, .gap, .ended: break
            }
        }
        next = nil
    }
}
