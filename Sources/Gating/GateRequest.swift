public import Attestation
public import Evidence
public import Gate
public import GateKit
import GateRecords
import Ground
import Reports
public import RigKit
public import Runs
public import ScenarioKit

/// What one `trammel gate` is asked to do.
public struct GateRequest {
    public var plan: GatePlan
    /// Where the plan comes from.
    public var planKind: GateDocument.Plan.Kind
    /// All scenarios that the plan may choose from.
    public var scenarios: [Scenario]
    /// What the standard plan leaves out on this rig.
    public var unplayed: [GateDocument.Unplayed] = []
    /// The scenario that reads which firmware runs; nil where the accessory's identity is not read.
    public var identifying: Scenario?
    public var rig: Rig
    public var overrides: RigOverrides
    /// The names on all rigs that there are.
    public var facts: BenchFacts
    public var candidate: GateFirmware
    public var baseline: GateFirmware?
    /// The output folder.
    public var folder: String
    /// Whether it goes on with the gate in that folder.
    public var resumes = false
    /// What the statements of a gate that passed are signed with; nil for unsigned ones.
    public var key: SigningKey?
    /// The command that writes a firmware into the accessory; nil where the rig writes none.
    public var flash: FlashCommand?
    public var options: GateOptions
    public var trace: TraceKeeping
    /// The reports that options name besides, and what the workflow around the command is told.
    public var reports = ExtraReports.none
    /// A file for the JUnit XML that is in the output folder too; nil for none.
    public var junit: String?
    /// Whether that may replace another program's file.
    public var isForced = false
    /// Where benches are locked and remembered; nil where the user has no place for that.
    public var memory = BenchLease.usualFolder

    public init(
        plan: GatePlan, planKind: GateDocument.Plan.Kind, scenarios: [Scenario], rig: Rig, overrides: RigOverrides,
        facts: BenchFacts, candidate: GateFirmware, folder: String, options: GateOptions, trace: TraceKeeping
    ) {
        self.plan = plan
        self.planKind = planKind
        self.scenarios = scenarios
        self.rig = rig
        self.overrides = overrides
        self.facts = facts
        self.candidate = candidate
        self.folder = folder
        self.options = options
        self.trace = trace
    }

    /// What a plan must know of each scenario.
    public static func facts(of scenarios: [Scenario], on rig: Rig) -> [ScenarioFacts] {
        scenarios.map { scenario in
            ScenarioFacts(
                name: scenario.name, hash: RunMaterial(scenario, on: rig).content.scenario.hex,
                suite: scenario.suite?.rawValue, tags: scenario.tags.map(\.rawValue), spot: scenario.spot,
                hasCompanions: !scenario.phone.companions.isEmpty)
        }
    }

    /// The scenarios that the plan chooses, as a plan of runs: of these alone an order may be given.
    public func runPlan() -> RunPlan {
        let known = Dictionary(
            Self.facts(of: scenarios, on: rig).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var chosen = scenarios.filter { scenario in
            known[scenario.name].map { facts in plan.proofs.contains { $0.scenarios.contains(facts) } } ?? false
        }
        if let identifying, !chosen.contains(where: { $0.name == identifying.name }) { chosen.append(identifying) }
        // Nobody is asked to switch anything off for a plan that does not ask for it.
        if plan.spread.powerCycles > 1, let cycling = PowerCycling.scenario(on: rig) { chosen.append(cycling) }
        return RunPlan(
            scenarios: chosen.map(\.whole), rig: rig, firstSeed: 1, seeds: 1, rounds: 1,
            coverage: .init(asked: nil, scenarios: chosen.count, leftOut: [], requirement: nil), facts: facts)
    }

    /// Why nobody can be asked over the console as the plan wants it, as a sentence without its full stop; nil for no
    /// reason.
    public var consoleMistake: String? {
        guard plan.marks.console != nil, let steps = identifying?.steps else { return nil }
        let asked = steps.compactMap { step -> AccessoryName? in
            if case .link(.identify, let name, _) = step.action { name } else { nil }
        }
        return asked.first(where: hasNoConsole).map { name in
            "the plan \(plan.name.shown()) asks over the console of \(name), which the rig \(rig.name.shown()) "
                + "does not have: name it with --port \(name).console=serial:/dev/ttyUSB1"
        }
    }

    /// Why nothing can be compared as it is asked for, as a sentence without its full stop; nil for no reason.
    public var mistake: String? {
        guard let baseline else { return nil }
        if baseline.mark.sha256 == candidate.mark.sha256 {
            return "the baseline \(baseline.path.escapedForDisplay) has the same bytes as the firmware, SHA-256 "
                + "\(candidate.mark.sha256.hex): there is nothing to compare"
        }
        guard !plan.proofs.contains(where: { $0.proof.needsBaseline }) else { return nil }
        return "the plan \(plan.name.shown()) compares nothing with a baseline: only noWorseRate and noWorseQuantity do"
    }

    /// Why its runs cannot be spread as the plan wants it, as a sentence without its full stop; nil for no reason.
    public var spreadMistake: String? {
        plan.spreadProblems.first.map(\.description) ?? plan.spread.obstacle(on: rig, of: plan)
    }

    private func hasNoConsole(_ name: AccessoryName) -> Bool {
        rig.accessories.contains { $0.name == name && $0.console == .none }
    }

    /// Whether a command writes files into an accessory that has a firmware of its own.
    var isWritten: Bool { flash != nil && rig.kind == .hardware }

    /// The scenarios that the plan chooses, as it knows them.
    private var chosen: [ScenarioFacts] {
        Self.facts(of: scenarios, on: rig).filter { facts in plan.proofs.contains { $0.scenarios.contains(facts) } }
    }

    /// What decides the gate beside its plan.
    var terms: GateTerms {
        GateTerms(
            acceptsClaimed: options.acceptClaimed, allowsQuarantine: options.allowQuarantine,
            today: options.today.description, isWritten: flash != nil,
            flash: flash.map { ContentHash.of($0.command) }, isMade: rig.kind != .hardware,
            scenarios: chosen.map {
                GateTerms.Scenario(
                    name: $0.name, hash: $0.hash, suite: $0.suite, tags: $0.tags, spot: $0.spot,
                    hasCompanions: $0.hasCompanions)
            }, leftOut: unplayed.map { GateTerms.LeftOut(name: $0.scenario, reason: $0.reason) },
            candidate: candidate.candidate.json, baseline: baseline?.candidate.json)
    }
}

extension GateOptions {
    /// The same on another day, for a bench that makes its accessories or does not.
    func judging(on day: CalendarDay, isMade: Bool) -> GateOptions {
        GateOptions(
            acceptClaimed: acceptClaimed, allowQuarantine: allowQuarantine, keepGoing: keepGoing,
            hasBaseline: hasBaseline, isMade: isMade, today: day)
    }
}
