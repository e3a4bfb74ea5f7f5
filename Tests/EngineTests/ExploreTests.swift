import Ground
import Journal
import ScenarioKit
import Scenarios
import Simulators
import Testing

struct ExploreTests {
    @Test func explore() {
        for fault in AccessoryFault.allCases {
            for scenario in [Scenario.fullFlow, .timeoutAndRetry, .configurationExchange] {
                let played = play(scenario, faults: [fault])
                print("##", fault, scenario.name, played.summary.verdict, "|", played.summary.reason ?? "", "|", played.failure?.link ?? "", "|", played.summary.elapsed, played.wholeTime)
            }
        }
    }
}
