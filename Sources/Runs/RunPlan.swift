import Benches
import Engine
import FoundationEssentials
import Ground
public import Links
import OperatingSystem
public import Reports
public import RigKit
public import ScenarioKit

/// The plan of a `trammel run` command: scenarios in order, all of them with each seed, the whole repeated for a
/// number of rounds.
public struct RunPlan: Sendable {
    /// The maximum number of repetitions of one scenario per command.
    public static let limit = 1_000_000

    public let scenarios: [Scenario]
    public let rig: Rig
    public let firstSeed: UInt64
    /// The number of consecutive seeds.
    public let seeds: Int
    /// The number of times that every scenario is played with every seed.
    public let rounds: Int
    /// The scenarios requested, those that the rig cannot play, and the required coverage.
    public let coverage: RunCoverage
    /// The names on all available rigs; a name that none of them has is a mistake in the scenario.
    public let facts: BenchFacts
    /// Remarks about the bench for the journal of each run on real devices.
    var notes: [Finding] = []

    public init(
        scenarios: [Scenario], rig: Rig, firstSeed: UInt64, seeds: Int, rounds: Int, coverage: RunCoverage,
        facts: BenchFacts
    ) {
        self.scenarios = scenarios
        self.rig = rig
        self.firstSeed = firstSeed
        self.seeds = seeds
        self.rounds = rounds
        self.coverage = coverage
        self.facts = facts
    }

    /// The scenarios whose failure proves its meaning.
    var proving: Set<String> { Set(scenarios.filter { $0.phone.shareable.probe != nil }.map(\.name)) }

    /// Creates a plan for the selected scenarios. Those that the rig cannot play are left out, with the reason, unless
    /// they were requested.
    ///
    /// Without a person to ask, scenarios that need one are left out as well, unless requested by name: then the rig's
    /// lack of a terminal is reported.
    public init(
        of chosen: [Scenario], asked how: Asking, as asked: String?, requirement: RunCoverage.Requirement?, on rig: Rig,
        isAttended: Bool, firstSeed: UInt64, seeds: Int, rounds: Int, facts: BenchFacts
    ) {
        let reasons = chosen.map { scenario -> (scenario: Scenario, reason: String?) in
            switch how {
            case .forNothing: (scenario, rig.reasonToLeaveOut(scenario, isAttended: isAttended)?.description)
            case .byKind: (scenario, rig.lackOfPerson(for: scenario, isAttended: isAttended))
            case .byName: (scenario, nil)
            }
        }
        let coverage = RunCoverage(
            asked: asked, scenarios: chosen.count,
            leftOut: reasons.compactMap { scenario, reason in
                reason.map { RunCoverage.Omitted(scenario.name, because: $0) }
            }, requirement: requirement,
            unjudged: chosen.contains { !$0.phone.companions.isEmpty } ? [RunCoverage.systemOfScreens] : [])
        self.init(
            scenarios: reasons.filter { $0.reason == nil }.map(\.scenario), rig: rig, firstSeed: firstSeed,
            seeds: seeds, rounds: rounds, coverage: coverage, facts: facts)
    }

    /// The way in which scenarios were requested.
    public enum Asking: Hashable, Sendable {
        /// No selection: all scenarios.
        case forNothing
        /// By suite or tag.
        case byKind
        /// By name, pattern or file.
        case byName
    }

    public var count: Int { scenarios.count * seeds * rounds }

    /// Returns the run at an index, starting at 0: all scenarios, then the next seed, and after the last seed the next
    /// round.
    public func run(at index: Int) -> BenchRun {
        let seed = firstSeed + UInt64(index / scenarios.count % seeds)
        return BenchRun(scenario: scenarios[index % scenarios.count], rig: rig, seed: seed, facts: facts)
    }
}

extension RunPlan {
    /// The indices of all runs, longest first, so that several workers finish together.
    ///
    /// A scenario's duration is measured in virtual time, which takes a few milliseconds each.
    var longestFirst: [Int] {
        let all = Array(0..<count)
        guard rig.kind != .simulated else { return all }
        let spans = scenarios.map { (Interruption.isRequested ? nil : WarmUp.duration(of: $0, on: rig)) ?? $0.stays }
        return all.sorted { one, other in
            let (first, second) = (spans[one % scenarios.count], spans[other % scenarios.count])
            return first == second ? one < other : first > second
        }
    }
}

extension Rig {
    /// Returns the faults of this machine that affect those scenarios that the rig can play.
    public func lacks(for scenarios: [Scenario], onThisMachine: Bool) -> [RigFault] {
        let played = scenarios.filter { ScenarioRun.reasonToSkip($0, on: self) == nil }
        let needs = played.flatMap { $0.playable(on: self).scenario.needs }
            .reduce(into: [Need]()) { if !$0.contains($1) { $0.append($1) } }
        guard !needs.isEmpty else { return [] }
        let cache = KernelCache(environment: ProcessInfo.processInfo.environment)
        let machine = VirtualMachine.Configuration(cache: cache)
        return RigPreflight.faults(of: self, needs: needs, in: onThisMachine ? nil : machine)
    }

    /// The faults of all parts that the rig names on this machine, regardless of the scenarios' needs.
    public var lacksOfParts: [RigFault] { RigPreflight.faults(ofAllPartsOf: self) }

    /// Returns a line with a fault of the rig and its remedy.
    public func line(about fault: RigFault) -> String { "rig \(name): \(fault.what). \(fault.remedy)." }
}
