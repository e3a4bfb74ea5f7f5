import Ground
import Journal
import Phone
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

/// The director's memory of a run does not grow with the run.
struct LongRunTests {
    private static let rounds = 2_000

    private static let scenario = Scenario("long", "Ranges again and again", phone: .withDoorApp) {
        Throughout {
            Expect(.ranging(.door), count: .atLeast(1))
            Require(.availability(of: .door), atLeast: .percent(50))
            Require(.latency(.configuration, of: .door), atMost: .milliseconds(500))
        } steps: {
            Repeat(2_000) {
                Stay(.milliseconds(50)) { Expect(.removed(.door, reason: .timeout), count: 0) }
            }
        }
    }

    @Test("Thousands of rounds, exchanges and steps leave a few hundred things in memory")
    func bounded() {
        var bench = DirectorBench(Self.scenario)
        bench.runSession(at: 0)
        for number in 0..<Self.rounds {
            bench.exchange(.initialize, .configuration, after: 1, at: number * 50 + 10)
            bench.director.noteTurnAround(.microseconds(number % 7))
            bench.measure(2_000, at: number * 50 + 20)
        }
        let director = bench.director
        #expect(bench.failure == nil && director.schedule.stepsStarted >= Self.rounds - 1)
        #expect(director.turnArounds.size == 7)
        #expect(director.observations.events.size <= 2 * EventLog.mostRelated, "\(director.observations.events.size)")
        #expect(director.observations.samples.sums <= RoundLog.mostSums + 2, "\(director.observations.samples.sums)")
    }
}
