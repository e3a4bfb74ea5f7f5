import Diagnosis
import Ground
import Journal
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing
import Vocabulary

@testable import Zoo

/// Scenarios whose failure says which of two similar causes it has.
@Suite("Failures that distinguish similar causes") struct ToldApartTests {
    private static let seeds: ClosedRange<UInt64> = 8_000...8_004

    private static func codes(
        _ defect: Defect?, _ scenario: Scenario, on rig: Rig = .simulated
    ) -> Set<String> {
        var codes: Set<String> = []
        for variant in AccessoryVariant.allCases {
            let bench = ZooBench(ZooAccessory(variant, defect), on: rig)
            for seed in seeds {
                let failure = bench.play(scenario, seed: seed).summary.failures.first
                codes.insert(failure.map { "\(FailureSign($0.code, seen: $0.seenCode))" } ?? "passed")
            }
        }
        return codes
    }

    private static func off(by bias: Int32, noise: Int32 = 0) -> Rig {
        Rig.simulated.filled(with: WorldModel(noise: .millimetres(noise), bias: .millimetres(bias)))
    }

    @Test("An accessory that advertises late is not one that never does")
    func advertising() {
        let scenario = Scenario.named("advertisesAgain")
        #expect(Self.codes(.slowToAdvertise, scenario) == ["advertising.notAgain/expectation.late"])
        #expect(Self.codes(.stopsAdvertisingAfterDisconnect, scenario) == ["advertising.notAgain/expectation.never"])
        #expect(Self.codes(nil, scenario) == ["passed"])
    }

    @Test("Background configuration data that were zeroed are not those of an earlier exchange")
    func background() {
        let scenario = Scenario.named("backgroundFollowsConfiguration")
        #expect(Self.codes(.zeroesBackgroundConfiguration, scenario) == ["background.zeroed"])
        #expect(Self.codes(.staleBackgroundConfiguration, scenario) == ["background.otherConfiguration"])
        #expect(Self.codes(nil, scenario) == ["passed"])
    }

    @Test("A lost calibration is named as such; a rig that is off by less than twice the tolerance never looks like it")
    func calibration() {
        let scenario = Scenario.named("factoryReset")
        for bias: Int32 in [0, 100, -50] {
            let codes = Self.codes(.losesCalibration, scenario, on: Self.off(by: bias))
            #expect(codes == ["ranging.calibrationLost/requirement.notMet"], "off by \(bias) mm: \(codes)")
        }
        for bias: Int32 in [-200, -160, 140, 150, 160, 250] {
            let codes = Self.codes(nil, scenario, on: Self.off(by: bias, noise: 40))
            #expect(codes.isSubset(of: ["passed", "ranging.bias/requirement.notMet"]), "off by \(bias) mm: \(codes)")
        }
    }

    @Test("A lost calibration is first if the bench measures truly; a rig that is off is never taken for it")
    func diagnosis() {
        func first(_ defect: Defect?, on rig: Rig, of scenarios: [String] = []) -> [Defect?] {
            let bench = ZooBench(ZooAccessory(.nxp, defect), on: rig)
            let suite = KnowledgePlan.suite(of: Scenario.all).filter {
                scenarios.isEmpty || scenarios.contains($0.name)
            }
            let runs = suite.map { Observation(bench.play($0, seed: 8_100).summary) }
            return Diagnosis(of: SuitePattern(runs), by: .shipped).candidates.filter { $0.place == 1 }.map(\.defect)
        }
        // No other of these scenarios shows what the bench measures, so either may be at fault.
        let blind = ["factoryReset", "identify", "keepsRanging"]
        #expect(first(.losesCalibration, on: .simulatedNoisy) == [.losesCalibration])
        #expect(first(.losesCalibration, on: .simulatedNoisy, of: blind).contains(nil))
        for bias: Int32 in [160, 310, 400] {
            let rig = Self.off(by: bias, noise: 40)
            #expect(first(nil, on: rig) == [nil], "off by \(bias) mm")
            #expect([[], [nil]].contains(first(nil, on: rig, of: blind)), "off by \(bias) mm")
        }
    }
}
