import Ground
import Journal
import Wording

/// The scenarios that a command was to play, those left out beforehand, and the number that it must judge.
public struct RunCoverage: Codable, Hashable, Sendable {
    /// A scenario that the rig cannot play.
    public struct Omitted: Codable, Hashable, Sendable {
        public let scenario: String
        public let reason: String

        public init(_ scenario: String, because reason: String) {
            self.scenario = scenario
            self.reason = reason
        }
    }

    /// The number of scenarios that must be judged to avoid an error.
    public enum Requirement: Codable, Hashable, Sendable {
        case all
        case atLeast(scenarios: Int)
    }

    /// The selection in words: `the suite conformance`; nil for everything.
    public let asked: String?
    /// The number of selected scenarios.
    public let scenarios: Int
    public let leftOut: [Omitted]
    public let requirement: Requirement?
    /// The aspects that no verdict on these scenarios covers, as sentences without full stops.
    public let unjudged: [String]

    public init(
        asked: String? = nil, scenarios: Int, leftOut: [Omitted] = [], requirement: Requirement? = nil,
        unjudged: [String] = []
    ) {
        self.unjudged = unjudged
        self.asked = asked
        self.scenarios = scenarios
        self.leftOut = leftOut
        self.requirement = requirement
    }

    /// The remark for scenarios with screens: Apple's part cannot be joined (network.md, section 8).
    public static let systemOfScreens = "not judged: \(besidesScreens)"
    /// The same remark without "not judged".
    public static let besidesScreens =
        "Apple's picker, prompts and transport; only the exchange between a screen and its companions was"

    /// Returns the number of scenarios with a verdict on the accessory or the tag; a pass without the measurements is
    /// none.
    func judged(in summaries: [RunSummary]) -> Int {
        let judged = summaries.filter { $0.verdict == .failed || ($0.verdict == .passed && !$0.isPartlyJudged) }
        return Set(judged.map(\.scenario)).count
    }

    /// Returns the shortfall from the requirement; nil for none.
    func shortfall(in summaries: [RunSummary]) -> Sentence? {
        let judged = judged(in: summaries)
        switch requirement {
        case .all where judged < scenarios:
            return .required(all: scenarios, judged: judged)
        case .atLeast(scenarios: let least) where judged < least:
            return .required(atLeast: least, judged: judged)
        case .all, .atLeast, nil: return nil
        }
    }

    /// Returns the remark that most of the selection was not played; nil if it was.
    func scarcity(in summaries: [RunSummary]) -> Sentence? {
        let played = Set(summaries.filter(\.isPlayed).map(\.scenario)).count
        return played * 2 < scenarios ? .onlyPlayed(played, of: scenarios, asked: asked) : nil
    }
}

extension RunSummary {
    /// Whether any of it was played.
    fileprivate var isPlayed: Bool {
        if case .skipped = verdict { return false }
        return verdict != .aborted || stepsPassed > 0
    }
}
