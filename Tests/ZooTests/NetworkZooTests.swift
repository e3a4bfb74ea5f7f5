import Engine
import Ground
import Journal
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing
import Zoo

@Suite("Accessories on the network") struct NetworkZooTests {
    /// The defects that only advertising, GATT, pairing or the size of packets can show: a network has none of these.
    private static let ofBluetooth: Set<Defect> = [
        .truncatesAtMTU23, .dropsWhenTooLong, .hangsOnLongWrite, .advertisesNoService, .advertisesWrongService,
        .wrongService, .crashesOnInitializeBeforeSubscription, .requestsBadConnectionParameters, .noBackgroundService,
        .backgroundConfigurationUnencrypted, .zeroesBackgroundConfiguration, .staleBackgroundConfiguration, .cannotPair,
        .asksForPairing, .losesBondOnReboot, .rejectsBondedReconnect, .refusesPairingAgain, .deafAfterPairing,
        .answersWithSampleIDs, .notifiesElsewhere, .openDespiteEncryption, .refusesWriteType,
    ]

    private static let scenarios = Scenario.all.filter {
        [.conformance, .robustness].contains($0.suite) && $0.phone.companions.isEmpty
    }

    @Test(
        "Every defect that is not Bluetooth's is named by its code over a network connection",
        arguments: Defect.allCases)
    func caught(_ defect: Defect) {
        let bench = ZooBench(ZooAccessory(.appleSample, defect, over: .lan), on: .simulated)
        var marks: [String: [String]] = [:]
        for scenario in Self.scenarios {
            let result = bench.play(scenario, seed: 1)
            marks["\(result.mark)", default: []].append("\(scenario.name) \(result.reason ?? "")")
        }
        if Self.ofBluetooth.contains(defect) {
            #expect(marks["caught"] == nil && marks["failed"] == nil && marks["error"] == nil)
        } else {
            #expect(marks["caught"] != nil && marks["error"] == nil, "\(marks["failed"] ?? []) \(marks["error"] ?? [])")
        }
    }
}
