import Ground
public import Journal
import Wording

/// Runs that did not pass, grouped by the meaning of their failure.
public struct FailureGroups {
    public struct Group {
        public let verdict: Verdict
        /// The meaning, if a scenario gives one; otherwise what was first expected and seen.
        public let text: String
        /// Whether a scenario gives the meaning.
        let isExplained: Bool
        /// Whether an observation admits no other cause.
        let isProof: Bool
        public fileprivate(set) var runs: [RunSummary]
        /// The indices of the runs among all.
        public fileprivate(set) var places: [Int]
    }

    /// Proofs first, then other meanings, then unexplained failures; frequent ones first within each.
    public private(set) var groups: [Group] = []

    /// Groups the runs; a failure of a `proving` scenario proves its meaning.
    public init(_ summaries: [RunSummary], proving: Set<String>) {
        var places: [Key: Int] = [:]
        for (run, summary) in summaries.enumerated() where !summary.isPassedOrSkipped {
            let key = Self.key(of: summary)
            if let place = places[key] {
                groups[place].runs.append(summary)
                groups[place].places.append(run)
            } else {
                places[key] = groups.count
                groups.append(
                    Group(
                        verdict: summary.verdict,
                        text: summary.meaning ?? summary.explanation ?? Sentence.noReasonKnown.description,
                        isExplained: summary.meaning != nil,
                        isProof: summary.meaning != nil && proving.contains(summary.scenario), runs: [summary],
                        places: [run]))
            }
        }
        groups = groups.enumerated().sorted { one, other in
            let (left, right) = (Self.rank(of: one.element), Self.rank(of: other.element))
            return left == right ? one.offset < other.offset : left.lexicographicallyPrecedes(right)
        }.map(\.element)
    }

    /// Returns the meaning that several failures have in common, with their number and code; nil if they have none.
    public static func sharedMeaning(of failed: [RunSummary]) -> String? {
        guard failed.count > 1, let first = failed.first, let meaning = first.meaning, let code = first.code,
            failed.allSatisfy({ $0.code == code && $0.meaning == meaning })
        else { return nil }
        return Sentence.sharedMeaning(meaning, code, of: failed.count).description
    }

    /// Returns the groups with that of one run first.
    public func leading(with place: Int?) -> [Group] {
        guard let first = groups.firstIndex(where: { $0.places.contains { $0 == place } }) else { return groups }
        return [groups[first]] + groups[..<first] + groups[(first + 1)...]
    }

    private static func rank(of group: Group) -> [Int] {
        let weight =
            switch group.verdict {
            case .failed: 0
            case .error: 1
            case .timedOut: 2
            case .aborted: 3
            case .skipped, .passed: 4
            }
        return [weight, group.isProof ? 0 : 1, group.isExplained ? 0 : 1, -group.runs.count]
    }

    /// The criteria by which runs are grouped.
    struct Key: Hashable {
        let verdict: Verdict
        let code: FailureCode?
        /// The scenario's meaning, if it does not name a code.
        let meaning: String?
        /// The link of an observation without a meaning.
        let link: LinkID?
    }

    static func key(of summary: RunSummary) -> Key {
        let failure = summary.failures.first
        let isNamed = failure.map { $0.code != $0.seenCode } ?? false
        let link = failure?.link ?? summary.errorLink
        return Key(
            verdict: summary.verdict, code: summary.code, meaning: isNamed ? nil : summary.meaning,
            link: isNamed || summary.meaning != nil ? nil : link)
    }
}

extension RunSummary {
    /// Whether the verdict needs no explanation beyond its reason.
    var isPassedOrSkipped: Bool {
        switch verdict {
        case .passed, .skipped: true
        case .failed, .error, .timedOut, .aborted: false
        }
    }
}
