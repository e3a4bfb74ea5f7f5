public import Ground

/// One thing to try with an accessory: the phone it meets, what happens, and what must be seen.
///
/// A scenario is plain data: it goes into the trace of its run and can be run again without its source.
public struct Scenario: Codable, Hashable, Sendable {
    /// What the command line calls it: `fullFlow`; with an argument, what it has in common with the others.
    public let base: String
    /// Which one of a list it is: `sessionID` of `uses.sessionID`; nil for a scenario that stands alone.
    public let argument: String?
    /// What the scenario shows, as one sentence without its full stop.
    public let summary: String
    /// The suite that it belongs to, where it does.
    public internal(set) var suite: ScenarioSuite?
    public internal(set) var tags: [ScenarioTag]
    /// What it is there for: complaints and rules of the fact sheets.
    public let covers: [Reference]
    public internal(set) var phone: PhoneSetup
    /// What must hold from the first step to the last: see `Check`.
    public let always: [Check]
    public internal(set) var steps: [Step]
    /// Where the scenario was written.
    public let spot: SourceSpot
    /// What a group may still fill in.
    var open = OpenParts()
    /// The terms on which the current rig plays it.
    var terms = PlayTerms()

    /// What it is called in a run and in all that a run leaves: `fullFlow`, `uses.sessionID`.
    public var name: String { argument.map { "\(base).\($0)" } ?? base }

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
    /// Whether all of it must be judged, or none: see `whole`.
    var isWhole = false

    static func == (_: PlayTerms, _: PlayTerms) -> Bool { true }

    func hash(into _: inout Hasher) {}
}

/// Which parts of a scenario its own words left out, so that its group may fill them in.
///
/// It makes no difference between two scenarios.
struct OpenParts: Hashable, Sendable {
    var suite = false
    var tags = false
    var phone = false
    var opening = false
    var closing = false

    static func == (_: OpenParts, _: OpenParts) -> Bool { true }

    func hash(into _: inout Hasher) {}
}

extension Scenario {
    /// The name without its dot, `usesSessionID` for `uses.sessionID`: it means the same scenario.
    public var oneWord: String {
        guard let argument, let first = argument.first else { return base }
        return base + first.uppercased() + argument.dropFirst()
    }
}

/// One thing that the rig does or checks, and the line that asked for it.
public struct Step: Codable, Hashable, Sendable {
    public let action: Action
    public let spot: SourceSpot
    /// What a failure of this step means, as a sentence without its full stop.
    ///
    /// A block's cause is that of every line in it that has none of its own; the innermost block comes first. An
    /// expectation or a requirement holds its own cause.
    public let cause: Meaning?
    /// How many rounds of the innermost `Repeat` must have passed before the cause is said, and then only of a failure
    /// of the step itself; nil for a cause that speaks of no rounds.
    public let causeRounds: Int?

    public init(_ action: Action, spot: SourceSpot, cause: Meaning? = nil, causeRounds: Int? = nil) {
        self.action = action
        self.spot = spot
        self.cause = cause
        self.causeRounds = causeRounds
    }
}

/// Scenarios that are run together for one purpose.
public enum ScenarioSuite: String, Codable, Hashable, Sendable, CaseIterable {
    /// Does an accessory keep to Nearby Interaction, and survive what phones do to it.
    case conformance
    /// Things that no phone does, and requirements that no standard makes of an accessory or a screen: no release is
    /// failed for them.
    case robustness
    /// What a phone does with a tag, down to the last rule.
    case tags
    /// What a screen does with its companions: application services over the local network.
    case companions
}

/// What a scenario takes or is about, for picking scenarios.
public enum ScenarioTag: String, Codable, Hashable, Sendable, CaseIterable {
    /// A matter of seconds on a real bench.
    case quick
    /// A matter of minutes on a real bench.
    case long
    case needsMotion
    case needsPowerSwitch
    /// What no phone does: the accessory must survive it.
    case robustness
    case pairing
    case background
    /// Holds it to Apple's guidelines, which not every accessory claims to keep.
    case guidelines
    /// Plays on simulators alone.
    case simulatorOnly
}

extension Scenario {
    /// Where every accessory that is walked to or from stands at the beginning: where its first walk begins.
    public var firstPlaces: [Course] {
        var places: [Course] = []
        collect(steps, into: &places)
        return places
    }

    private func collect(_ steps: [Step], into places: inout [Course]) {
        for step in steps {
            if case .walk(let course) = step.action, !places.contains(where: { $0.accessory == course.accessory }) {
                places.append(course)
            }
            collect(step.action.innerSteps, into: &places)
        }
    }
}

extension Scenario {
    /// The same scenario with the text of every association file in it, so that it needs no files any more.
    ///
    /// `read` gets a path as it was written and gives the file's text; its first error is passed on.
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
