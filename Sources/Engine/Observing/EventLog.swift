import Phone
import ScenarioKit

/// The events of a run, counted by the outcomes that a scenario asks about.
///
/// Single events are kept only as far as a failure may name them, and, while tags are held to the phone, the events
/// that earlier tags caused. Memory use and the cost of a count are therefore independent of the run's length.
struct EventLog: Sendable {
    /// The maximum number of events kept per outcome.
    static let mostRelated = 32

    /// A point in the log from which a block or a step counts.
    struct Mark: Hashable, Sendable {
        /// The number of events up to here.
        let place: Int
        /// The number of events up to here for each outcome.
        fileprivate let counts: [Int]
    }

    /// An event that is kept.
    fileprivate struct Kept: Sendable {
        let seen: Observation
        let place: Int
        /// The place of the event that caused this one; its own place if there was none.
        let origin: Int
    }

    /// A ring buffer of the most recent events.
    private struct Last: Sendable {
        private var kept: [Kept] = []
        private var oldest = 0

        var count: Int { kept.count }
        /// The kept events, oldest first.
        var all: [Kept] { Array(kept[oldest...] + kept[..<oldest]) }

        mutating func append(_ one: Kept) {
            guard kept.count == EventLog.mostRelated else { return kept.append(one) }
            kept[oldest] = one
            oldest = (oldest + 1) % EventLog.mostRelated
        }
    }

    /// The outcomes that may be queried, with their indices in the arrays below.
    private let places: [Outcome: Int]
    private let asked: [Outcome]
    private let concerns: [RelatedEvents]
    /// Whether any outcome concerns ranging rounds, which outnumber all other events.
    private let asksForRounds: Bool
    private var counts: [Int]
    /// The most recent events that concern each outcome.
    private var related: [Last]
    /// The most recent counted events of each outcome about a companion.
    private var counted: [Int: Last]
    /// The blocks in which nothing else may happen; their counts follow those of the outcomes.
    private let plans: [BlockPlan]
    /// The events caused by an earlier event.
    private var brought: [Kept] = []
    /// The number of events.
    private(set) var count = 0

    init(asking outcomes: [Outcome], in plans: [BlockPlan] = []) {
        (asked, self.plans) = (outcomes, plans)
        concerns = outcomes.map { RelatedEvents($0) }
        asksForRounds = outcomes.contains { $0.alternatives.contains { $0.isOfRounds } }
        places = Dictionary(uniqueKeysWithValues: outcomes.enumerated().map { ($1, $0) })
        counts = Array(repeating: 0, count: outcomes.count + plans.count)
        related = Array(repeating: Last(), count: outcomes.count + plans.count)
        let ofCompanions = outcomes.indices.filter { outcomes[$0].isOfCompanions }
        counted = Dictionary(uniqueKeysWithValues: ofCompanions.map { ($0, Last()) })
    }

    /// The mark before the first event.
    var beginning: Mark { Mark(place: 0, counts: Array(repeating: 0, count: counts.count)) }

    var mark: Mark { Mark(place: count, counts: counts) }

    /// The number of events kept individually.
    var size: Int { related.reduce(brought.count) { $0 + $1.count } + counted.values.reduce(0) { $0 + $1.count } }

    /// Appends an event; `origin` is the place of the event that caused it, nil if there was none.
    mutating func append(_ event: PhoneEvent, origin: Int? = nil) {
        switch event {
        case .kitRound, .kitRanging, .kitReady, .distance, .blindProbe, .tampered, .finding, .fault, .waits: return
        case .nearby(_, .didUpdate): if asksForRounds { append(.phone(event), origin: origin) }
        case .channel, .nearby, .sent, .zone, .feature, .tag, .companion: append(.phone(event), origin: origin)
        }
    }

