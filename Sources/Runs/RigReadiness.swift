import Benches
import Engine
import FoundationEssentials
import Ground
public import Links
public import RigKit
public import ScenarioKit
import VirtualMachine

extension Rig {
    /// All that this machine lacks for those of the scenarios that the rig can play.
    public func lacks(for scenarios: [Scenario], onThisMachine: Bool) -> [RigFault] {
        let played = scenarios.filter { ScenarioRun.reasonToSkip($0, on: self) == nil }
        let needs = played.flatMap(\.needs).reduce(into: [Need]()) { if !$0.contains($1) { $0.append($1) } }
        guard !needs.isEmpty else { return [] }
        let cache = KernelCache(environment: ProcessInfo.processInfo.environment)
        let machine = VirtualMachine.Configuration(cache: cache)
        return RigPreflight.faults(of: self, needs: needs, in: onThisMachine ? nil : machine)
    }

    /// What the rig lacks, with the remedy.
    public func line(about fault: RigFault) -> String { "rig \(name): \(fault.what). \(fault.remedy)." }
}
