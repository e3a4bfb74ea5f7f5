import Ground
public import Journal
import Wording

/// Runs that did not pass, put together by what that means.
public struct FailureGroups {
    public struct Group {
        public let verdict: Verdict
        /// What it means, where a scenario says it; else what was expected and seen the first time.
        public let text: String
        /// Whether a scenario says what it means.
        let isExplained: Bool
        /// Whether something was seen that can have no other cause.
        let isProof: Bool
        public fileprivate(set) var runs: [RunSummary]
        /// The places of the runs among all that were looked at.
        public fileprivate(set) var places: [Int]
    }

    /// The proofs first, then the other meanings, then what nobody explains; of each kind the frequent ones first.
    public private(set) var groups: [Group] = []

    /// A failure of one of the `proving` scenarios proves what it means.
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

    /// What makes two runs mean the same.
    struct Key: Hashable {
        let verdict: Verdict
        let code: FailureCode?
        /// The scenario's own word for it, where that names no code of its own.
        let meaning: String?
        /// The link that it was seen on, where nobody says what it means.
        let link: String?
    }

    static func key(of summary: RunSummary) -> Key {
        let failure = summary.failures.first
        let isNamed = failure.map { $0.code != $0.seenCode } ?? false
        let link = failure?.link ?? summary.errorLink?.description
        return Key(
            verdict: summary.verdict, code: summary.code, meaning: isNamed ? nil : summary.meaning,
            link: isNamed || summary.meaning != nil ? nil : link)
    }
}

extension RunSummary {
    /// Whether it needs no explanation beyond its reason.
    var isPassedOrSkipped: Bool {
        switch verdict {
        case .passed, .skipped: true
        case .failed, .error, .timedOut, .aborted: false
        }
    }
}