    /// Appends an observation; one that concerns no outcome only increases the count.
    mutating func append(_ seen: Observation, origin: Int? = nil) {
        let kept = Kept(seen: seen, place: count, origin: origin ?? count)
        for (index, outcome) in asked.enumerated() {
            if outcome.matches(seen) {
                counts[index] += 1
                counted[index]?.append(kept)
            }
            if concerns[index].includes(seen) { related[index].append(kept) }
        }
        if case .phone(let event) = seen {
            for (index, plan) in plans.enumerated() where plan.isElse(event) {
                counts[asked.count + index] += 1
                related[asked.count + index].append(kept)
            }
        }
        if kept.origin != kept.place { brought.append(kept) }
        count += 1
    }

    /// Returns the number of times that an outcome occurred between two marks.
    func count(_ outcome: Outcome, since mark: Mark, until end: Mark) -> Int {
        let index = index(of: outcome)
        return end.counts[index] - mark.counts[index]
    }

    /// Returns the number of times that an outcome occurred since a mark.
    ///
    /// The outcome must be one of those the log was created with.
    func count(_ outcome: Outcome, since mark: Mark, _ scope: CountScope = .everything) -> Int {
        let index = index(of: outcome)
        let all = counts[index] - mark.counts[index]
        guard scope.isOfOneTag else { return all }
        let ofEarlierTags = brought.count {
            $0.place >= mark.place && !$0.counts(since: mark) && outcome.matches($0.seen)
        }
        return all - ofEarlierTags
    }

    /// Returns at most `limit` of the last events since a mark that concern an outcome, oldest first.
    func last(
        _ limit: Int, concerning outcome: Outcome, since mark: Mark, _ scope: CountScope = .everything
    ) -> [Observation] {
        related[index(of: outcome)].all
            .filter { $0.place >= mark.place && (!scope.isOfOneTag || $0.counts(since: mark)) }
            .suffix(limit).map(\.seen)
    }

    /// Returns the last events since a mark that an outcome about a companion counted, oldest first; none for other
    /// outcomes.
    func last(_ limit: Int, countedFor outcome: Outcome, since mark: Mark) -> [Observation] {
        (counted[index(of: outcome)]?.all ?? []).filter { $0.place >= mark.place }.suffix(limit).map(\.seen)
    }

    /// Returns the index of the plan for a block in which nothing else may happen.
    func plan(of steps: [Step]) -> Int? { plans.firstIndex { $0.steps == steps } }

    /// Returns the number of unplanned events in that block since a mark, and the last of them.
    func others(in plan: Int, since mark: Mark, last limit: Int) -> (count: Int, last: [PhoneEvent]) {
        let index = asked.count + plan
        let count = counts[index] - mark.counts[index]
        let last = related[index].all.suffix(min(limit, count)).compactMap { kept in
            if case .phone(let event) = kept.seen { event } else { nil }
        }
        return (count, last)
    }

    /// Forgets the effects of earlier causes before a place from which no count in the scope of one tag will start.
    mutating func forget(before place: Int) {
        guard let first = brought.first, first.place < place else { return }
        brought.removeAll { $0.place < place }
    }

    private func index(of outcome: Outcome) -> Int {
        guard let index = places[outcome] else {
            preconditionFailure("\(outcome) was not declared before the query")
        }
        return index
    }
}

extension EventLog.Kept {
    /// Whether the event occurred since a mark and was not caused by an earlier tag.
    fileprivate func counts(since mark: EventLog.Mark) -> Bool { origin >= mark.place }
}

extension Outcome {
    /// Whether the outcome is about a companion.
    fileprivate var isOfCompanions: Bool { alternatives.contains { $0.witness == .network } }

    /// Whether any ranging round may match the outcome.
    fileprivate var isOfRounds: Bool {
        switch self {
        case .ranging, .direction: true
        case .found, .connected, .disconnected, .encrypted, .paired, .pairingFailed, .parametersRequested,
            .writeRefused, .received, .sent, .removed, .retry, .gaveUp, .invalidated, .suspended, .suspensionEnded,
            .prompted, .companion, .kitMeasured, .addressClash, .entered, .left, .zoneChange, .feature, .opened,
            .notified,
            .delivered, .tagDetected, .tagGone, .tagUnreadable, .decided, .severalTags, .readerLost, .readerBack,
            .console, .screenConsole, .reported, .anyOf:
            false
        }
    }
}
