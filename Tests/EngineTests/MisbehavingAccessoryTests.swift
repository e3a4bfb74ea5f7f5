import Ground
import Journal
import ScenarioKit
import Scenarios
import Simulators
import Testing

/// An accessory that misbehaves in one way, and what the run must say of it.
struct Misbehaviour: CustomStringConvertible {
    let fault: AccessoryFault
    let scenario: Scenario
    let expected: String
    let seen: String
    let link: String

    init(
        _ fault: AccessoryFault, in scenario: Scenario = .fullFlow, expected: String, seen: String,
        link: String = "bluetooth door"
    ) {
        self.fault = fault
        self.scenario = scenario
        self.expected = expected
        self.seen = seen
        self.link = link
    }

    var description: String { "\(fault.rawValue) in \(scenario.name)" }
}
