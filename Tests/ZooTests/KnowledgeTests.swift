import Diagnosis
import Dispatch
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Synchronization
import Testing
import Zoo

@Suite("The diagnosis's knowledge") struct KnowledgeTests {
    private static let rigs: [Rig] = [.simulated, .simulatedNoisy]

    /// Plays every run of a plan on all processors and returns the results.
    private static func played(_ count: Int, _ play: @escaping @Sendable (Int) -> Observation) -> [Observation] {
        let results = Mutex<[Observation?]>(Array(repeating: nil, count: count))
        let pieces = 64
        DispatchQueue.concurrentPerform(iterations: pieces) { piece in
            let places = Array(stride(from: piece, to: count, by: pieces))
            let part = places.map(play)
            results.withLock { for (place, result) in zip(places, part) { $0[place] = result } }
        }
        return results.withLock { $0.compactMap(\.self) }
    }

    @Test("The program's table is what the zoo yields; otherwise run 'trammel zoo --knowledge' again")
    func isCurrent() {
        let plan = KnowledgePlan(scenarios: Scenario.all, on: Self.rigs)
        let learnt = plan.knowledge(of: Self.played(plan.count) { plan.play(at: $0) })
        let (new, old) = (learnt.text.split(separator: "\n"), Knowledge.shipped.text.split(separator: "\n"))
        #expect(new.count == old.count)
        for (new, old) in zip(new, old) where new != old {
            Issue.record("Sources/Diagnosis/knowledge.txt has '\(old)' where the zoo yields '\(new)'")
            break
        }
    }

    @Test("In noisy air, with seeds that were not learnt, the right defect is among the first three")
    func isRight() {
        let suite = KnowledgePlan.suite(of: Scenario.all)
        var (first, three) = (0, 0)
        for (number, defect) in Defect.allCases.enumerated() {
            let variant = AccessoryVariant.allCases[number % AccessoryVariant.allCases.count]
            let bench = ZooBench(ZooAccessory(variant, defect), on: .simulatedNoisy)
            let runs = Self.played(suite.count) {
                Observation(bench.play(suite[$0], seed: UInt64(5_000 + number)).summary)
            }
            let named = Diagnosis(of: SuitePattern(runs), by: .shipped).candidates.map(\.defect)
            first += named.first == defect ? 1 : 0
            three += named.contains(defect) ? 1 : 0
        }
        let all = Double(Defect.allCases.count)
        #expect(Double(first) >= 0.95 * all && Double(three) >= 0.98 * all, "\(first) first, \(three) among three")
    }

    @Test("Healthy accessories in noisy air have no known defect", arguments: ZooAccessory.healthy)
    func isQuiet(_ accessory: ZooAccessory) {
        let suite = KnowledgePlan.suite(of: Scenario.all)
        let bench = ZooBench(accessory, on: .simulatedNoisy)
        let runs = suite.map { Observation(bench.play($0, seed: 6_000).summary) }
        #expect(Diagnosis(of: SuitePattern(runs), by: .shipped).candidates.isEmpty)
    }

    @Test("In a room that measures badly the diagnosis names the rig, or nothing")
    func badRoom() {
        let suite = KnowledgePlan.suite(of: Scenario.all)
        let (rig, air) = (Rig.simulated, WorldModel(noise: .millimetres(400)))
        let room = Rig(
            name: rig.name, summary: rig.summary, kind: rig.kind, bluetooth: rig.bluetooth, uwb: rig.uwb, nfc: rig.nfc,
            accessories: rig.accessories, tags: rig.tags, motion: rig.motion, world: air)
        let bench = ZooBench(ZooAccessory(.appleSample), on: room)
        let runs = suite.map { Observation(bench.play($0, seed: 7_000).summary) }
        let diagnosis = Diagnosis(of: SuitePattern(runs), by: .shipped)
        #expect(!diagnosis.pattern.failed.isEmpty)
        #expect(diagnosis.candidates.first?.defect == nil)
    }
}
