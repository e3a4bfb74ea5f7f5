import Phone
import ScenarioKit

/// What happened, counted for the outcomes that a scenario asks about.
///
/// Nothing is kept one by one but the last few that a failure may name, and, while tags are held to the phone, what
/// earlier tags brought about: a run of any length takes the same memory, and a count the same time.
struct EventLog: Sendable {
    /// How many of those that concern an outcome are known again.
    static let mostRelated = 32

    /// A point in the log: what a block or a step counts begins there.
    struct Mark: Hashable, Sendable {
        /// How many had happened.
        let place: Int
        /// How many of them were each of the outcomes.
        fileprivate let counts: [Int]
    }

    /// One that is known again.
    fileprivate struct Kept: Sendable {
        let seen: Observation
        let place: Int
        /// The place of what brought it about; its own where nothing did.
        let origin: Int
    }

    /// The last ones of many, in a ring.
    private struct Last: Sendable {
        private var kept: [Kept] = []
        private var oldest = 0

        var count: Int { kept.count }
        /// Oldest first.
        var all: [Kept] { Array(kept[oldest...] + kept[..<oldest]) }

        mutating func append(_ one: Kept) {
            guard kept.count == EventLog.mostRelated else { return kept.append(one) }
            kept[oldest] = one
            oldest = (oldest + 1) % EventLog.mostRelated
        }
    }

    /// The outcomes that somebody will ask about, and their places in the lists below.
    private let places: [Outcome: Int]
    private let asked: [Outcome]
    private let concerns: [Concern]
    /// Whether one of them is about ranging rounds, of which there are more than of everything else.
    private let asksForRounds: Bool
    private var counts: [Int]
    /// Of each outcome the last ones that concern it.
    private var related: [Last]
    /// The last counted events of each outcome about a companion.
    private var counted: [Int: Last]
    /// The blocks in which nothing else is to happen; their counts stand behind those of the outcomes.
    private let plans: [BlockPlan]
    /// Those that something earlier brought about.
    private var brought: [Kept] = []
    /// How many there were.
    private(set) var count = 0

    init(asking outcomes: [Outcome], in plans: [BlockPlan] = []) {
        (asked, self.plans) = (outcomes, plans)
        concerns = outcomes.map { Concern($0) }
        asksForRounds = outcomes.contains { $0.alternatives.contains { $0.isOfRounds } }
        places = Dictionary(uniqueKeysWithValues: outcomes.enumerated().map { ($1, $0) })
        counts = Array(repeating: 0, count: outcomes.count + plans.count)
        related = Array(repeating: Last(), count: outcomes.count + plans.count)
        let ofCompanions = outcomes.indices.filter { outcomes[$0].isOfCompanions }
        counted = Dictionary(uniqueKeysWithValues: ofCompanions.map { ($0, Last()) })
    }

    /// Before everything.
    var beginning: Mark { Mark(place: 0, counts: Array(repeating: 0, count: counts.count)) }

    var mark: Mark { Mark(place: count, counts: counts) }

    /// How many are kept one by one.
    var size: Int { related.reduce(brought.count) { $0 + $1.count } + counted.values.reduce(0) { $0 + $1.count } }

    /// Adds an event; `origin` is the place of what brought it about, nil where nothing did.
    mutating func append(_ event: PhoneEvent, origin: Int? = nil) {
        switch event {
        case .kitRound, .kitRanging, .kitReady, .distance, .blindProbe, .tampered, .finding, .fault, .waits: return
        case .nearby(_, .didUpdate): if asksForRounds { append(.phone(event), origin: origin) }
        case .channel, .nearby, .sent, .zone, .feature, .tag, .companion: append(.phone(event), origin: origin)
        }
    }

    /// Adds what happened; what nobody asks for is counted alone.
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

    /// How often an outcome came between two marks.
    func count(_ outcome: Outcome, since mark: Mark, until end: Mark) -> Int {
        let index = index(of: outcome)
        return end.counts[index] - mark.counts[index]
    }

    /// How often an outcome came since a mark.
    ///
    /// Asked about by name only what the log was made for.
    func count(_ outcome: Outcome, since mark: Mark, _ scope: CountScope = .everything) -> Int {
        let index = index(of: outcome)
        let all = counts[index] - mark.counts[index]
        guard scope.isOfOneTag else { return all }
        let ofEarlierTags = brought.count {
            $0.place >= mark.place && !$0.counts(since: mark) && outcome.matches($0.seen)
        }
        return all - ofEarlierTags
    }

    /// The last ones since a mark that concern an outcome, oldest first; no more than `limit`.
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

    /// Which of the blocks in which nothing else is to happen has these steps.
    func plan(of steps: [Step]) -> Int? { plans.firstIndex { $0.steps == steps } }

    /// How many events since a mark were something else in that block, and the last ones.
    func others(in plan: Int, since mark: Mark, last limit: Int) -> (count: Int, last: [PhoneEvent]) {
        let index = asked.count + plan
        let count = counts[index] - mark.counts[index]
        let last = related[index].all.suffix(min(limit, count)).compactMap { kept in
            if case .phone(let event) = kept.seen { event } else { nil }
        }
        return (count, last)
    }

    /// Forgets what earlier things brought about before a place: nobody will count from there with one tag in mind.
    mutating func forget(before place: Int) {
        guard let first = brought.first, first.place < place else { return }
        brought.removeAll { $0.place < place }
    }

    private func index(of outcome: Outcome) -> Int {
        guard let index = places[outcome] else {
            preconditionFailure("nobody said that \(outcome) will be asked about")
        }
        return index
    }
}

extension EventLog.Kept {
    /// Whether it is something of the time since a mark, and nothing that an earlier tag brought about.
    fileprivate func counts(since mark: EventLog.Mark) -> Bool { origin >= mark.place }
}

extension Outcome {
    /// Whether it is about a companion.
    fileprivate var isOfCompanions: Bool { alternatives.contains { $0.witness == .network } }

    /// Whether each ranging round may be what it asks for.
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
