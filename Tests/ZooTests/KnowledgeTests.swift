import Dispatch
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Synchronization
import Testing

@testable import Diagnosis
@testable import Zoo

@Suite("What the diagnosis knows") struct KnowledgeTests {
    private static let rigs: [Rig] = [.simulated, .simulatedNoisy]

    /// What every run of a plan gives, played on all processors.
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

    /// What came of one scenario with one kind of accessory, as words and counts.
    private struct Cell: Equatable {
        var runs = 0
        var counts: [String: Int] = [:]
    }

    /// What the program's table has there.
    private static func shipped(_ profile: Int, _ scenario: Int) -> Cell {
        let (all, cell) = (Knowledge.shipped, Knowledge.shipped.profiles[profile].cells[scenario])
        var counts: [String: Int] = [:]
        for (sign, count) in cell.failures { counts[all.signs[sign].description] = count }
        for (code, count) in cell.findings { counts["~ \(all.findings[code].rawValue)"] = count }
        return Cell(runs: cell.runs, counts: counts)
    }

    /// All of the table takes too many runs for every day. A quarter of its cells, each with all of its runs, has every
    /// scenario and every defect in it: what changes them shows there. The command below makes the whole anew.
    @Test("The table that the program carries is what the zoo yields: else run 'trammel zoo --knowledge' once more")
    func isCurrent() {
        let plan = KnowledgePlan(scenarios: Scenario.all, on: Self.rigs)
        #expect(Knowledge.shipped.scenarios == KnowledgePlan.suite(of: Scenario.all).map(\.name))
        #expect(Knowledge.shipped.profiles.map(\.subject) == KnowledgePlan.subjects)
        let places = (0..<plan.count).filter { (plan.cell(at: $0).subject + plan.cell(at: $0).scenario) % 4 == 0 }
        let observations = Self.played(places.count) { plan.play(at: places[$0]) }
        var learnt: [[Int]: Cell] = [:]
        for (place, observation) in zip(places, observations) {
            let (subject, scenario) = plan.cell(at: place)
            var signs = observation.findings.map { "~ \($0.rawValue)" }
            switch observation.outcome {
            case .silent:
                learnt[[subject, scenario], default: Cell()].runs += 0
                continue
            case .passed: break
            case .failed(let sign): signs.append(sign.description)
            }
            learnt[[subject, scenario], default: Cell()].runs += 1
            for sign in signs { learnt[[subject, scenario], default: Cell()].counts[sign, default: 0] += 1 }
        }
        #expect(Set(learnt.keys.map { $0[0] }).count == Knowledge.shipped.profiles.count)
        #expect(Set(learnt.keys.map { $0[1] }).count == Knowledge.shipped.scenarios.count)
        for (place, cell) in learnt.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            let old = Self.shipped(place[0], place[1])
            guard cell != old else { continue }
            let name = "\(Knowledge.shipped.profiles[place[0]].subject), \(Knowledge.shipped.scenarios[place[1]])"
            Issue.record("Sources/Diagnosis/knowledge.txt has \(old) where the zoo yields \(cell): \(name)")
            break
        }
    }

    @Test("Accessories in noisy air, with seeds that were not learnt, have the right defect among the first three")
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
        #expect(Double(first) >= 0.9 * all && Double(three) >= 0.98 * all, "\(first) first, \(three) among three")
    }

    @Test("Healthy accessories in noisy air have no known defect", arguments: ZooAccessory.healthy)
    func isQuiet(_ accessory: ZooAccessory) {
        let suite = KnowledgePlan.suite(of: Scenario.all)
        let bench = ZooBench(accessory, on: .simulatedNoisy)
        let runs = suite.map { Observation(bench.play($0, seed: 6_000).summary) }
        #expect(Diagnosis(of: SuitePattern(runs), by: .shipped).candidates.isEmpty)
    }

    @Test("Of a room that measures badly the rig is named, or nothing")
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
