import Ground
import Links
import Recordings

/// A reader's part of a live replay, which answers the judging phone when that asks.
///
/// How often the field is looked at is chance: a look is answered by what the field held then.
struct JudgedReader {
    private struct Exchange {
        let request: ReaderRequest
        let asked: Instant
        var answer: ReaderEvent?
        var answered = Instant.never
    }

    /// How long a look takes where none was played.
    private static let usualLook = Span.milliseconds(20)

    private let events: AnyIterator<TraceEvent>
    /// The next thing that was asked and answered, but for the looks that changed nothing; nil at the end.
    private var exchange: Exchange?
    /// Asked and not answered yet, and what stands behind the next one already.
    private var open: Exchange?
    private var behind: Exchange?
    /// How long the last look took that changed nothing.
    private let look: Span
    private var pending: (event: ReaderEvent, at: Instant)?

    /// When the answer is due to what the judging phone asked.
    var due: Instant? { pending?.at }

    /// What was played.
    init(_ events: TraceStream) {
        look = Self.look(in: events)
        self.events = events.makeIterator()
        advance()
    }

    private static func look(in events: TraceStream) -> Span {
        var (look, asked): (Span, (request: ReaderRequest, at: Instant)?) = (usualLook, nil)
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

    /// Goes on to the next thing that was asked.
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

    /// Whether it is what was asked there too.
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
