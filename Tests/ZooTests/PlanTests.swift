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

    @Test("A plan plays every scenario with every animal, and puts each into its place of the matrix")
    func matrix() {
        let animals = [ZooAccessory(.nxp), ZooAccessory(.appleSample, .crashesOnEmptyWrite)]
        let plan = ZooPlan(scenarios: scenarios, animals: animals, on: .simulated, seed: 3)
        #expect(plan.count == 4)
        // In any order.
        let sightings = (0..<4).reversed().map { plan.play(at: $0) }.reversed()
        let matrix = plan.matrix(of: Array(sightings))
        #expect(matrix.rows.map(\.animal) == animals)
        #expect(matrix.rows.map { $0.sightings.map(\.mark) } == [[.passed, .passed], [.passed, .caught]])
        for row in matrix.rows {
            #expect(row.sightings.map(\.scenario) == matrix.scenarios)
            #expect(row.sightings.allSatisfy { $0.animal == row.animal && $0.summary.seed == 3 })
        }
    }

    @Test("A trial for false alarms plays all variants with one seed before the next one, up to its count")
    func trial() {
        let trial = FalseAlarmTrial(
            scenarios: scenarios, animals: ZooAccessory.healthy, on: .simulatedNoisy, firstSeed: 40, count: 13)
        let played = (0..<trial.count).map { trial.play(at: $0) }
        #expect(played.map(\.summary.seed) == Array(repeating: 40, count: 6) + Array(repeating: 41, count: 6) + [42])
        #expect(Set(played.prefix(6).map { "\($0.animal.name) \($0.scenario)" }).count == 6)
        #expect(played.allSatisfy { $0.mark == .passed && $0.rig == .simulatedNoisy })
        #expect(trial.seeds == 3)
        #expect(
            trial.text(played: 13, alarms: [])
                == "13 runs: 13 passed, 0 did not; 2 scenarios, 3 healthy animals, seeds 40 to 42\n")
        #expect(
            FalseAlarmTrial(scenarios: [], animals: ZooAccessory.healthy, on: .simulated, firstSeed: 1, count: 5).count
                == 0)
    }

    @Test("Each false alarm is told with its reason and the command that plays it again")
    func alarms() {
        let trial = FalseAlarmTrial(
            scenarios: scenarios, animals: ZooAccessory.healthy, on: .simulatedNoisy, firstSeed: 1, count: 6)
        let alarm = Sample.sighting(
            "emptyMessage", ZooAccessory(.nxp), .failed, cause: "it is deaf", seen: "nothing came", seed: 1,
            rig: .simulatedNoisy)
        #expect(
            trial.text(played: 6, alarms: [alarm]) == """
                  failed    emptyMessage with healthy nxp, seed 1: expected an answer; nothing
                      came
                      trammel run emptyMessage --rig simulatedNoisy --seed 1 \\
                          --port door=simulated:variant=nxp,name=Door \\
                          --port trunk=simulated:variant=nxp,name=Trunk
                6 runs: 5 passed, 1 did not; 2 scenarios, 3 healthy animals, seed 1

                """)
    }

    @Test("The noisy rig scatters and loses: else it would show nothing")
    func noise() {
        let world = Rig.simulatedNoisy.world
        #expect(world == .realistic && world != Rig.simulated.world)
        #expect(Rig.simulatedNoisy.accessories == Rig.simulated.accessories)
    }
}
