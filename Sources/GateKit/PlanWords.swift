/// Each of these scenarios must be shown good in this way: `Prove(.suite("conformance"), .clean(below: .percent(5)))`.
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

/// A failure that is known and excused until a day: the scenario is played and reported all the same.
///
/// `failure` is the failure's key, its first ten digits or more; nil for whatever fails. Days are written as
/// `2026-12-04`. On the day `until` nothing is excused any more; without it that is 14 days after `from`.
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

/// No failure of these scenarios is ever excused.
public struct NeverExcuse: PlanWord {
    public let entry: PlanEntry

    public init(_ scenarios: ScenarioSelection, file: StaticString = #filePath, line: UInt = #line) {
        entry = PlanEntry(.neverExcuse(scenarios: scenarios), spot: SourceSpot(file, line))
    }
}

/// The runs of each scenario come from at least so many power cycles, units and benches.
public struct SpreadOver: PlanWord {
    public let entry: PlanEntry

    public init(
        powerCycles: Int = 1, units: Int = 1, benches: Int = 1, file: StaticString = #filePath, line: UInt = #line
    ) {
        let spread = Spread(powerCycles: powerCycles, units: units, benches: benches)
        entry = PlanEntry(.spread(over: spread), spot: SourceSpot(file, line))
    }
}

/// How well it must be known which firmware ran: `proved`, `flashed`, or `claimed` with an option of the command's.
public struct RequireIdentity: PlanWord {
    public let entry: PlanEntry

    public init(_ level: IdentityLevel, file: StaticString = #filePath, line: UInt = #line) {
        entry = PlanEntry(.identity(level: level), spot: SourceSpot(file, line))
    }
}

/// By what an accessory shows which firmware it runs, besides the image's hash over the management protocol.
///
/// Digits of a hash in the Firmware Revision that are not the candidate's contradict it; those that are only claim it.
/// A build id that is the candidate's proves it, where the file is an ELF file with one. So does the hash in a
/// characteristic of the maker's own, by eight bytes or more:
/// `IdentifyBy(hashInCharacteristic: HashCharacteristic(service: "...", characteristic: "...", written: .digits))`.
/// `console: .smp` asks the management server over the serial console, too. `version: "1.4.2"` is what the candidate
/// tells of its version, in a revision, on the console or as that of its image: another one contradicts it.
public struct IdentifyBy: PlanWord {
    public let entry: PlanEntry

    public init(
        hashInRevision: Bool = false, buildID: Bool = false, hashInCharacteristic: HashCharacteristic? = nil,
        console: ConsoleProtocol? = nil, version: String? = nil, file: StaticString = #filePath, line: UInt = #line
    ) {
        let marks = IdentityMarks(
            hashInRevision: hashInRevision, buildID: buildID, hashInCharacteristic: hashInCharacteristic,
            console: console, version: version)
        entry = PlanEntry(.identifiedBy(marks: marks), spot: SourceSpot(file, line))
    }
}

/// How many runs may come to no verdict on the accessory: a share of all, and so many one after the other.
public struct LeaveOut: PlanWord {
    public let entry: PlanEntry

    public init(
        atMost share: Probability = .percent(5), inARow: Int = 3, file: StaticString = #filePath, line: UInt = #line
    ) {
        entry = PlanEntry(.leftOut(bounds: LeftOutBounds(share: share, inARow: inARow)), spot: SourceSpot(file, line))
    }
}

/// Runs count only without a person's answers to prompts.
public struct WithoutOperatorAnswers: PlanWord {
    public let entry: PlanEntry

    public init(file: StaticString = #filePath, line: UInt = #line) {
        entry = PlanEntry(.operatorAnswers(count: false), spot: SourceSpot(file, line))
    }
}
