import Ground
import Links
import Recordings

/// The reader in a live replay, which answers when the judging phone asks.
///
/// The number of looks at the field varies, so a look is answered with what the field held at that time.
struct JudgedReader {
    private struct Exchange {
        let request: ReaderRequest
        let asked: Instant
        var answer: ReaderEvent?
        var answered = Instant.never
    }

    /// The duration of a look if none was played.
    private static let usualLook = Lapse.milliseconds(20)

    private let events: AnyIterator<TraceEvent>
    /// The next request with its answer, apart from looks that changed nothing; nil at the end.
    private var exchange: Exchange?
    /// A request without an answer yet, and the exchange already known to follow the next one.
    private var open: Exchange?
    private var behind: Exchange?
    /// The duration of the last look that changed nothing.
    private let look: Lapse
    private var pending: (event: ReaderEvent, at: Instant)?

    /// The instant at which the answer to the judging phone's request is due.
    var due: Instant? { pending?.at }

    /// Creates a reader from the events that were played.
    init(_ events: TraceStream) {
        look = Self.look(in: events)
        self.events = events.makeIterator()
        advance()
    }

    private static func look(in events: TraceStream) -> Lapse {
        var (look, asked): (Lapse, (request: ReaderRequest, at: Instant)?) = (usualLook, nil)
        for event in events {
            switch event {
            case .sent(.reader(let request), let instant, _): asked = request == .close ? nil : (request, instant)
            case .received(let arrival, let instant, _):
                guard case .reader(let event) = arrival.inbound, let open = asked else { continue }
                if event.changesNothing(for: open.request) { look = max(.microseconds(1), instant - open.at) }
                asked = nil
            default: break
            }
        }
        return look
    }

    // MARK: What was played

    /// Advances to the next request.
    private mutating func advance() {
        exchange = behind
        behind = nil
        while exchange == nil, let event = events.next() {
            switch event {
            case .sent(.reader(let request), let instant, _): ask(request, at: instant)
            case .received(let arrival, let instant, _):
                if case .reader(let event) = arrival.inbound { answer(event, at: instant) }
            case .began, .waited, .sent, .clock, .stoodStill, .interrupted, .journal, .kernel, .gap, .ended: break
            }
        }
    }

    private mutating func ask(_ request: ReaderRequest, at instant: Instant) {
        let before = open
        open = Exchange(request: request, asked: instant)
        exchange = before
        guard request == .close else { return }
        if before == nil { exchange = open } else { behind = open }
        open = nil
    }

    private mutating func answer(_ event: ReaderEvent, at instant: Instant) {
        guard var answered = open else { return }
        open = nil
        guard !event.changesNothing(for: answered.request) else { return }
        answered.answer = event
        answered.answered = instant
        exchange = answered
    }

    // MARK: What the judging phone asks

    /// Whether the same request was made in the live replay. If so, its answer becomes pending.
    mutating func isAsked(_ request: ReaderRequest, at now: Instant) -> Bool {
        let isLook = request == .poll || request == .checkPresence
        let due = exchange
        if isLook {
            if let due, due.request == request, due.answer != nil, due.answered <= now + look {
                advance()
                pending = due.answer.map { ($0, max(now, due.answered)) }
            } else {
                pending = (request == .poll ? .noTag : .tagPresent, now + look)
            }
            return true
        }
        guard let due, due.request == request else { return false }
        advance()
        if let answer = due.answer { pending = (answer, now + max(.zero, due.answered - due.asked)) }
        return true
    }

    mutating func takeAnswer(at now: Instant) -> ReaderEvent {
        defer { pending = nil }
        return pending?.event ?? .noTag
    }
}
