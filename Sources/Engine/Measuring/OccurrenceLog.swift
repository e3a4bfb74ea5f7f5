import ScenarioKit

/// What happened, counted for the outcomes that a scenario asks about.
///
/// Nothing is kept one by one but the last few that a failure may name, and, while tags are held to the phone, what
/// earlier tags brought about: a run of any length takes the same memory, and a count the same time.
struct OccurrenceLog: Sendable {
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
        let occurrence: Occurrence
        let place: Int
        /// The place of what brought it about; its own where nothing did.
        let origin: Int
    }

    /// The outcomes that somebody will ask about, and their places in the lists below.
    private let places: [Outcome: Int]
    private let asked: [Outcome]
    private var counts: [Int]
    /// Of each outcome the last ones that concern it.
    private var related: [[Kept]]
    /// Those that something earlier brought about.
    private var brought: [Kept] = []
    /// How many there were.
    private(set) var count = 0

    init(asking outcomes: [Outcome]) {
        asked = outcomes
        places = Dictionary(uniqueKeysWithValues: outcomes.enumerated().map { ($1, $0) })
        counts = Array(repeating: 0, count: outcomes.count)
        related = Array(repeating: [], count: outcomes.count)
    }

    /// Before everything.
    var beginning: Mark { Mark(place: 0, counts: Array(repeating: 0, count: asked.count)) }

    var mark: Mark { Mark(place: count, counts: counts) }

    /// How many are kept one by one.
    var size: Int { related.reduce(brought.count) { $0 + $1.count } }

    /// Adds what happened; `origin` is the place of what brought it about, nil where nothing did.
    mutating func append(_ new: [Occurrence], origin: Int? = nil) {
        for occurrence in new {
            let kept = Kept(occurrence: occurrence, place: count, origin: origin ?? count)
            for (index, outcome) in asked.enumerated() {
                if occurrence.matches(outcome) { counts[index] += 1 }
                guard occurrence.isKin(of: outcome) else { continue }
                if related[index].count == Self.mostRelated { related[index].removeFirst() }
                related[index].append(kept)
            }
            if kept.origin != kept.place { brought.append(kept) }
            count += 1
        }
    }

    /// How often an outcome came since a mark.
    ///
    /// Asked about by name only what the log was made for.
    func count(_ outcome: Outcome, since mark: Mark, _ scope: CountScope = .everything) -> Int {
        let index = index(of: outcome)
        let all = counts[index] - mark.counts[index]
        guard scope.isOfOneTag else { return all }
        let ofEarlierTags = brought.count {
            $0.place >= mark.place && !$0.counts(since: mark) && $0.occurrence.matches(outcome)
        }
        return all - ofEarlierTags
    }

    /// The last ones since a mark that concern an outcome, oldest first; no more than `limit`.
    func last(
        _ limit: Int, concerning outcome: Outcome, since mark: Mark, _ scope: CountScope = .everything
    ) -> [Occurrence] {
        related[index(of: outcome)]
            .filter { $0.place >= mark.place && (!scope.isOfOneTag || $0.counts(since: mark)) }
            .suffix(limit).map(\.occurrence)
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

extension OccurrenceLog.Kept {
    /// Whether it is something of the time since a mark, and nothing that an earlier tag brought about.
    fileprivate func counts(since mark: OccurrenceLog.Mark) -> Bool { origin >= mark.place }
}
