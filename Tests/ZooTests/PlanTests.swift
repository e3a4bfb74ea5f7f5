import Journal
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing
import Zoo

@Suite("Plans of many runs") struct PlanTests {
    private let scenarios = [Scenario.named("answersAtOnce"), .named("emptyMessage")]

    @Test("A plan plays every scenario with every accessory, and enters each result in the matrix")
    func matrix() {
        let accessories = [ZooAccessory(.nxp), ZooAccessory(.appleSample, .crashesOnEmptyWrite)]
        let plan = ZooPlan(scenarios: scenarios, accessories: accessories, on: .simulated, seed: 3)
        #expect(plan.count == 4)
        // In any order.
        let results = (0..<4).reversed().map { plan.play(at: $0) }.reversed()
        let matrix = plan.matrix(of: Array(results))
        #expect(matrix.rows.map(\.accessory) == accessories)
        #expect(matrix.rows.map { $0.results.map(\.mark) } == [[.passed, .passed], [.passed, .caught]])
        for row in matrix.rows {
            #expect(row.results.map(\.scenario) == matrix.scenarios)
            #expect(row.results.allSatisfy { $0.accessory == row.accessory && $0.summary.seed == 3 })
        }
    }

    @Test("A trial for false alarms plays all variants with one seed before the next, up to its count")
    func trial() {
        let trial = FalseAlarmTrial(
            scenarios: scenarios, accessories: ZooAccessory.healthy, on: .simulatedNoisy, firstSeed: 40, count: 13)
        let played = (0..<trial.count).map { trial.play(at: $0) }
        #expect(played.map(\.summary.seed) == Array(repeating: 40, count: 6) + Array(repeating: 41, count: 6) + [42])
        #expect(Set(played.prefix(6).map { "\($0.accessory.name) \($0.scenario)" }).count == 6)
        #expect(played.allSatisfy { $0.mark == .passed && $0.rig == .simulatedNoisy })
        #expect(trial.seeds == 3)
        #expect(
            trial.text(played: 13, alarms: [])
                == "13 runs: 13 passed, 0 did not; 2 scenarios, 3 healthy accessories, seeds 40 to 42\n")
        #expect(
            FalseAlarmTrial(scenarios: [], accessories: ZooAccessory.healthy, on: .simulated, firstSeed: 1, count: 5)
                .count
                == 0)
    }

    @Test("Spread over seeds, each pair is played in turn, and none is left out", arguments: [1, 2, 4, 5, 6, 7, 100])
    func spread(over part: Int) {
        let trial = FalseAlarmTrial(
            scenarios: scenarios, accessories: ZooAccessory.healthy, on: .simulatedNoisy, firstSeed: 1, count: 60,
            spread: part)
        let played = (0..<trial.count).map { trial.play(at: $0) }
        let pairs = Set(played.map { "\($0.accessory.name) \($0.scenario)" })
        #expect(pairs.count == 6)
        let seeds = Set(played.map(\.summary.seed))
        #expect(seeds.count == trial.seeds && trial.seeds == 60 / ((6 + part - 1) / part))
        #expect(Set(played.map { "\($0.accessory.name) \($0.scenario) \($0.summary.seed)" }).count == 60)
    }

    @Test("Each false alarm is listed with its reason and the command that plays it again")
    func alarms() {
        let trial = FalseAlarmTrial(
            scenarios: scenarios, accessories: ZooAccessory.healthy, on: .simulatedNoisy, firstSeed: 1, count: 6)
        let alarm = Sample.result(
            "emptyMessage", ZooAccessory(.nxp), .failed, cause: "it is deaf", seen: "nothing came", seed: 1,
            rig: .simulatedNoisy)
        #expect(
            trial.text(played: 6, alarms: [alarm]) == """
                  failed    emptyMessage with healthy nxp, seed 1: expected an answer; nothing
                      came
                      trammel run emptyMessage --rig simulatedNoisy --seed 1 \\
                          --port door=simulated:variant=nxp,name=Door \\
                          --port trunk=simulated:variant=nxp,name=Trunk
                6 runs: 5 passed, 1 did not; 2 scenarios, 3 healthy accessories, seed 1

                """)
    }

    @Test("The noisy rig scatters and loses measurements; otherwise it would show nothing")
    func noise() {
        let world = Rig.simulatedNoisy.world
        #expect(world == .realistic && world != Rig.simulated.world)
        #expect(Rig.simulatedNoisy.accessories == Rig.simulated.accessories)
    }
}
