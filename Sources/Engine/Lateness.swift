import Ground
import Wording

/// How late the rig itself was: between what came, or was due, and its turn, and wherever else it did not look.
///
/// A rig that is short of processor time, or that stood still, makes every accessory look slow; what took too long on
/// it is no evidence.
struct Lateness: Sendable {
    /// What is shorter than this is as good as nothing.
    static let negligible = Span.milliseconds(1)
    /// What one turn of the run loop may take by itself on a machine that is not short of processor time.
    static let ordinaryTurn = Span.milliseconds(5)
    /// How long something that a standstill set off may take to show: the longest limits of ATT and of pairing.
    static let aftermath = Span.seconds(30)
    /// A failure without a limit of its own rests on some timer of phone or kernel; none of them is shorter.
    static let shortestTimer = Span.seconds(2)
    /// More than a run has of it; older ones are forgotten.
    static let memory = 4096

    private struct Delay: Sendable {
        let from: Instant
        let to: Instant

        var span: Span { to - from }
    }

    /// In the order of their ends.
    private var delays: [Delay] = []

    /// The beginning of the first step. Earlier stalls delay nothing.
    var origin = Instant.start

    /// Something was due, or came, or was last looked after at one instant, and had its turn at another.
    mutating func note(from start: Instant, to end: Instant, above least: Span = Self.negligible) {
        let start = max(start, origin)
        guard end - start > least else { return }
        if delays.count == Self.memory { delays.removeFirst(Self.memory / 2) }
        delays.append(Delay(from: start, to: end))
    }

    /// Why a limit that was passed says nothing about the accessory; nil when the rig kept its time.
    ///
    /// A limit is doubtful if the rig itself took a tenth of it, unless the limit was extended by that. Time lost
    /// shortly before the limit began doesn't count against it, but its consequences may: there, a single loss of a
    /// fifth is too much.
    func doubt(about limit: Span, since start: Instant, isExtended: Bool = false) -> Sentence? {
        let sum = isExtended ? .zero : lost(since: start)
        let before = longest(since: start - Self.aftermath)
        guard (sum * 10 >= limit && sum > .zero) || before * 5 >= limit, max(sum, before) > .zero else { return nil }
        return .rigWasLate(by: max(sum, before), atMost: before)
    }

    /// Why something that no limit of its own decided says nothing about the accessory; nil when the rig kept its time.
    ///
    /// In doubt is what came after the rig lost a fifth of the shortest timer at once, or a quarter of it in all: less
    /// than that makes no such timer run out.
    func doubt(at now: Instant, since start: Instant) -> Sentence? {
        let beginning = min(start, now - Self.aftermath)
        let (sum, longest) = (lost(since: beginning), longest(since: beginning))
        guard longest * 5 >= Self.shortestTimer || sum * 4 >= Self.shortestTimer else { return nil }
        return .rigWasLate(by: max(sum, longest), atMost: longest)
    }

    /// Why an absence in a window is no evidence: for half of it or more nobody looked; nil when the rig did.
    func blindness(since start: Instant, until now: Instant) -> Sentence? {
        let within = delays.filter { $0.to > start }.map { Delay(from: max($0.from, start), to: $0.to) }
        let sum = Self.covered(by: within)
        guard let longest = within.map(\.span).max(), sum * 2 >= now - start else { return nil }
        return .rigWasLate(by: sum, atMost: longest)
    }

    private func longest(since start: Instant) -> Span {
        delays.lazy.filter { $0.to >= start }.map(\.span).max() ?? .zero
    }

    /// The time that the rig lost since an instant.
    func lost(since start: Instant) -> Span { Self.covered(by: delays.filter { $0.to >= start }) }

    /// Delays often overlap, because all that waits is late together: what they cover counts once. In the order of
    /// their ends.
    private static func covered(by delays: [Delay]) -> Span {
        var sum = Span.zero
        var covered = Instant.never
        for delay in delays.reversed() {
            let end = min(delay.to, covered)
            if end > delay.from { sum = sum + (end - delay.from) }
            covered = min(covered, delay.from)
        }
        return sum
    }
}
