import Ground
import Reports

/// The evidence for a defect, and against it.
public struct CandidateEvidence: Hashable, Sendable {
    /// A scenario that failed, with its sign.
    public struct Failed: Hashable, Sendable {
        public let scenario: String
        public let sign: FailureSign
    }

    /// Failed as it does with the defect.
    public let explained: [Failed]
    /// Every failure that occurs with the defect, also several of one scenario.
    let matching: Set<LikelyCause.Mark>
    /// Failed, as with the defect, but in another way.
    public let otherwise: [Failed]
    /// Failed, and passes with the defect.
    public let unexplained: [Failed]
    /// Passed, and fails with the defect.
    public let missed: [String]
    /// The number of scenarios that passed, as with the defect.
    public let agreeingPasses: Int

    /// Whether it explains any failure at all, even if only that the scenario fails.
    var speaksForIt: Bool { !explained.isEmpty || !otherwise.isEmpty }
}

/// The comparison of the pattern with the zoo's runs of each defect.
struct Evidence {
    private let pattern: [(place: Int, row: SuitePattern.Row)]
    private let knowledge: Knowledge

    init(_ pattern: [(place: Int, row: SuitePattern.Row)], in knowledge: Knowledge) {
        self.pattern = pattern
        self.knowledge = knowledge
    }

    func of(_ profile: Int) -> CandidateEvidence {
        typealias Failed = [CandidateEvidence.Failed]
        var (explained, otherwise, unexplained) = (Failed(), Failed(), Failed())
        var (missed, passes) = ([String](), 0)
        var matching: Set<LikelyCause.Mark> = []
        for (place, row) in pattern {
            let cell = knowledge.profiles[profile].cells[place]
            guard !row.failures.isEmpty else {
                // Only a scenario that fails more often than not counts as missed.
                let isMissed = 2 * cell.failed > cell.runs
                // With one defective accessory of several, a scenario may pass.
                if isMissed, knowledge.several.contains(place) { continue }
                if isMissed { missed.append(row.scenario) } else { passes += 1 }
                continue
            }
            let signs = cell.failures.map { knowledge.signs[$0.sign] }
            let matches = row.failures.filter { signs.contains($0.sign) }
            matching.formUnion(matches.map { row.mark(of: $0.sign) })
            let match = matches.first
            guard let shown = match ?? row.failures.max(by: { $0.count < $1.count }) else { continue }
            let failed = CandidateEvidence.Failed(scenario: row.scenario, sign: shown.sign)
            if match != nil {
                explained.append(failed)
            } else if cell.failed > 0 {
                otherwise.append(failed)
            } else {
                unexplained.append(failed)
            }
        }
        return CandidateEvidence(
            explained: explained, matching: matching, otherwise: otherwise, unexplained: unexplained, missed: missed,
            agreeingPasses: passes)
    }
}

/// The scenarios that distinguish two defects.
struct Distinction {
    private let knowledge: Knowledge
    private let chances: Chances

    init(_ knowledge: Knowledge, _ chances: Chances) {
        self.knowledge = knowledge
        self.chances = chances
    }

    /// A run that yields less information, in bits, is not worth playing.
    private static let least = 0.1

    /// Returns the two most informative scenarios; among equals, those not played yet come first, then those listed
    /// first.
    func scenarios(between one: Int, and other: Int, played: [Int]) -> [String] {
        let played = Set(played)
        let ranked = knowledge.scenarios.indices.map { place in
            // Differences below a hundredth of a bit are ignored.
            (place: place, bits: (100 * chances.divergence(one, other, in: place)).rounded() / 100)
        }.filter { $0.bits >= Self.least }.sorted { left, right in
            if left.bits != right.bits { return left.bits > right.bits }
            let known = (played.contains(left.place), played.contains(right.place))
            return known.0 == known.1 ? left.place < right.place : !known.0
        }
        return ranked.prefix(2).map { knowledge.scenarios[$0.place] }
    }
}
