public import Evidence
public import Gate
public import GateKit
import Ground
import Journal
import OpenSSL
import Reports
public import RigKit
public import ScenarioKit

/// The request of a `trammel gate` command.
public struct GateRequest {
    public var plan: GatePlan
    /// The origin of the plan.
    public var planKind: GateDocument.Plan.Kind
    /// All scenarios that the plan may select from.
    public var scenarios: [Scenario]
    /// The scenarios of the standard plan that are left out on this rig.
    public var unplayed: [GateDocument.Unplayed] = []
    /// The scenario that reads the firmware's identity; nil if it is not read.
    public var identifying: Scenario?
    public var rig: Rig
    public var overrides: RigOverrides
    /// The names on all available rigs.
    public var facts: BenchFacts
    public var candidate: GateFirmware
    public var baseline: GateFirmware?
    /// The output folder.
    public var folder: String
    /// Whether to resume the gate in that folder.
    public var resumes = false
    /// The key that signs the statements of a gate that passed; nil for unsigned statements.
    public var key: SigningKey?
    /// The command that writes a firmware into the accessory; nil if the rig writes none.
    public var flash: FlashCommand?
    public var options: GateOptions
    public var trace: TraceKeeping
    /// Additional reports named by options, and the output for the surrounding workflow.
    public var reports = ExtraReports.none
    /// A file for a copy of the JUnit XML; nil for none.
    public var junit: String?
    /// Whether that copy may replace another program's file.
    public var isForced = false
    /// The folder in which benches are locked and remembered; nil if the user has no such place.
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

    /// Returns the facts about each scenario that a plan needs.
    public static func facts(of scenarios: [Scenario], on rig: Rig) -> [ScenarioFacts] {
        scenarios.map { scenario in
            ScenarioFacts(
                name: scenario.name, hash: RunMaterial(scenario, on: rig).content.scenario.hex,
                suite: scenario.suite?.rawValue, tags: scenario.tags.map(\.rawValue), spot: scenario.spot,
                hasCompanions: !scenario.phone.companions.isEmpty)
        }
    }

    /// Returns the scenarios that the plan selects, as a plan of runs; only these may be ordered.
    public func runPlan() -> RunPlan {
        let known = Dictionary(
            Self.facts(of: scenarios, on: rig).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var chosen = scenarios.filter { scenario in
            known[scenario.name].map { facts in plan.proofs.contains { $0.scenarios.contains(facts) } } ?? false
        }
        if let identifying, !chosen.contains(where: { $0.name == identifying.name }) { chosen.append(identifying) }
        // Only a plan that asks for power cycles may ask a person to switch anything off.
        if plan.spread.powerCycles > 1, let cycling = PowerCycling.scenario(on: rig) { chosen.append(cycling) }
        return RunPlan(
            scenarios: chosen.map(\.whole), rig: rig, firstSeed: 1, seeds: 1, rounds: 1,
            coverage: .init(asked: nil, scenarios: chosen.count, leftOut: [], requirement: nil), facts: facts)
    }

    /// The reason why the plan's console query is impossible, without a final full stop; nil if there is none.
    public var consoleMistake: String? {
        guard plan.marks.console != nil, let steps = identifying?.steps else { return nil }
        let asked = steps.compactMap { step -> AccessoryName? in
            if case .link(.identify, let name, _) = step.action { name } else { nil }
        }
        return asked.first(where: hasNoQueries).map { name in
            "the plan \(plan.name.shown()) asks over the console of \(name), which the rig \(rig.name.shown()) "
                + "cannot write to: name it with --port \(name).console=serial:/dev/ttyUSB1"
        }
    }

    /// The reason why the requested comparison is impossible, without a final full stop; nil if there is none.
    public var mistake: String? {
        guard let baseline else { return nil }
        if baseline.mark.sha256 == candidate.mark.sha256 {
            return "the baseline \(baseline.path.escapedForDisplay) has the same bytes as the firmware, SHA-256 "
                + "\(candidate.mark.sha256.hex): there is nothing to compare"
        }
        guard !plan.proofs.contains(where: { $0.proof.needsBaseline }) else { return nil }
        return "the plan \(plan.name.shown()) compares nothing with a baseline: only noWorseRate and noWorseQuantity do"
    }

    /// The reason why runs cannot be spread as the plan asks, without a final full stop; nil if there is none.
    public var spreadMistake: String? {
        plan.spreadProblems.first.map(\.description) ?? plan.spread.obstacle(on: rig, of: plan)
    }

    /// Returns whether nothing can be written to the console of an accessory.
    private func hasNoQueries(_ name: AccessoryName) -> Bool {
        rig.accessories.contains { entry in
            guard entry.name == name else { return false }
            switch entry.console {
            case .none, .pipe: return true
            case .serial, .rfc2217, .simulated: return false
            }
        }
    }

    /// Whether a command writes files into an accessory that has its own firmware.
    var isWritten: Bool { flash != nil && rig.kind == .hardware }

    /// The facts about the scenarios that the plan selects.
    private var chosen: [ScenarioFacts] {
        Self.facts(of: scenarios, on: rig).filter { facts in plan.proofs.contains { $0.scenarios.contains(facts) } }
    }

    /// The terms that decide the gate in addition to its plan.
    var terms: GateTerms {
        GateTerms(
            acceptsClaimed: options.acceptClaimed, allowsQuarantine: options.allowQuarantine,
            today: options.today.description, isWritten: flash != nil,
            flash: flash.map { ContentHash.of($0.text) }, isMade: rig.kind != .hardware,
            scenarios: chosen.map {
                GateTerms.Scenario(
                    name: $0.name, hash: $0.hash, suite: $0.suite, tags: $0.tags, spot: $0.spot,
                    hasCompanions: $0.hasCompanions)
            }, leftOut: unplayed.map { GateTerms.Omitted(name: $0.scenario, reason: $0.reason) },
            candidate: candidate.candidate.json, baseline: baseline?.candidate.json)
    }
}

extension GateOptions {
    /// Returns the same options for another day, and for a bench that does or does not make its accessories.
    func judging(on day: CalendarDay, isMade: Bool) -> GateOptions {
        GateOptions(
            acceptClaimed: acceptClaimed, allowQuarantine: allowQuarantine, keepGoing: keepGoing,
            hasBaseline: hasBaseline, isMade: isMade, today: day)
    }
}
