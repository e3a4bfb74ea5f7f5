import Ground
import Links
import Recordings
import Wording

/// The links of a bench as a live replay recorded them, for a phone of ours that judges the replay.
///
/// Each arrival comes at its recorded instant, but not before the judging phone has sent what was sent before it on
/// the same link: on a live bench the two are some milliseconds apart. A reader answers when it is asked. If the
/// judging phone sends something different, it would have been answered differently, so any verdict it reaches from
/// there on is void.
final class JudgedLinks: LinkSet {
    /// The longest time that an arrival is held back for the judging phone.
    static let patience = Lapse.seconds(2)
    /// The number of frames searched ahead for a frame to the kit, because the order between two sessions varies.
    private static let lookAhead = 8

    private(set) var now: Instant
    /// The first deviation of the judging phone from what was played; nil while there is none.
    private(set) var difference: LiveJudgement.FirstDifference?
    private let events: TraceStream
    private var coming: UpcomingArrivals
    private var reader: JudgedReader
    private var wasSent: [LinkID: UpcomingSends] = [:]
    private var isSent: [LinkID: Int] = [:]
    private let end: Instant

    /// Creates links from the events recorded while the phone was played, which are read separately for each link.
    init(_ events: TraceStream, from start: Instant) {
        now = start
        self.events = events
        var last = start
        for event in events {
            switch event {
            case .sent(_, let instant, _), .received(_, let instant, _), .waited(let instant, _):
                last = max(last, instant)
            case .began, .clock, .stoodStill, .interrupted, .journal, .kernel, .gap, .ended: break
            }
        }
        end = last
        coming = UpcomingArrivals(events)
        reader = JudgedReader(events)
    }

    func send(_ outbound: Outbound) -> Instant {
        if case .reader(let request) = outbound {
            if !reader.isAsked(request, at: now) { part(.sends(Divergence.words(for: outbound))) }
            return now
        }
        let link = outbound.link
        isSent[link, default: 0] += 1
        guard difference == nil else { return now }
        var ahead = wasSent.removeValue(forKey: link) ?? UpcomingSends(on: link, in: events)
        ahead.read(link == .kit ? Self.lookAhead : 1)
        if let found = ahead.frames.firstIndex(of: outbound) {
            ahead.take(found)
        } else if let first = ahead.frames.first {
            part(.sends(Divergence.words(for: outbound), insteadOf: Divergence.words(for: first)))
        } else {
            part(.alsoSends(Divergence.words(for: outbound)))
        }
        wasSent[link] = ahead
        return now
    }

    func receive(until deadline: Instant) -> Reception {
        while true {
            let answer = reader.due
            guard let first = coming.next else {
                return take(answer, before: deadline) ?? rest(until: deadline)
            }
            let isHeld = difference == nil && first.sentBefore.contains { isSent[$0.link] ?? 0 < $0.count }
            if let answer, answer <= deadline, isHeld || answer <= first.now { return readerAnswer(at: answer) }
            if isHeld {
                let last = first.now + Self.patience
                guard deadline == .never || last <= deadline else { return pass(until: deadline) }
                part(.hasNotSent(before: Divergence.words(for: first.arrival.inbound)), at: first.now)
                continue
            }
            guard first.now <= deadline else { return pass(until: deadline) }
            return deliver(first)
        }
    }

    func prove(_ link: LinkID) -> RigFault? { nil }
    func close() {}

    private func deliver(_ first: UpcomingArrivals.Coming) -> Reception {
        coming.advance()
        let late = max(.zero, now - first.now)
        now = max(now, first.now)
        // An arrival that was held back did not come late.
        let arrival = Arrival(first.arrival.inbound, at: first.arrival.instant + late)
        return .arrival(arrival)
    }

    private func take(_ answer: Instant?, before deadline: Instant) -> Reception? {
        guard let answer, answer <= deadline else { return nil }
        return readerAnswer(at: answer)
    }

    private func readerAnswer(at instant: Instant) -> Reception {
        now = max(now, instant)
        return .arrival(Arrival(.reader(reader.takeAnswer(at: now)), at: now))
    }

    /// Handles the end of the events: a wait beyond it was never played.
    private func rest(until deadline: Instant) -> Reception {
        if deadline > end { part(.goesOn, at: end) }
        guard deadline == .never else { return pass(until: deadline) }
        return .interrupted
    }

    private func pass(until deadline: Instant) -> Reception {
        now = max(now, deadline)
        return .deadline
    }

    private func part(_ what: Sentence, at instant: Instant? = nil) {
        guard difference == nil else { return }
        difference = LiveJudgement.FirstDifference(
            instant: instant ?? now, what: what.description, isOfSending: instant == nil)
    }
}
