import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing
import Zoo

@Suite("Sick accessories") struct DefectTests {
    @Test("Every defect is caught by a failure that names it", arguments: ZooAccessory.defective)
    func isCaught(_ accessory: ZooAccessory) {
        let bench = ZooBench(accessory, on: .simulated)
        let suite = Scenario.all.filter {
            ($0.suite == .conformance || $0.suite == .robustness) && $0.phone.companions.isEmpty
        }
        // The scenarios meant for its complaint come first, so that few have to be played.
        let likely = suite.filter { $0.covers.contains { $0.description == accessory.defect?.source } }
        #expect((likely + suite).contains { bench.play($0, seed: 1).mark == .caught }, "\(accessory.name) escapes")
    }
}
