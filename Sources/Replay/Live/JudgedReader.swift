import Ground
import Links

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

    /// What was asked and answered, but for the looks that changed nothing.
    private var exchanges: [Exchange] = []
    private var open: Exchange?
    private var next = 0
    /// How long the looks took that changed nothing.
    private var look = Self.usualLook
    private var pending: (event: ReaderEvent, at: Instant)?

    /// When the answer is due to what the judging phone asked.
    var due: Instant? { pending?.at }

    // MARK: What was played

    mutating func ask(_ request: ReaderRequest, at instant: Instant) {
        if let open { exchanges.append(open) }
        open = Exchange(request: request, asked: instant)
        if request == .close {
            exchanges.append(Exchange(request: request, asked: instant))
            open = nil
        }
    }

    /// Whether it was the answer to what was asked last; false for what came unasked.
    mutating func answer(_ event: ReaderEvent, at instant: Instant) -> Bool {
        guard var exchange = open else { return false }
        open = nil
        if event.changesNothing(for: exchange.request) {
            look = max(.microseconds(1), instant - exchange.asked)
        } else {
            exchange.answer = event
            exchange.answered = instant
            exchanges.append(exchange)
        }
        return true
    }

    // MARK: What the judging phone asks

    /// Whether it is what was asked there too.
    mutating func isAsked(_ request: ReaderRequest, at now: Instant) -> Bool {
        let isLook = request == .poll || request == .checkPresence
        let due = exchanges.indices.contains(next) ? exchanges[next] : nil
        if isLook {
            if let due, due.request == request, due.answer != nil, due.answered <= now + look {
                next += 1
                pending = due.answer.map { ($0, max(now, due.answered)) }
            } else {
                pending = (request == .poll ? .noTag : .tagPresent, now + look)
            }
            return true
        }
        guard let due, due.request == request else { return false }
        next += 1
        if let answer = due.answer { pending = (answer, now + max(.zero, due.answered - due.asked)) }
        return true
    }

    mutating func takeAnswer(at now: Instant) -> ReaderEvent {
        defer { pending = nil }
        return pending?.event ?? .noTag
    }
}
