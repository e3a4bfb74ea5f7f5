/// What must be shown of a firmware before it is released: which scenarios, how surely, and what is excused.
///
/// A plan is plain data. Its text is hashed before the first run, so that nobody can change it while the gate goes on.
public struct GatePlan: Codable, Hashable, Sendable {
    public let name: String
    /// What the plan is for, as one sentence without its full stop.
    public let summary: String
    public let entries: [PlanEntry]
    /// Where the plan was written.
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
        /// A failure that is known.
        case quarantine(entry: QuarantineEntry)
        /// No failure of these scenarios is ever excused.
        case neverExcuse(scenarios: ScenarioSelection)
        /// Over how many power cycles, units and benches the runs of each scenario must be spread, at least.
        case spread(over: Spread)
        /// How well it must be known which firmware ran.
        case identity(level: IdentityLevel)
        /// By what else an accessory shows which firmware it runs.
        case identifiedBy(marks: IdentityMarks)
        /// How many runs may come to no verdict on the accessory.
        case leftOut(bounds: LeftOutBounds)
        /// Whether a run counts on whose prompts a person's answers decide.
        case operatorAnswers(count: Bool)
    }

    public let content: Content
    public let spot: SourceSpot

    public init(_ content: Content, spot: SourceSpot) {
        self.content = content
        self.spot = spot
    }
}

/// By what an accessory shows which firmware it runs, besides the image's hash over the management protocol.
public struct IdentityMarks: Codable, Hashable, Sendable {
    /// The Firmware Revision String ends in `+` and the first eight digits of the image's hash.
    public let hashInRevision: Bool
    /// A linker's build id proves as much as the hash.
    public let buildID: Bool
    /// A characteristic of the maker's own shows a hash; nil for none.
    public let hashInCharacteristic: HashCharacteristic?
    /// By what the accessory is asked over its serial console, besides Bluetooth; nil for not at all.
    public let console: ConsoleProtocol?
    /// The version that the candidate tells; one that tells another is not the candidate. nil for any.
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

/// Over how many power cycles, units and benches runs are spread, at least: runs of one cluster are not independent.
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

/// How many runs may come to no verdict on the accessory (gate.md, section 1.5).
public struct LeftOutBounds: Codable, Hashable, Sendable {
    /// Of all runs that were started.
    public let share: Probability
    /// This many one after the other end the gate.
    public let inARow: Int

    public init(share: Probability = .percent(5), inARow: Int = 3) {
        self.share = share
        self.inARow = inARow
    }
}

extension GatePlan {
    /// What must be shown, each with its line.
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

    /// Whether a plan marks the scenario as one of which no failure is excused.
    public func neverExcuses(_ scenario: ScenarioFacts) -> Bool {
        entries.contains { entry in
            guard case .neverExcuse(let scenarios) = entry.content else { return false }
            return scenarios.contains(scenario)
        }
    }

    /// How well it must be known which firmware ran; `flashed` where the plan does not say.
    public var identity: IdentityLevel {
        for entry in entries { if case .identity(let level) = entry.content { return level } }
        return .flashed
    }

    /// By what else an accessory shows which firmware it runs; nothing where the plan does not say.
    public var marks: IdentityMarks {
        for entry in entries { if case .identifiedBy(let marks) = entry.content { return marks } }
        return IdentityMarks()
    }

    /// One power cycle, unit and bench where the plan does not say.
    public var spread: Spread {
        for entry in entries { if case .spread(let spread) = entry.content { return spread } }
        return Spread()
    }

    /// Whether a run counts on whose prompts a person's answers decide; yes where the plan does not say.
    public var countsOperatorAnswers: Bool {
        for entry in entries { if case .operatorAnswers(let count) = entry.content { return count } }
        return true
    }

    /// The same with more failures that are known, as a file of its own lists them.
    public func adding(quarantine: [PlanEntry]) -> GatePlan {
        GatePlan(name: name, summary: summary, entries: entries + quarantine, spot: spot)
    }

    /// 5 % and three in a row where the plan does not say; both are proposals of the sheet, not measured.
    public var leftOut: LeftOutBounds {
        for entry in entries { if case .leftOut(let bounds) = entry.content { return bounds } }
        return LeftOutBounds()
    }
}
