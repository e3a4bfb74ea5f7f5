import Ground
import Links
import Recordings

/// The links of a bench as a live replay recorded them, for a phone of ours that is to judge it.
///
/// What arrived does so at its instant, but never before the judging phone has sent what was sent before it on the
/// same link: on a live bench the two of them are some milliseconds apart. A reader answers when it is asked. Where
/// the judging phone sends something else than what was sent, it would have been answered otherwise: from there on
/// nothing that it comes to counts.
final class JudgedLinks: LinkSet {
    /// How long something is held back for the judging phone.
    static let patience = Span.seconds(2)
    /// How far ahead a frame for the kit is looked for: of two sessions it is chance which one is first.
    private static let lookAhead = 8

    private struct Coming {
        let arrival: Arrival
        let now: Instant
        /// How many were sent on its link before it.
        let sentBefore: Int
    }

    private(set) var now: Instant
    /// When the judging phone first did something else than what was played, and what; nil as long as it has not.
    private(set) var parting: LiveJudgement.Parting?
    private var coming: [Coming] = []
    private var next = 0
    private var reader = JudgedReader()
    private var wasSent: [LinkID: [Outbound]] = [:]
    private var isSent: [LinkID: Int] = [:]
    private let end: Instant

    /// Takes what went over the links while the recorded phone was played.
    init(_ events: [TraceEvent], from start: Instant) {
        now = start
        var last = start
        for event in events {
            switch event {
            case .sent(.reader(let request), let instant, _):
                last = max(last, instant)
                reader.ask(request, at: instant)
            case .sent(let outbound, let instant, _):
                last = max(last, instant)
                wasSent[outbound.link, default: []].append(outbound)
            case .received(let arrival, let instant, _):
                last = max(last, instant)
                if case .reader(let event) = arrival.inbound, reader.answer(event, at: instant) { continue }
                coming.append(
                    Coming(
                        arrival: arrival, now: instant, sentBefore: wasSent[arrival.inbound.link]?.count ?? 0))
            case .waited(let until, _): last = max(last, until)
            case .began, .clock, .interrupted, .journal, .kernel, .gap, .ended: break
            }
        }
        end = last
    }

    func send(_ outbound: Outbound) -> Instant {
        if case .reader(let request) = outbound {
            if !reader.isAsked(request, at: now) { part("it sends \(Divergence.words(for: outbound))") }
            return now
        }
        let link = outbound.link
        let place = isSent[link] ?? 0
        isSent[link] = place + 1
        guard parting == nil else { return now }
        let all = wasSent[link] ?? []
        guard place < all.count else {
            part("it sends \(Divergence.words(for: outbound)) besides")
            return now
        }
        let reach = link == .kit ? min(all.count, place + Self.lookAhead) : place + 1
        guard let found = (place..<reach).first(where: { all[$0] == outbound }) else {
            part("it sends \(Divergence.words(for: outbound)) instead of \(Divergence.words(for: all[place]))")
            return now
        }
        if found != place {
            wasSent[link]?.remove(at: found)
            wasSent[link]?.insert(outbound, at: place)
        }
        return now
    }

    func receive(until deadline: Instant) -> Reception {
        while true {
            let answer = reader.due
            guard next < coming.count else {
                return take(answer, before: deadline) ?? rest(until: deadline)
            }
            let first = coming[next]
            let isHeld = parting == nil && isSent[first.arrival.inbound.link] ?? 0 < first.sentBefore
            if let answer, answer <= deadline, isHeld || answer <= first.now { return readerAnswer(at: answer) }
            if isHeld {
                let last = first.now + Self.patience
                guard deadline == .never || last <= deadline else { return pass(until: deadline) }
                part("it has not sent what came before \(Divergence.words(for: first.arrival.inbound))", at: first.now)
                continue
            }
            guard first.now <= deadline else { return pass(until: deadline) }
            return deliver(first)
        }
    }

    func close() {}

    private func deliver(_ first: Coming) -> Reception {
        next += 1
        let late = max(.zero, now - first.now)
        now = max(now, first.now)
        // What was held back did not come late.
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

    /// Nothing is left: what is waited for beyond the end was never played.
    private func rest(until deadline: Instant) -> Reception {
        if deadline > end { part("it goes on, and what was played is at its end", at: end) }
        guard deadline == .never else { return pass(until: deadline) }
        return .interrupted
    }

    private func pass(until deadline: Instant) -> Reception {
        now = max(now, deadline)
        return .deadline
    }

    private func part(_ what: String, at instant: Instant? = nil) {
        guard parting == nil else { return }
        parting = LiveJudgement.Parting(instant: instant ?? now, what: what, isOfSending: instant == nil)
    }
}
