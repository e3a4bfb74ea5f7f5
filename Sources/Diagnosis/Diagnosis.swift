import Ground
public import Simulators

/// Which known defects fit what a suite of runs says of an accessory, or whether a rig that measures badly does.
///
/// A ranking of what the zoo knows, of simulated accessories, and no proof of anything.
public struct Diagnosis: Sendable {
    public enum Conclusion: Sendable {
        /// No run says anything of the accessory.
        case nothingPlayed
        /// Nothing failed: no known defect shows.
        case nothingFailed
        /// What failed, the zoo does not play.
        case nothingKnown
        /// What failed fits no known defect better than chance would.
        case fitsNone
        /// The likeliest first, three at most.
        case ranked([Candidate])
    }

    /// What was looked at.
    public let pattern: SuitePattern
    public let conclusion: Conclusion
    /// How many of the pattern's scenarios the zoo plays, and how many of these failed.
    public let knownScenarios: Int
    public let knownFailed: Int
    /// Whether two defects at once are likelier than one alone.
    public let isOfTwo: Bool
    /// The scenarios that tell most between the first two candidates, two at most; empty where none does.
    public let tellingApart: [String]

    /// How many candidates are shown.
    public static let most = 3

    public init(of pattern: SuitePattern, by knowledge: Knowledge) {
        self.init(of: pattern, by: knowledge, Chances(knowledge))
    }

    init(of pattern: SuitePattern, by knowledge: Knowledge, _ chances: Chances) {
        self.pattern = pattern
        let known = pattern.rows.compactMap { row in knowledge.place(of: row.scenario).map { (place: $0, row: row) } }
        knownScenarios = known.count
        knownFailed = known.count { !$0.row.failures.isEmpty }
        guard knownFailed > 0 else {
            let nothing: Conclusion = pattern.failed.isEmpty ? .nothingFailed : .nothingKnown
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
        // What accounts for nothing that failed is no candidate, whatever else is in its favour.
        let shown = Array(ranking.order.lazy.filter { evidence.of($0).speaksForIt }.prefix(Self.most))
        // Counted among those that are shown: what nothing speaks for has no place before them.
        let places = shown.map(ranking.place)
        let candidates = shown.map { profile in
            Candidate(
                defect: knowledge.profiles[profile].subject.defect,
                place: places.count { $0 < ranking.place(of: profile) } + 1,
                isBesideFirst: ranking.isBesideFirst(profile), evidence: evidence.of(profile))
        }
        conclusion = candidates.isEmpty ? .fitsNone : .ranked(candidates)
        isOfTwo = !candidates.isEmpty && hypotheses.two > hypotheses.alone.reduce(0, +)
        let distinction = Distinction(knowledge, chances)
        // What a rig does to one scenario, it does once more.
        let isOfRig = shown.prefix(2).contains { knowledge.profiles[$0].subject.isRig }
        tellingApart =
            shown.count > 1 && !isOfRig
            ? distinction.scenarios(between: shown[0], and: shown[1], played: known.map(\.place)) : []
    }

    /// What is named, the likeliest first; empty where nothing is.
    public var candidates: [Candidate] {
        if case .ranked(let candidates) = conclusion { candidates } else { [] }
    }
}

/// A defect that may be the accessory's, or the rig, where it may measure badly without saying so.
public struct Candidate: Sendable {
    /// Nil for the rig.
    public let defect: Defect?
    /// Counted from 1 among the candidates; those between which nothing tells have the same.
    public let place: Int
    /// Whether it is taken for a second defect of the same accessory, and not for a rival of the first.
    public let isBesideFirst: Bool
    /// Whether it is a defect that a rig may look like, in another way than those that were played.
    public var mayBeRig: Bool { defect?.facts.sign.isAboutRanging ?? false }
    public let evidence: CandidateEvidence
}

/// The defects and the rig in their order, with the places that ties leave.
struct Ranking {
    /// The profiles of all defects and of the likeliest rig, the likeliest first; of equals the one listed first.
    let order: [Int]
    private let hypotheses: Hypotheses
    private let places: [Int]

    init(_ hypotheses: Hypotheses, of knowledge: Knowledge) {
        self.hypotheses = hypotheses
        let beliefs = hypotheses.belief
        // Two defects of one accessory can both be certain: then the one that is likelier alone leads.
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

    /// Whether the first defect is likelier with this one than without, and this one with the first than without.
    func isBesideFirst(_ profile: Int) -> Bool {
        guard let first = order.first, profile != first else { return false }
        let both = hypotheses.both(first, profile)
        return both > hypotheses.alone[first] && 2 * both > hypotheses.belief[profile]
    }

    /// Less than one bit speaks for the one and against the other.
    private static func isTie(_ one: Int, _ other: Int, _ hypotheses: Hypotheses) -> Bool {
        let (more, less) = (hypotheses.belief[one], hypotheses.belief[other])
        return more < 2 * less && 2 * hypotheses.both(one, other) <= less
    }

    /// So that certain ones are equals, whatever the last digits say.
    private static func rounded(_ belief: Double) -> Double { belief > 0.999 ? 1 : belief }
}

extension FailureCode {
    /// Whether it is about measurements, in which the room and the kit have as much part as the accessory.
    fileprivate var isAboutRanging: Bool { rawValue.hasPrefix("ranging.") }
}
