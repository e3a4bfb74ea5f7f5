import Ground
import Wording

/// The rig's own delays: between the time something arrived or was due and its turn, and other periods without
/// attention.
///
/// A rig that is short of processor time, or that stalled, makes every accessory look slow. A limit exceeded on such a
/// rig is no evidence.
struct Lateness: Sendable {
    /// The longest delay that is ignored.
    static let negligible = Lapse.milliseconds(1)
    /// The longest turn of the run loop on a machine with enough processor time.
    static let ordinaryTurn = Lapse.milliseconds(5)
    /// The time for which a stall can have consequences: the longest limits of ATT and of pairing.
    static let aftermath = Lapse.seconds(30)
    /// The shortest timer of phone or kernel, on one of which every failure without its own limit rests.
    static let shortestTimer = Lapse.seconds(2)
    /// The maximum number of delays kept, more than a run produces; the oldest are dropped.
    static let memory = 4096

    private struct Delay: Sendable {
        let from: Instant
        let to: Instant

        var span: Lapse { to - from }
    }

    /// The delays in the order of their ends.
    private var delays: [Delay] = []

    /// The start of the first step. Earlier stalls delay nothing, also those that were noted before it was known.
    var origin = Instant.start {
        didSet {
            delays = delays.filter { $0.to > origin }.map { Delay(from: max($0.from, origin), to: $0.to) }
        }
    }

    /// Records a delay between the instant at which something was due, arrived or was last checked, and its turn.
    mutating func note(from start: Instant, to end: Instant, above least: Lapse = Self.negligible) {
        let start = max(start, origin)
        guard end - start > least else { return }
        if delays.count == Self.memory { delays.removeFirst(Self.memory / 2) }
        delays.append(Delay(from: start, to: end))
    }

    /// Returns the reason why an exceeded limit says nothing about the accessory; nil if the rig was on time.
    ///
    /// A limit is doubtful if the rig itself consumed a tenth of it, unless the limit was extended by that. Time lost
    /// shortly before the limit began does not count against it, but its consequences may: there, a single loss of a
    /// fifth is too much.
    func doubt(about limit: Lapse, since start: Instant, isExtended: Bool = false) -> Sentence? {
        let sum = isExtended ? .zero : lost(since: start)
        let before = longest(since: start - Self.aftermath)
        guard (sum * 10 >= limit && sum > .zero) || before * 5 >= limit, max(sum, before) > .zero else { return nil }
        return .rigWasLate(by: max(sum, before), atMost: before)
    }

    /// Returns the reason why a failure without its own limit says nothing about the accessory; nil if the rig
    /// was on time.
    ///
    /// The failure is doubtful if the rig lost a fifth of the shortest timer at once, or a quarter of it in total. A
    /// smaller loss cannot make such a timer expire.
    func doubt(at now: Instant, since start: Instant) -> Sentence? {
        let beginning = min(start, now - Self.aftermath)
        let (sum, longest) = (lost(since: beginning), longest(since: beginning))
        guard longest * 5 >= Self.shortestTimer || sum * 4 >= Self.shortestTimer else { return nil }
        return .rigWasLate(by: max(sum, longest), atMost: longest)
    }

    /// Returns the reason why an absence in a window is no evidence: the rig was not looking for at least half of it.
    /// Nil otherwise.
    func blindness(since start: Instant, until now: Instant) -> Sentence? {
        let within = delays.filter { $0.to > start }.map { Delay(from: max($0.from, start), to: $0.to) }
        let sum = Self.covered(by: within)
        guard let longest = within.map(\.span).max(), sum * 2 >= now - start else { return nil }
        return .rigWasLate(by: sum, atMost: longest)
    }

    private func longest(since start: Instant) -> Lapse {
        delays.lazy.filter { $0.to >= start }.map(\.span).max() ?? .zero
    }

    /// Returns the time that the rig lost since an instant.
    func lost(since start: Instant) -> Lapse { Self.covered(by: delays.filter { $0.to >= start }) }

    /// Returns the time covered by delays, which must be in the order of their ends. Delays often overlap, because
    /// everything that waits is late together; overlaps count once.
    private static func covered(by delays: [Delay]) -> Lapse {
        var sum = Lapse.zero
        var covered = Instant.never
        for delay in delays.reversed() {
            let end = min(delay.to, covered)
            if end > delay.from { sum = sum + (end - delay.from) }
            covered = min(covered, delay.from)
        }
        return sum
    }
}
