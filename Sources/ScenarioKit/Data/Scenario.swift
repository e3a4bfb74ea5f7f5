public import Ground

/// A test of an accessory: the phone it meets, the events, and the required results.
///
/// A scenario is plain data: it is part of the trace of its run and can be run again without its source.
public struct Scenario: Codable, Hashable, Sendable {
    /// The name on the command line: `fullFlow`; with an argument, the part shared with the other scenarios.
    public let base: String
    /// The scenario's name within a list, `sessionID` in `uses.sessionID`; nil for a single scenario.
    public let argument: String?
    /// The purpose of the scenario as one sentence, without a full stop.
    public let summary: String
    /// The suite that the scenario belongs to, if any.
    public internal(set) var suite: ScenarioSuite?
    /// The tags by which the scenario is selected.
    public internal(set) var tags: [ScenarioTag]
    /// The complaints and fact sheet rules that the scenario covers.
    public let covers: [Reference]
    /// The phone that the accessory meets.
    public internal(set) var phone: PhoneSetup
    /// The checks that hold from the first step to the last: see `Check`.
    public let always: [Check]
    /// The steps in the order in which they are played, including those of opening and closing.
    public internal(set) var steps: [Step]
    /// The place in the source where the scenario was written.
    public let spot: SourceSpot
    /// The parts that a group may still fill in.
    var open = OpenParts()
    /// The terms on which the current rig plays it.
    var terms = PlayTerms()

    /// The name in a run and in everything a run leaves: `fullFlow`, `uses.sessionID`.
    public var name: String { argument.map { "\(base).\($0)" } ?? base }

    /// Creates a scenario from data, with `name` as its `base`.
    public init(
        name: String, argument: String? = nil, summary: String, suite: ScenarioSuite? = nil, tags: [ScenarioTag] = [],
        covers: [Reference] = [], phone: PhoneSetup, always: [Check] = [], steps: [Step], spot: SourceSpot
    ) {
        self.base = name
        self.argument = argument
        self.summary = summary
        self.suite = suite
        self.tags = tags
        self.covers = covers
        self.phone = phone
        self.always = always
        self.steps = steps
        self.spot = spot
    }

    private enum CodingKeys: String, CodingKey {
        case base = "name"
        case argument, summary, suite, tags, covers, phone, always, steps, spot
    }
}

/// The terms on which a rig plays a scenario. They don't make two scenarios differ.
struct PlayTerms: Hashable, Sendable {
    /// Whether there is a UWB kit: see `withoutKit()`.
    var hasKit = true
    /// Whether the scenario must be judged completely or not at all: see `whole`.
    var isWhole = false

    static func == (_: PlayTerms, _: PlayTerms) -> Bool { true }

    func hash(into _: inout Hasher) {}
}

/// The parts that a scenario leaves to its group, and the extent of its opening and closing.
///
/// They don't make two scenarios differ.
struct OpenParts: Hashable, Sendable {
    var suite = false
    var tags = false
    var phone = false
    var opening = false
    var closing = false
    /// The number of first steps that are the opening's.
    var openingSteps = 0
    /// The number of last steps that are the closing's.
    var closingSteps = 0

    static func == (_: OpenParts, _: OpenParts) -> Bool { true }

    func hash(into _: inout Hasher) {}
}

extension Scenario {
    /// The name without its dot, `usesSessionID` for `uses.sessionID`, which refers to the same scenario.
    public var oneWord: String {
        guard let argument, let first = argument.first else { return base }
        return base + first.uppercased() + argument.dropFirst()
    }
}

/// An action or check of the rig, with its line.
public struct Step: Codable, Hashable, Sendable {
    /// The stimulus, check or block.
    public let action: Action
    /// The place in the source; for shared steps, the line that asks for them.
    public let spot: SourceSpot
    /// The meaning of a failure of this step, without a full stop.
    ///
    /// A block's cause applies to every line in it that has none; the innermost block has precedence. Expectations
    /// and requirements hold their own causes.
    public let cause: Meaning?
    /// The rounds of the innermost `Repeat` that must have passed for the cause to apply, and then only to a failure
    /// of the step itself; nil for a cause that does not depend on rounds.
    public let causeRounds: Int?

    /// Creates a step, by default without a meaning of its failure.
    public init(_ action: Action, spot: SourceSpot, cause: Meaning? = nil, causeRounds: Int? = nil) {
        self.action = action
        self.spot = spot
        self.cause = cause
        self.causeRounds = causeRounds
    }
}

/// Scenarios that are run together for one purpose.
public enum ScenarioSuite: String, Codable, Hashable, Sendable, CaseIterable {
    /// Whether an accessory conforms to Nearby Interaction, and survives what phones do to it.
    case conformance
    /// Behaviour that no phone shows, and requirements that no standard makes of an accessory or a screen: no release
    /// fails because of them.
    case robustness
    /// A phone's handling of a tag, down to the last rule.
    case tags
    /// A screen's handling of its companions: application services over the local network.
    case companions
}

/// A tag by which scenarios are selected: their duration, needs or subject.
public enum ScenarioTag: String, Codable, Hashable, Sendable, CaseIterable {
    /// Takes seconds on a real bench.
    case quick
    /// Takes minutes on a real bench.
    case long
    case needsMotion
    case needsPowerSwitch
    /// Behaviour that no phone shows but that the accessory must survive.
    case robustness
    case pairing
    case background
    /// Compliance with Apple's guidelines, which not every accessory claims.
    case guidelines
    /// Blocks a radio of the accessory, which takes a simulator or a program.
    case needsAir
    /// Plays only on simulators.
    case simulatorOnly
}

extension Scenario {
    /// The starting place of every accessory that is walked to or from: where its first walk begins.
    public var firstPlaces: [WalkPath] {
        var places: [WalkPath] = []
        collect(steps, into: &places)
        return places
    }

    private func collect(_ steps: [Step], into places: inout [WalkPath]) {
        for step in steps {
            if case .walk(let course) = step.action, !places.contains(where: { $0.accessory == course.accessory }) {
                places.append(course)
            }
            collect(step.action.innerSteps, into: &places)
        }
    }
}

extension Scenario {
    /// Returns the scenario with the text of every association file inlined, so that it needs no files.
    ///
    /// `read` receives a path as written and returns the file's text; its first error is rethrown.
    public func resolvingFiles<Failure: Error>(_ read: (String) throws(Failure) -> String) throws(Failure) -> Scenario {
        var sites: [Site] = []
        for site in phone.sites {
            if case .file(let path) = site.association {
                sites.append(Site(host: site.host, association: .text(try read(path))))
            } else {
                sites.append(site)
            }
        }
        var resolved = self
        resolved.phone = phone.with(sites: sites)
        return resolved
    }
}
