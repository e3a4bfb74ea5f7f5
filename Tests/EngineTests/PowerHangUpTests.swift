import Ground
import Journal
import Links
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing

@testable import Engine

/// A Bluetooth link that ends because the rig switches the accessory's power.
struct PowerHangUpTests {
    /// Returns whether the run saw the link end.
    private func hasHungUp(_ played: Played) -> Bool {
        played.entries.contains { entry in
            if case .phone(.channel(.door, .lost)) = entry.event { true } else { false }
        }
    }

    @Test("the accessory has not failed, and afterwards it works as before")
    func passes() {
        let scenario = Scenario("cycled", "It is switched", phone: .withDoorApp, opening: .ranging(.door)) {
            PowerCycle(.door, within: .seconds(30))
            Stay(.seconds(20))
            Connect(.door, within: .seconds(10))
            Exchange(.configuration, with: .door, within: .seconds(5))
            Await(.ranging(.door), within: .seconds(5))
        }
        let played = play(scenario)
        #expect(played.summary.verdict == .passed && hasHungUp(played), "\(played.summary.reason ?? "")")
    }

    @Test("a scenario that goes on using the link cannot be played, and the accessory is not blamed")
    func usesDeadLink() {
        let scenario = Scenario("cycled", "It is switched", phone: .withDoorApp, opening: .ranging(.door)) {
            PowerCycle(.door, within: .seconds(30))
            Exchange(.configuration, with: .door, within: .seconds(5))
        }
        let played = play(scenario)
        #expect(played.summary.verdict == .error && played.summary.errorLink == nil)
        #expect(played.summary.reason?.contains("door is not connected here") == true)
    }

    @Test("an accessory that hangs up on the next link has failed")
    func fails() {
        let later = Scenario("later", "It hangs up on its own", phone: .withDoorApp, opening: .ranging(.door)) {
            PowerCycle(.door, within: .seconds(30))
            Stay(.seconds(20))
            Connect(.door, within: .seconds(10))
            Exchange(.configuration, with: .door, within: .seconds(5))
            Stay(.seconds(2))
        }
        let played = play(later, defects: [.hangsUpWhileRanging])
        #expect(played.summary.verdict == .failed)
    }
}
