import Ground
import Journal
import Phone
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

/// A figure from too few samples is chance: an error, neither kept nor broken.
struct SampleCountTests {
    @Test(
        "A percentile needs enough samples that one may miss the limit",
        arguments: [(95, 20), (99, 100), (90, 10), (50, 2), (60, 3), (70, 4), (5, 20), (1, 100), (100, 1)])
    func percentile(percent: Int, samples: Int) {
        let require = Require(.latency(.configuration, of: .door), percentile: percent, atMost: .seconds(1))
        #expect(require.requirement.samplesNeeded == samples)
    }

    @Test("A share needs as many; means, deviations and rates need eight, and a limit on each sample needs one")
    func others() {
        #expect(Require(.availability(of: .door), atLeast: .percent(75)).requirement.samplesNeeded == 4)
        #expect(Require(.availability(of: .door), atLeast: .percent(99.9)).requirement.samplesNeeded == 1000)
        #expect(Require(.availability(of: .door), atLeast: .percent(100)).requirement.samplesNeeded == 1)
        #expect(Require(.bias(of: .door), within: .metres(1)).requirement.samplesNeeded == 8)
        #expect(Require(.standardDeviation(of: .door), atMost: .metres(1)).requirement.samplesNeeded == 8)
        #expect(Require(.updateRate(of: .door), atLeast: .hertz(1)).requirement.samplesNeeded == 8)
        #expect(Require(.exchange(of: .door), atMost: .seconds(1)).requirement.samplesNeeded == 1)
    }

    private func answered(_ times: Int, after delay: Int, _ require: Require) -> DirectorBench {
        var bench = DirectorBench(Scenario("limit", "Holds a limit") { Stay(.seconds(30)) { require } })
        for number in 1...times { bench.exchange(.initialize, .configuration, after: delay, at: 1_000 * number) }
        bench.pass(to: 30_000)
        return bench
    }

    @Test("A 95th percentile of fewer than 20 samples is an error that states the number", arguments: [1, 10, 19])
    func tooFew(samples: Int) {
        let limit = Require(.latency(.configuration, of: .door), percentile: 95, atMost: .milliseconds(500))
        for delay in [10, 900] {
            guard case .error(let reason) = answered(samples, after: delay, limit).ending else {
                Issue.record("\(samples) samples were judged")
                continue
            }
            #expect(reason.reason.contains("\(samples) sample") && reason.reason.contains("20"), "\(reason)")
        }
        #expect(answered(20, after: 10, limit).ending == .complete)
        #expect(answered(20, after: 900, limit).failure != nil)
    }

    @Test("No samples at all is an error too, and no failure of the accessory")
    func none() {
        let figures: [Require] = [
            Require(.latency(.configuration, of: .door), atMost: .milliseconds(500)),
            Require(.latency(.didStop, of: .door), percentile: 95, atMost: .seconds(1)),
            Require(.connection(of: .door), atMost: .seconds(1)), Require(.exchange(of: .door), atMost: .seconds(1)),
            Require(.firstFix(of: .door), atMost: .seconds(1)), Require(.bias(of: .door), within: .metres(1)),
            Require(.updateRate(of: .door), atLeast: .hertz(1)),
            Require(.availability(of: .door), atLeast: .percent(90)),
            Require(.distance(toldBy: .door, .known), within: .metres(1)),
        ]
        for require in figures {
            let scenarios = [
                Scenario("limit", "Holds a limit while it stays") {
                    Place(.door, at: .metres(2))
                    Stay(.seconds(5)) { require }
                },
                Scenario("limit", "Holds a limit at its place") {
                    Place(.door, at: .metres(2))
                    Stay(.seconds(5))
                    require
                },
            ]
            for scenario in scenarios {
                var bench = DirectorBench(scenario)
                bench.pass(to: 6_000)
                guard case .error(let reason) = bench.ending else {
                    Issue.record("\(require.requirement.figure): \(String(describing: bench.ending))")
                    continue
                }
                #expect(reason.code == "rig.undecided", "\(reason)")
            }
        }
    }

    @Test("So is a mean of seven samples, or a share of too few rounds")
    func meansAndShares() {
        func measured(_ rounds: Int, _ require: Require) -> Ending? {
            var bench = DirectorBench(
                Scenario("placed", "Measures at a known place") {
                    Place(.door, at: .metres(2))
                    Stay(.seconds(10)) { require }
                })
            for number in 0..<rounds { bench.measure(2_000, at: 1_000 + 200 * number) }
            bench.pass(to: 10_000)
            return bench.ending
        }
        func isError(_ ending: Ending?) -> Bool { if case .error = ending { true } else { false } }
        #expect(isError(measured(7, Require(.bias(of: .door), within: .metres(1)))))
        #expect(measured(8, Require(.bias(of: .door), within: .metres(1))) == .complete)
        #expect(isError(measured(9, Require(.availability(of: .door), atLeast: .percent(90)))))
        #expect(measured(10, Require(.availability(of: .door), atLeast: .percent(90))) == .complete)
        #expect(isError(measured(2, Require(.updateRate(of: .door), atLeast: .hertz(1)))))
    }
}
