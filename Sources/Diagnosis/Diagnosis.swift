import Ground
public import Simulators

/// The known defects that fit a suite's results for an accessory, or a rig that measures badly.
///
/// It ranks the zoo's knowledge of simulated accessories, and proves nothing.
public struct Diagnosis: Sendable {
    public enum Conclusion: Sendable {
        /// No run is evidence about the accessory.
        case nothingPlayed
        /// Nothing failed: no known defect shows.
        case nothingFailed
        /// The zoo plays none of the scenarios that failed, or only tags did.
        case nothingKnown
        /// The failures fit no known defect better than chance.
        case fitsNone
        /// The most likely first, at most three.
        case ranked([Candidate])
    }

    /// The pattern that was diagnosed.
    public let pattern: SuitePattern
    public let conclusion: Conclusion
    /// The scenarios that the zoo plays.
    let zooScenarios: Set<String>
    /// The number of the pattern's scenarios among them, and of those that failed.
    public let knownScenarios: Int
    public let knownFailed: Int
    /// Whether two defects together are more likely than one alone.
    public let isOfTwo: Bool
    /// The scenarios that best distinguish the first two candidates, at most two; empty if none does.
    public let tellingApart: [String]

    /// The number of candidates shown.
    public static let most = 3

    public init(of pattern: SuitePattern, by knowledge: Knowledge) {
        self.init(of: pattern, by: knowledge, Chances(knowledge))
    }

    init(of pattern: SuitePattern, by knowledge: Knowledge, _ chances: Chances) {
        self.pattern = pattern
        let known = pattern.rows.compactMap { row in knowledge.place(of: row.scenario).map { (place: $0, row: row) } }
        zooScenarios = Set(knowledge.scenarios)
        knownScenarios = known.count
        knownFailed = known.count { !$0.row.failures.isEmpty }
        guard knownFailed > 0 else {
            let nothing: Conclusion =
                pattern.failed.isEmpty && pattern.tagFailures == 0 ? .nothingFailed : .nothingKnown
            conclusion = pattern.rows.isEmpty ? .nothingPlayed : nothing
            (isOfTwo, tellingApart) = (false, [])
            return
        }
        let likelihoods = Likelihoods(known, in: knowledge, chances)
        let hypotheses = Hypotheses(likelihoods, of: knowledge)
        guard hypotheses.none < 0.5 else {
            conclusion = .fitsNone
            (isOfTwo, tellingApart) = (false, [])
            return
        }
        let ranking = Ranking(hypotheses, of: knowledge)
        let evidence = Evidence(known, in: knowledge)
        // A defect that explains none of the failures is no candidate, whatever else favours it.
        let shown = Array(ranking.order.lazy.filter { evidence.of($0).speaksForIt }.prefix(Self.most))
        // Counted among those shown: profiles without supporting evidence do not take up places.
        let places = shown.map(ranking.place)
        let candidates = shown.map { profile in
            Candidate(
                defect: knowledge.profiles[profile].subject.defect,
                place: places.count { $0 < ranking.place(of: profile) } + 1,
                isBesideFirst: ranking.isBesideFirst(profile), evidence: evidence.of(profile))
        }
        conclusion = candidates.isEmpty ? .fitsNone : .ranked(candidates)
        // A candidate that explains every failure leaves none for a second defect.
        let failed = knownFailed
        let leavesSome = candidates.allSatisfy { $0.evidence.explained.count < failed }
        isOfTwo = !candidates.isEmpty && leavesSome && hypotheses.two > hypotheses.alone.reduce(0, +)
        let distinction = Distinction(knowledge, chances)
        // A bad rig affects a repeated scenario in the same way.
        let isOfRig = shown.prefix(2).contains { knowledge.profiles[$0].subject.isRig }
        tellingApart =
            shown.count > 1 && !isOfRig
            ? distinction.scenarios(between: shown[0], and: shown[1], played: known.map(\.place)) : []
    }

    /// The candidates named, the most likely first; empty if there are none.
    public var candidates: [Candidate] {
        if case .ranked(let candidates) = conclusion { candidates } else { [] }
    }
}

/// A possible defect of the accessory, or the rig if it may measure badly without reporting it.
public struct Candidate: Sendable {
    /// Nil for the rig.
    public let defect: Defect?
    /// Counted from 1 among the candidates; indistinguishable ones share a place.
    public let place: Int
    /// Whether it is considered a second defect of the same accessory instead of a rival of the first.
    public let isBesideFirst: Bool
    /// Whether a rig may resemble the defect in ways other than those played.
    public var mayBeRig: Bool { defect?.facts.sign.isAboutRanging ?? false }
    public let evidence: CandidateEvidence
}

/// The defects and the rig in order, with the places that result from ties.
struct Ranking {
    /// The profiles of all defects and of the most likely rig, the most likely first; equals in listed order.
    let order: [Int]
    private let hypotheses: Hypotheses
    private let places: [Int]

    init(_ hypotheses: Hypotheses, of knowledge: Knowledge) {
        self.hypotheses = hypotheses
        let beliefs = hypotheses.belief
        // Two defects of one accessory can both be certain: then the one that is more likely alone leads.
        order = (Array(knowledge.defectPlaces) + [hypotheses.rig].compactMap(\.self)).sorted { one, other in
            let (left, right) = (Self.rounded(beliefs[one]), Self.rounded(beliefs[other]))
            if left != right { return left > right }
            let alone = (hypotheses.alone[one], hypotheses.alone[other])
            return alone.0 == alone.1 ? one < other : alone.0 > alone.1
        }
        var places = Array(repeating: 0, count: beliefs.count)
        for (index, profile) in order.enumerated() {
            let leader = index > 0 ? order[index - 1] : profile
            let joins = index > 0 && Self.isTie(leader, profile, hypotheses)
            places[profile] = joins ? places[leader] : index + 1
        }
        self.places = places
    }

    func place(of profile: Int) -> Int { places[profile] }

    /// Whether the first defect is more likely with this one than without, and this one with the first than without.
    func isBesideFirst(_ profile: Int) -> Bool {
        guard let first = order.first, profile != first else { return false }
        let both = hypotheses.both(first, profile)
        return both > hypotheses.alone[first] && 2 * both > hypotheses.belief[profile]
    }

    /// Whether less than one bit of evidence decides between the two.
    private static func isTie(_ one: Int, _ other: Int, _ hypotheses: Hypotheses) -> Bool {
        let (more, less) = (hypotheses.belief[one], hypotheses.belief[other])
        return more < 2 * less && 2 * hypotheses.both(one, other) <= less
    }

    /// Makes certain ones equal, regardless of their last digits.
    private static func rounded(_ belief: Double) -> Double { belief > 0.999 ? 1 : belief }
}

extension FailureCode {
    /// Whether it is about measurements, which depend on the room and the kit as much as on the accessory.
    fileprivate var isAboutRanging: Bool { rawValue.hasPrefix("ranging.") }
}
