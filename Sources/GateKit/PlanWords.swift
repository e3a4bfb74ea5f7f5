/// Requires that each of these scenarios is shown good: `Prove(.suite("conformance"), .clean(below: .percent(5)))`.
public struct Prove: PlanWord {
    public let entry: PlanEntry

    public init(
        _ scenarios: ScenarioSelection, _ proof: Proof, file: StaticString = #filePath, line: UInt = #line
    ) {
        entry = PlanEntry(.prove(scenarios: scenarios, proof: proof), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "say how: Prove(..., .clean(below: .percent(5)))")
    public init(_ scenarios: ScenarioSelection) {
        entry = PlanEntry(.neverExcuse(scenarios: scenarios), spot: SourceSpot(file: "", line: 0))
    }
}

/// Excuses a known failure until a day; the scenario is still played and reported.
///
/// `failure` is the failure key or at least its first ten digits; nil for any failure. Days have the form
/// `2026-12-04`. From the day `until` nothing is excused any more; it defaults to 14 days after `from`.
public struct Quarantine: PlanWord {
    public let entry: PlanEntry

    public init(
        _ scenario: String, failure: String?, owner: String, reason: String, from: String, until: String? = nil,
        file: StaticString = #filePath, line: UInt = #line
    ) {
        let first = CalendarDay(from)
        let last =
            if let until { CalendarDay(until) } else { first?.adding(days: QuarantineEntry.usualDays) }
        entry = PlanEntry(
            .quarantine(
                entry: QuarantineEntry(
                    scenario: scenario, failure: failure, owner: owner, reason: reason, from: first, until: last)),
            spot: SourceSpot(file, line))
    }
}

/// Never excuses a failure of these scenarios.
public struct NeverExcuse: PlanWord {
    public let entry: PlanEntry

    public init(_ scenarios: ScenarioSelection, file: StaticString = #filePath, line: UInt = #line) {
        entry = PlanEntry(.neverExcuse(scenarios: scenarios), spot: SourceSpot(file, line))
    }
}

/// Requires that the runs of each scenario come from at least this many power cycles, units and benches.
public struct SpreadOver: PlanWord {
    public let entry: PlanEntry

    public init(
        powerCycles: Int = 1, units: Int = 1, benches: Int = 1, file: StaticString = #filePath, line: UInt = #line
    ) {
        let spread = Spread(powerCycles: powerCycles, units: units, benches: benches)
        entry = PlanEntry(.spread(over: spread), spot: SourceSpot(file, line))
    }
}

/// Requires an identity level of the firmware: `proved`, `flashed`, or `claimed` together with an option of the
/// command.
public struct RequireIdentity: PlanWord {
    public let entry: PlanEntry

    public init(_ level: IdentityLevel, file: StaticString = #filePath, line: UInt = #line) {
        entry = PlanEntry(.identity(level: level), spot: SourceSpot(file, line))
    }
}

/// Declares how an accessory identifies its firmware, in addition to the image hash over the management protocol.
///
/// Hash digits in the Firmware Revision that differ from the candidate's contradict it; matching ones only claim it. A
/// build ID equal to the candidate's proves it, if the file is an ELF file with one. So does the hash in a
/// vendor-specific characteristic, from eight bytes on: `IdentifyBy(hashInCharacteristic: HashCharacteristic(service:
/// "...", characteristic: "...", written: .digits))`. `console: .smp` additionally queries the management server over
/// the serial console. `version: "1.4.2"` is the version that the candidate reports in a revision, on the console or
/// as its image's: another one contradicts it.
public struct IdentifyBy: PlanWord {
    public let entry: PlanEntry

    public init(
        hashInRevision: Bool = false, buildID: Bool = false, hashInCharacteristic: HashCharacteristic? = nil,
        console: ConsoleProtocol? = nil, version: String? = nil, file: StaticString = #filePath, line: UInt = #line
    ) {
        let marks = IdentitySources(
            hashInRevision: hashInRevision, buildID: buildID, hashInCharacteristic: hashInCharacteristic,
            console: console, version: version)
        entry = PlanEntry(.identifiedBy(marks: marks), spot: SourceSpot(file, line))
    }
}

/// Limits the runs without a verdict on the accessory: a share of all, and a number in a row.
public struct LeaveOut: PlanWord {
    public let entry: PlanEntry

    public init(
        atMost share: Probability = .percent(5), inARow: Int = 3, file: StaticString = #filePath, line: UInt = #line
    ) {
        entry = PlanEntry(.leftOut(bounds: OmittedBounds(share: share, inARow: inARow)), spot: SourceSpot(file, line))
    }
}

/// Excludes runs in which a person answered prompts.
public struct WithoutOperatorAnswers: PlanWord {
    public let entry: PlanEntry

    public init(file: StaticString = #filePath, line: UInt = #line) {
        entry = PlanEntry(.operatorAnswers(count: false), spot: SourceSpot(file, line))
    }
}

/// Leaves out the scenarios that a rig cannot play, which must be able to play at least this number.
///
/// Without this word, a scenario that the rig cannot play keeps the gate from passing.
public struct RequireCoverage: PlanWord {
    public let entry: PlanEntry

    public init(scenarios: Int, file: StaticString = #filePath, line: UInt = #line) {
        entry = PlanEntry(.coverage(scenarios: scenarios), spot: SourceSpot(file, line))
    }
}
