import Ground
import Journal
import Wording

/// Which scenarios a command was to play, which of them it left out before it began, and how many it must judge.
public struct RunCoverage: Hashable, Sendable {
    /// A scenario that the rig cannot play.
    public struct LeftOut: Hashable, Sendable {
        public let scenario: String
        public let reason: String

        public init(_ scenario: String, because reason: String) {
            self.scenario = scenario
            self.reason = reason
        }
    }

    /// How many scenarios must be judged, so that what the command says is no error.
    public enum Requirement: Hashable, Sendable {
        case all
        case atLeast(Int)
    }

    /// What was asked for, in words: `the suite conformance`; nil for all that there is.
    public let asked: String?
    /// How many scenarios that is.
    public let scenarios: Int
    public let leftOut: [LeftOut]
    public let requirement: Requirement?
    /// What no verdict on these scenarios says anything of, as sentences without full stops.
    public let unjudged: [String]

    public init(
        asked: String? = nil, scenarios: Int, leftOut: [LeftOut] = [], requirement: Requirement? = nil,
        unjudged: [String] = []
    ) {
        self.unjudged = unjudged
        self.asked = asked
        self.scenarios = scenarios
        self.leftOut = leftOut
        self.requirement = requirement
    }

    /// Of scenarios with screens: Apple's own part cannot be joined (network fact sheet, section 8).
    public static let systemOfScreens = "not judged: \(besidesScreens)"
    /// The same without saying that it is not judged.
    public static let besidesScreens =
        "Apple's picker, prompts and transport; judged is the wire between a screen and its companions"

    /// How many scenarios came to a verdict on the accessory or the tag.
    func judged(in summaries: [RunSummary]) -> Int {
        Set(summaries.filter { $0.verdict == .passed || $0.verdict == .failed }.map(\.scenario)).count
    }

    /// What is missing of that which is required; nil when nothing is.
    func shortfall(in summaries: [RunSummary]) -> Sentence? {
        let judged = judged(in: summaries)
        switch requirement {
        case .all where judged < scenarios:
            return .required(all: scenarios, judged: judged)
        case .atLeast(let least) where judged < least:
            return .required(atLeast: least, judged: judged)
        case .all, .atLeast, nil: return nil
        }
    }

    /// That most of what was asked for was not played; nil when it was.
    func scarcity(in summaries: [RunSummary]) -> Sentence? {
        let played = Set(summaries.filter(\.isPlayed).map(\.scenario)).count
        return played * 2 < scenarios ? .onlyPlayed(played, of: scenarios, asked: asked) : nil
    }
}

extension RunSummary {
    /// Whether anything of it was played at all.
    fileprivate var isPlayed: Bool {
        if case .skipped = verdict { return false }
        return verdict != .aborted || stepsPassed > 0
    }
}
