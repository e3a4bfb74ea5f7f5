import Benches
import Engine
import FoundationEssentials
import Ground
public import Links
import OperatingSystem
public import Reports
public import RigKit
public import ScenarioKit
import VirtualMachine

/// What one `trammel run` is to play: scenarios in their order, all of them with each seed, the whole so many times.
public struct RunPlan: Sendable {
    /// How often a command may ask for one scenario.
    public static let limit = 1_000_000

    public let scenarios: [Scenario]
    public let rig: Rig
    public let firstSeed: UInt64
    /// How many seeds there are, one after the other.
    public let seeds: Int
    /// How many times every scenario is played with every seed.
    public let rounds: Int
    /// What was asked for, what of it the rig cannot play, and how much must be judged.
    public let coverage: RunCoverage
    /// The names on all rigs that there are: what none of them has is a mistake of the scenario.
    public let facts: BenchFacts

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

    /// What is to be played of the scenarios that were chosen: what the rig cannot play is left out, with the reason,
    /// unless somebody asked for it.
    ///
    /// Without a person who could be asked, what needs one is left out as well, unless somebody asked for it by name:
    /// then the rig lacks a terminal.
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
                reason.map { RunCoverage.LeftOut(scenario.name, because: $0) }
            }, requirement: requirement,
            unjudged: chosen.contains { !$0.phone.companions.isEmpty } ? [RunCoverage.systemOfScreens] : [])
        self.init(
            scenarios: reasons.filter { $0.reason == nil }.map(\.scenario), rig: rig, firstSeed: firstSeed,
            seeds: seeds, rounds: rounds, coverage: coverage, facts: facts)
    }

    /// How somebody asked for scenarios.
    public enum Asking: Hashable, Sendable {
        /// For all that there is.
        case forNothing
        /// By suite or tag.
        case byKind
        /// By name, pattern or file.
        case byName
    }

    public var count: Int { scenarios.count * seeds * rounds }

    /// The run at this place, counted from 0: all scenarios, then the next seed, after the last one the next round.
    public func run(at index: Int) -> BenchRun {
        let seed = firstSeed + UInt64(index / scenarios.count % seeds)
        return BenchRun(scenario: scenarios[index % scenarios.count], rig: rig, seed: seed, facts: facts)
    }
}

extension RunPlan {
    /// The places of all runs, those first that take longest: so several workers end together.
    ///
    /// How long a scenario takes shows in virtual time, in a few milliseconds for each.
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
    /// All that this machine lacks for those of the scenarios that the rig can play.
    public func lacks(for scenarios: [Scenario], onThisMachine: Bool) -> [RigFault] {
        let played = scenarios.filter { ScenarioRun.reasonToSkip($0, on: self) == nil }
        let needs = played.flatMap { $0.playable(on: self).scenario.needs }
            .reduce(into: [Need]()) { if !$0.contains($1) { $0.append($1) } }
        guard !needs.isEmpty else { return [] }
        let cache = KernelCache(environment: ProcessInfo.processInfo.environment)
        let machine = VirtualMachine.Configuration(cache: cache)
        return RigPreflight.faults(of: self, needs: needs, in: onThisMachine ? nil : machine)
    }

    /// Faults of all parts the rig names on this machine, whatever the scenarios need.
    public var lacksOfParts: [RigFault] { RigPreflight.faults(ofAllPartsOf: self) }

    /// What the rig lacks, with the remedy.
    public func line(about fault: RigFault) -> String { "rig \(name): \(fault.what). \(fault.remedy)." }
}
