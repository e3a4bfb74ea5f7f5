public import Ground

/// The scenarios that an entry of a plan applies to.
public struct ScenarioSelection: Codable, Hashable, Sendable {
    /// A scenario, or several with a common property.
    public enum Term: Codable, Hashable, Sendable {
        /// All scenarios passed to the gate.
        case everything
        /// The scenario with this name: `fullFlow`, `uses.sessionID`.
        case named(name: String)
        /// The scenarios of a suite: `conformance`.
        case suite(name: String)
        /// The scenarios with a tag: `quick`.
        case tagged(tag: String)
    }

    /// The terms of which a scenario must match at least one.
    public let terms: [Term]
    /// The terms of which it must match none.
    public let except: [Term]

    public init(_ terms: [Term], except: [Term] = []) {
        self.terms = terms
        self.except = except
    }

    public static let everything = ScenarioSelection([.everything])
    public static func suite(_ name: String) -> ScenarioSelection { ScenarioSelection([.suite(name: name)]) }
    public static func tagged(_ tag: String) -> ScenarioSelection { ScenarioSelection([.tagged(tag: tag)]) }
    public static func named(_ names: String...) -> ScenarioSelection {
        ScenarioSelection(names.map { .named(name: $0) })
    }

    /// Returns the selection without scenarios that match one of these terms.
    public func except(_ terms: Term...) -> ScenarioSelection {
        ScenarioSelection(self.terms, except: except + terms)
    }

    public func contains(_ scenario: ScenarioFacts) -> Bool {
        terms.contains { $0.fits(scenario) } && !except.contains { $0.fits(scenario) }
    }
}

extension ScenarioSelection: ExpressibleByStringLiteral {
    /// Selects the scenario with this name.
    public init(stringLiteral name: String) { self.init([.named(name: name)]) }
}

/// The facts about a scenario that a plan needs.
public struct ScenarioFacts: Codable, Hashable, Sendable {
    public let name: String
    /// The SHA-256 of its text, as hexadecimal digits.
    public let hash: String
    public let suite: String?
    public let tags: [String]
    /// The source location; nil if unknown.
    public let spot: SourceSpot?
    /// Whether screens meet the phone's companions in it.
    public let hasCompanions: Bool

    public init(
        name: String, hash: String, suite: String? = nil, tags: [String] = [], spot: SourceSpot? = nil,
        hasCompanions: Bool = false
    ) {
        self.name = name
        self.hash = hash
        self.suite = suite
        self.tags = tags
        self.spot = spot
        self.hasCompanions = hasCompanions
    }
}

extension ScenarioSelection.Term {
    public func fits(_ scenario: ScenarioFacts) -> Bool {
        switch self {
        case .everything: true
        case .named(let name): scenario.name == name
        case .suite(let name): scenario.suite == name
        case .tagged(let tag): scenario.tags.contains(tag)
        }
    }
}

extension ScenarioSelection.Term: CustomStringConvertible {
    public var description: String {
        switch self {
        case .everything: "every scenario"
        case .named(let name): name.escapedForDisplay
        case .suite(let name): "suite \(name.escapedForDisplay)"
        case .tagged(let tag): "tag \(tag.escapedForDisplay)"
        }
    }
}

extension ScenarioSelection: CustomStringConvertible {
    public var description: String {
        let but = except.isEmpty ? "" : " but " + except.map(\.description).joined(separator: ", ")
        return terms.map(\.description).joined(separator: ", ") + but
    }
}
