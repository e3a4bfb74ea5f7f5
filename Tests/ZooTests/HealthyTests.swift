import Engine
import Journal
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing
import Zoo

@Suite("Healthy animals") struct HealthyTests {
    @Test("A healthy accessory of every variant passes every scenario of the suite", arguments: Animal.healthy)
    func passes(_ animal: Animal) {
        let habitat = Habitat(animal, on: .simulated)
        for scenario in Scenario.all where scenario.suite == .conformance {
            let sighting = habitat.play(scenario, seed: 1)
            #expect(sighting.mark == .passed, "\(scenario.name): \(sighting.reason ?? "")")
        }
    }
}
