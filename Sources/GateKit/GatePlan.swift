/// The requirements for releasing a firmware: the scenarios, the certainty required, and excused failures.
///
/// A plan is plain data. Its text is hashed before the first run, so that it cannot change during the gate.
public struct GatePlan: Codable, Hashable, Sendable {
    public let name: String
    /// The purpose of the plan, as one sentence without a final full stop.
    public let summary: String
    public let entries: [PlanEntry]
    /// The source location of the plan.
    public let spot: SourceSpot

    public init(name: String, summary: String, entries: [PlanEntry], spot: SourceSpot) {
        self.name = name
        self.summary = summary
        self.entries = entries
        self.spot = spot
    }
}

/// One line of a plan.
public struct PlanEntry: Codable, Hashable, Sendable {
    public enum Content: Codable, Hashable, Sendable {
        /// Each of these scenarios must be shown good.
        case prove(scenarios: ScenarioSelection, proof: Proof)
        /// A known failure.
        case quarantine(entry: QuarantineEntry)
        /// No failure of these scenarios is ever excused.
        case neverExcuse(scenarios: ScenarioSelection)
        /// The minimum numbers of power cycles, units and benches over which each scenario's runs must be spread.
        case spread(over: Spread)
        /// The required identity level of the firmware.
        case identity(level: IdentityLevel)
        /// Additional ways in which an accessory identifies its firmware.
        case identifiedBy(marks: IdentitySources)
        /// The maximum number of runs without a verdict on the accessory.
        case leftOut(bounds: OmittedBounds)
        /// Whether runs count whose verdict rests on a person's answers.
        case operatorAnswers(count: Bool)
        /// The number of the plan's scenarios that a rig must be able to play; the others are left out.
        case coverage(scenarios: Int)
    }

    public let content: Content
    public let spot: SourceSpot

    public init(_ content: Content, spot: SourceSpot) {
        self.content = content
        self.spot = spot
    }
}

/// The ways in which an accessory identifies its firmware, in addition to the image hash over the management protocol.
public struct IdentitySources: Codable, Hashable, Sendable {
    /// Whether the Firmware Revision String ends in `+` and the first eight digits of the image hash.
    public let hashInRevision: Bool
    /// Whether a linker's build ID proves as much as the hash.
    public let buildID: Bool
    /// A vendor-specific characteristic that contains a hash; nil for none.
    public let hashInCharacteristic: HashCharacteristic?
    /// The protocol for queries over the serial console, in addition to Bluetooth; nil for no queries.
    public let console: ConsoleProtocol?
    /// The candidate's version; an accessory that reports another one does not run the candidate. Nil for any.
    public let version: String?

    public init(
        hashInRevision: Bool = false, buildID: Bool = false, hashInCharacteristic: HashCharacteristic? = nil,
        console: ConsoleProtocol? = nil, version: String? = nil
    ) {
        (self.console, self.version) = (console, version)
        self.hashInCharacteristic = hashInCharacteristic
        (self.hashInRevision, self.buildID) = (hashInRevision, buildID)
    }
}

/// The minimum numbers of power cycles, units and benches over which runs are spread; runs within one cluster are not
/// independent.
public struct Spread: Codable, Hashable, Sendable {
    public let powerCycles: Int
    public let units: Int
    public let benches: Int

    public init(powerCycles: Int = 1, units: Int = 1, benches: Int = 1) {
        self.powerCycles = powerCycles
        self.units = units
        self.benches = benches
    }
}

/// The maximum number of runs without a verdict on the accessory (gate.md, section 1.5).
public struct OmittedBounds: Codable, Hashable, Sendable {
    /// The share of all runs that were started.
    public let share: Probability
    /// The number of consecutive ones that ends the gate.
    public let inARow: Int

    public init(share: Probability = .percent(5), inARow: Int = 3) {
        self.share = share
        self.inARow = inARow
    }
}

extension GatePlan {
    /// The proofs with their scenarios and source locations.
    public var proofs: [(scenarios: ScenarioSelection, proof: Proof, spot: SourceSpot)] {
        entries.compactMap { entry in
            guard case .prove(let scenarios, let proof) = entry.content else { return nil }
            return (scenarios, proof, entry.spot)
        }
    }

    public var quarantine: [QuarantineEntry] {
        entries.compactMap { entry in
            guard case .quarantine(let quarantined) = entry.content else { return nil }
            return quarantined
        }
    }

    /// Returns whether the plan never excuses a failure of the scenario.
    public func neverExcuses(_ scenario: ScenarioFacts) -> Bool {
        entries.contains { entry in
            guard case .neverExcuse(let scenarios) = entry.content else { return false }
            return scenarios.contains(scenario)
        }
    }

    /// The required identity level; `flashed` by default.
    public var identity: IdentityLevel {
        for entry in entries { if case .identity(let level) = entry.content { return level } }
        return .flashed
    }

    /// The additional ways in which an accessory identifies its firmware; none by default.
    public var marks: IdentitySources {
        for entry in entries { if case .identifiedBy(let marks) = entry.content { return marks } }
        return IdentitySources()
    }

    /// The required spread; one power cycle, unit and bench by default.
    public var spread: Spread {
        for entry in entries { if case .spread(let spread) = entry.content { return spread } }
        return Spread()
    }

    /// Whether runs count whose verdict rests on a person's answers; true by default.
    public var countsOperatorAnswers: Bool {
        for entry in entries { if case .operatorAnswers(let count) = entry.content { return count } }
        return true
    }

    /// The number of its scenarios that a rig must be able to play; nil for all of them.
    public var coverage: Int? {
        for entry in entries { if case .coverage(let count) = entry.content { return count } }
        return nil
    }

    /// Returns the plan with additional known failures, such as those from a separate file.
    public func adding(quarantine: [PlanEntry]) -> GatePlan {
        GatePlan(name: name, summary: summary, entries: entries + quarantine, spot: spot)
    }

    /// The bounds for left-out runs; by default 5 % and three in a row, both estimates of the fact sheet that were not
    /// measured.
    public var leftOut: OmittedBounds {
        for entry in entries { if case .leftOut(let bounds) = entry.content { return bounds } }
        return OmittedBounds()
    }
}
